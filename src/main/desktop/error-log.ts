/** Where unexpected errors of main end up: one line each, under an id that the person is shown. */
import { randomBytes } from 'node:crypto';

export type ErrorLog = {
  /** Returns the id of the entry. Never throws. */
  report(error: unknown, where: string): string;
};

export type ErrorEntry = {
  readonly id: string;
  readonly at: string;
  readonly where: string;
  readonly message: string;
  readonly stack: string | null;
};

export function createErrorLog(write: (entry: ErrorEntry) => void): ErrorLog {
  return {
    report(error, where) {
      const id = randomBytes(4).toString('hex');
      const { message, stack } = describe(error);
      try {
        write({ id, at: new Date().toISOString(), where, message, stack });
      } catch {
        // A log that cannot be written must not bring down what it reports on.
      }
      return id;
    },
  };
}

/** A thrown value may be anything, with any getters. */
function describe(error: unknown): { readonly message: string; readonly stack: string | null } {
  try {
    if (error instanceof Error) return { message: error.message, stack: error.stack ?? null };
    return { message: String(error), stack: null };
  } catch {
    return { message: 'an error that cannot be described', stack: null };
  }
}

export function writeToStderr(entry: ErrorEntry): void {
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}
