/**
 * The one place that fetches things for agents from the network: https (or this machine itself), limited in
 * time, in size and in redirects.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { get as getPlain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { wakingClock } from '../../waking-clock.ts';
import { isFetchable } from '../registry/registry-entry.ts';

export type FetchLimits = {
  readonly maxBytes: number;
  /** In ms, without a byte. */
  readonly silenceMs: number;
  /** In ms, for all of it. */
  readonly totalMs: number;
};

export class FetchError extends Error {
  readonly code: 'offline' | 'refused' | 'too-large' | 'too-slow' | 'cancelled';
  constructor(code: FetchError['code'], message: string) {
    super(message);
    this.name = 'FetchError';
    this.code = code;
  }
}

const MAX_REDIRECTS = 5;

/** Rejects with FetchError. */
export async function fetchText(address: string, limits: FetchLimits, signal: AbortSignal): Promise<string> {
  return withResponse(address, limits, signal, async (response, limited) => {
    const chunks: Buffer[] = [];
    await pipeline(response, limited, async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) chunks.push(chunk);
    });
    return Buffer.concat(chunks).toString('utf8');
  });
}

/** Gives the SHA-256 of what it wrote, in hex. Rejects with FetchError, or with the disk's error. */
export async function fetchToFile(
  address: string,
  file: string,
  limits: FetchLimits,
  signal: AbortSignal,
  onBytes: (bytes: number, total: number | null) => void,
): Promise<string> {
  return withResponse(address, limits, signal, async (response, limited) => {
    const hash = createHash('sha256');
    const length = Number(response.headers['content-length']);
    const total = Number.isSafeInteger(length) && length > 0 ? length : null;
    let bytes = 0;
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        onBytes(bytes, total);
        done(null, chunk);
      },
    });
    await pipeline(response, limited, count, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return hash.digest('hex');
  });
}

async function withResponse<Value>(
  address: string,
  limits: FetchLimits,
  signal: AbortSignal,
  use: (response: IncomingMessage, limited: Transform) => Promise<Value>,
): Promise<Value> {
  const abort = new AbortController();
  let why: FetchError | null = null;
  const stop = (error: FetchError) => {
    why ??= error;
    abort.abort();
  };
  const onAbort = () => stop(new FetchError('cancelled', 'cancelled'));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  const tooSlow = () => stop(new FetchError('too-slow', `${new URL(address).host} did not answer in time`));
  const endTotal = wakingClock.after(limits.totalMs, tooSlow);
  let endSilence = wakingClock.after(limits.silenceMs, tooSlow);
  try {
    const response = await open(address, abort.signal, MAX_REDIRECTS);
    let bytes = 0;
    const limited = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        endSilence();
        endSilence = wakingClock.after(limits.silenceMs, tooSlow);
        bytes += chunk.length;
        if (bytes > limits.maxBytes) {
          done(new FetchError('too-large', `${address} is over ${limits.maxBytes >> 20} MiB`));
        } else done(null, chunk);
      },
    });
    abort.signal.addEventListener('abort', () => response.destroy(why ?? undefined), { once: true });
    return await use(response, limited);
  } catch (error) {
    throw why ?? asFetchError(error, address);
  } finally {
    endTotal();
    endSilence();
    signal.removeEventListener('abort', onAbort);
  }
}

function open(address: string, signal: AbortSignal, redirects: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A redirect may not lead to where the address itself could not.
    if (!isFetchable(address)) return reject(new FetchError('refused', `${address} is not https`));
    const url = new URL(address);
    const request = url.protocol === 'https:' ? get : getPlain;
    const sent = request(url, { signal, headers: { 'user-agent': 'switchyard' } }, (response) => {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.resume();
        if (redirects === 0) return reject(new FetchError('refused', `${address} redirects too often`));
        let next: string;
        try {
          next = new URL(headers.location, url).href;
        } catch {
          return reject(new FetchError('refused', `${address} redirects to no address`));
        }
        return resolve(open(next, signal, redirects - 1));
      }
      if (statusCode === 200) return resolve(response);
      response.resume();
      reject(new FetchError('refused', `${url.host} answered ${statusCode} for ${url.pathname}`));
    });
    sent.on('error', reject);
  });
}

/** What the disk says stays as it is. */
function asFetchError(error: unknown, address: string): unknown {
  if (error instanceof FetchError) return error;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (['open', 'write', 'close'].includes(syscall)) return error;
  return new FetchError('offline', `${new URL(address).host} was not reached (${code || String(error)})`);
}
