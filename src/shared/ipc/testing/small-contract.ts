/** A contract of a few methods that show every behaviour, with a harness that serves it over memory ports. */
import { z } from 'zod';
import { connect } from '../connect.ts';
import type { Handlers } from '../handler.ts';
import { memoryPorts } from '../memory-port.ts';
import { request, stream } from '../method.ts';
import type { Port } from '../port.ts';
import { serve } from '../serve.ts';
import type { ServeLimits } from '../serve.ts';
import { createManualClock } from './manual-clock.ts';

export type Chunk = { readonly id: number; readonly text: string };

export const smallContract = {
  double: request<number>()(z.object({ n: z.number() }), ['too-big']),
  hold: request<null>()(z.object({})),
  chunks: stream<Chunk>()(z.object({ from: z.string().max(20) }), {
    codes: ['gone'],
    merge: (previous, next) =>
      previous.id === next.id ? { id: next.id, text: previous.text + next.text } : null,
    maxWaiting: 100,
  }),
  ticks: stream<number>()(z.object({}), { maxWaiting: 100 }),
} as const;

export type SmallHandlers = Handlers<typeof smallContract>;

const inert: SmallHandlers = {
  double: ({ n }) => ({ ok: true, value: n * 2 }),
  hold: () => new Promise(() => undefined),
  chunks: () => undefined,
  ticks: () => undefined,
};

export function serveSmall(
  options: {
    readonly handlers?: Partial<SmallHandlers>;
    readonly limits?: Partial<ServeLimits>;
    /** Stands between the client and its end of the pipe. */
    readonly tap?: (port: Port, clock: ReturnType<typeof createManualClock>) => Port;
  } = {},
) {
  const clock = createManualClock();
  const [serverEnd, clientEnd] = memoryPorts();
  const logged: { readonly method: string; readonly error: unknown }[] = [];
  const thrown: unknown[] = [];
  const served = serve({
    contract: smallContract,
    handlers: { ...inert, ...options.handlers },
    port: serverEnd,
    onUnexpected(error, method) {
      logged.push({ method, error });
      return `log-${logged.length}`;
    },
    clock,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const port = options.tap?.(clientEnd, clock) ?? clientEnd;
  const client = connect<typeof smallContract>(port, { clock, onUnexpected: (error) => thrown.push(error) });
  return { clock, served, client, logged, thrown, serverEnd, clientEnd };
}

/** The bare wire: posts what it is told and keeps what comes back. */
export function serveWire(options: Parameters<typeof serveSmall>[0] = {}) {
  const clock = createManualClock();
  const [serverEnd, wire] = memoryPorts();
  const logged: unknown[] = [];
  const received: unknown[] = [];
  wire.onMessage((message) => received.push(message));
  const served = serve({
    contract: smallContract,
    handlers: { ...inert, ...options.handlers },
    port: serverEnd,
    onUnexpected: (error) => `log-${logged.push(error)}`,
    clock,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  return { clock, served, wire, received, logged };
}
