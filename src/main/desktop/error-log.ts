/** Where unexpected errors of main end up: one line each, under an id that the person is shown. */
import { randomBytes } from 'node:crypto';

export type ErrorLog = {
  /** Returns the id of the entry: `id`, or a new one. Never throws. */
  report(error: unknown, where: string, id?: string): string;
};

export type ErrorEntry = {
  readonly id: string;
  readonly at: string;
  readonly where: string;
  readonly message: string;
  readonly stack: string | null;
};

/** Every entry goes to every sink. */
export function createErrorLog(sinks: readonly ((entry: ErrorEntry) => void)[]): ErrorLog {
  return {
    report(error, where, id = randomBytes(4).toString('hex')) {
      const { message, stack } = describe(error);
      for (const write of sinks) {
        try {
          write({ id, at: new Date().toISOString(), where, message, stack });
        } catch {
          // A log that cannot be written must not bring down what it reports on.
        }
      }
      return id;
    },
  };
}

/** A thrown value may be anything, with any getters. */
function describe(error: unknown): { readonly message: string; readonly stack: string | null } {
  try {
    if (isReported(error)) return error;
    if (error instanceof Error) return { message: error.message, stack: error.stack ?? null };
    return { message: String(error), stack: null };
  } catch {
    return { message: 'an error that cannot be described', stack: null };
  }
}

export function writeToStderr(entry: ErrorEntry): void {
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}

type Reported = { readonly message: string; readonly stack: string | null };

/** What another process tells of an error of its own. */
function isReported(error: unknown): error is Reported {
  if (typeof error !== 'object' || error === null || error instanceof Error) return false;
  const { message, stack } = error as Partial<Record<keyof Reported, unknown>>;
  return typeof message === 'string' && (typeof stack === 'string' || stack === null);
}
