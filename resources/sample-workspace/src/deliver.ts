import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay, defaultPolicy, type RetryPolicy } from './backoff.ts';
import type { DeliveryResult, WebhookEvent } from './event.ts';
import { sign } from './signature.ts';

export type DeliverOptions = {
  readonly secret: string;
  readonly policy?: Partial<RetryPolicy>;
  /** For tests: how to send, how to wait, and where chance comes from. */
  readonly fetch?: typeof fetch;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  readonly random?: () => number;
};

/** Sends an event until it is accepted, refused for good, or the policy gives up. Does not throw. */
export async function deliver(event: WebhookEvent, options: DeliverOptions): Promise<DeliveryResult> {
  const policy = { ...defaultPolicy, ...options.policy };
  const wait = options.wait ?? sleep;
  const random = options.random ?? Math.random;

  for (let tries = 1; ; tries += 1) {
    const response = await attempt(event, options, policy.timeoutMs);
    if (response?.ok) return { ok: true, status: response.status, tries };
    const status = response?.status ?? null;
    if (status !== null && !isWorthRetrying(status)) return { ok: false, reason: 'refused', status, tries };

    const delay = backoffDelay(policy, tries, random());
    if (delay === null) return { ok: false, reason: 'gave-up', status, tries };
    await wait(Math.min(retryAfterMs(response) ?? delay, policy.maxDelayMs));
  }
}

async function attempt(
  event: WebhookEvent,
  options: DeliverOptions,
  timeoutMs: number,
): Promise<Response | null> {
  const body = JSON.stringify(event.body);
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-signature': sign(options.secret, body, seconds),
  };
  try {
    const send = options.fetch ?? fetch;
    return await send(event.url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    // TODO: tell a timeout from a refused connection in the result.
    return null;
  }
}

function isWorthRetrying(status: number): boolean {
  return status === 429 || status >= 500;
}

/** The wait that the receiver asks for. */
function retryAfterMs(response: Response | null): number | null {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  // TODO: the header may also be a date.
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
