/** Decides what of an error may cross a port: closed codes and messages written for it, never a stack. */
import type { IpcError } from './method.ts';

export type ErrorBoundary = {
  /** Logs what was thrown; only the id of the log entry crosses. */
  unexpected(error: unknown, method: string): IpcError;
  /** As `unexpected`, but an AbortError after an abort is no surprise and is not logged. */
  thrown(error: unknown, method: string, signal: AbortSignal): IpcError;
  /** An error outside the method's codes is a mistake of ours, and treated as unexpected. */
  expected(error: IpcError, method: string, codes: readonly string[]): IpcError;
};

const commonCodes = new Set(['bad-input', 'unknown-method', 'internal', 'overloaded', 'aborted', 'closed']);

export function createErrorBoundary(onUnexpected: (error: unknown, method: string) => string): ErrorBoundary {
  function unexpected(error: unknown, method: string): IpcError {
    return {
      code: 'internal',
      message: 'something unexpected happened in the app',
      id: onUnexpected(error, method),
    };
  }
  return {
    unexpected,
    thrown(error, method, signal) {
      const aborted = signal.aborted && error instanceof Error && error.name === 'AbortError';
      return aborted ? { code: 'aborted', message: 'the caller gave up' } : unexpected(error, method);
    },
    expected(error, method, codes) {
      const { code, message, id } = error;
      if (!codes.includes(code) && !commonCodes.has(code)) {
        return unexpected(
          new Error(`${method} answered with the undeclared code ${code}: ${message}`),
          method,
        );
      }
      return { code, message, ...(id === undefined ? {} : { id }) };
    },
  };
}
