import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/** The value of the `webhook-signature` header: `t=<seconds>,v1=<hex>`. */
export function sign(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${digest(secret, body, seconds)}`;
}

/** True when the header was made with this secret for this body, no more than five minutes from `nowSeconds`. */
export function verify(secret: string, body: string, header: string, nowSeconds: number): boolean {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header);
  if (match === null) return false;
  const seconds = Number(match[1]);
  if (Math.abs(nowSeconds - seconds) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(
    Buffer.from(match[2] ?? '', 'hex'),
    Buffer.from(digest(secret, body, seconds), 'hex'),
  );
}

function digest(secret: string, body: string, seconds: number): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
