import type { DeliveryResult, WebhookEvent } from './event.ts';

export type Queue = {
  /** Events to one receiver go out one after the other, in the order in which they were added. */
  readonly add: (event: WebhookEvent) => Promise<DeliveryResult>;
  /** Resolves when everything that was added is settled. */
  readonly idle: () => Promise<void>;
};

export function createQueue(deliverOne: (event: WebhookEvent) => Promise<DeliveryResult>): Queue {
  const lastOf = new Map<string, Promise<unknown>>();

  return {
    add(event) {
      const receiver = new URL(event.url).origin;
      const before = lastOf.get(receiver) ?? Promise.resolve();
      const delivery = before.then(() => deliverOne(event));
      // TODO: drop receivers that have been idle for long.
      lastOf.set(
        receiver,
        delivery.catch(() => undefined),
      );
      return delivery;
    },
    async idle() {
      await Promise.all(lastOf.values());
    },
  };
}
