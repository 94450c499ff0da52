export { backoffDelay, defaultPolicy, type RetryPolicy } from './backoff.ts';
export { deliver, type DeliverOptions } from './deliver.ts';
export type { DeliveryResult, WebhookEvent } from './event.ts';
export { createQueue, type Queue } from './queue.ts';
export { sign, verify } from './signature.ts';
