/** Whether a call that came over a port is let in, and with what input. */
import type { Result } from '../result.ts';
import { ok } from '../result.ts';
import type { ClientFrame } from './frames.ts';
import type { Handlers, RequestHandler, StreamHandler } from './handler.ts';
import { messageSize } from './message-size.ts';
import type { AnyContract, IpcError, RequestMethod, StreamMethod } from './method.ts';
import type { RateLimit } from './rate-limit.ts';

export type CallFrame = Extract<ClientFrame, { frame: 'request' | 'subscribe' }>;

/** A call with the types of its method erased: `Handlers` proved at compile time that the handler fits. */
export type RequestCall = {
  readonly kind: 'request';
  readonly method: RequestMethod<unknown, unknown, string>;
  readonly handler: RequestHandler<unknown, unknown, string>;
  readonly input: unknown;
};
export type StreamCall = {
  readonly kind: 'stream';
  readonly method: StreamMethod<unknown, unknown, string>;
  readonly handler: StreamHandler<unknown, unknown, string>;
  readonly input: unknown;
};

export type AdmissionOptions<C extends AnyContract> = {
  readonly contract: C;
  readonly handlers: Handlers<C>;
  readonly rate: RateLimit;
  readonly maxInputBytes: number;
};

export function createAdmission<C extends AnyContract>(options: AdmissionOptions<C>) {
  const { contract, handlers, rate, maxInputBytes } = options;

  return function admit({
    frame,
    method: name,
    input,
  }: CallFrame): Result<RequestCall | StreamCall, IpcError> {
    const kind = frame === 'request' ? 'request' : 'stream';
    // Own properties only: "constructor" is no method.
    const method = Object.hasOwn(contract, name) ? contract[name] : undefined;
    if (method?.kind !== kind) return refuse('unknown-method', `there is no ${kind} of that name`);
    if (!rate.take()) return refuse('overloaded', 'too many calls a second');
    if (messageSize(input, maxInputBytes) > maxInputBytes) {
      return refuse('overloaded', `the input is over ${maxInputBytes} bytes`);
    }
    const parsed = method.input.safeParse(input);
    if (!parsed.success) return refuse('bad-input', describeIssues(parsed.error.issues));
    return ok({ kind, method, handler: handlers[name], input: parsed.data } as unknown as
      | RequestCall
      | StreamCall);
  };
}

function refuse(code: 'unknown-method' | 'overloaded' | 'bad-input', message: string) {
  return { ok: false, error: { code, message } } as const;
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The first three issues, cut short: they may repeat names that the caller chose. */
function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, 3).map(({ path, message }) => {
    return `${path.length === 0 ? 'input' : path.map(String).join('.')}: ${message}`;
  });
  return lines.join('; ').slice(0, 400);
}
