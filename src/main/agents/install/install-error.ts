/** Why an installation failed, as data for the person. Nothing that was installed before is touched by it. */
import type { InstallFailure, InstallFailureCode } from '../../../shared/ipc/contract/catalogue.ts';
import { FetchError } from './fetch-file.ts';

export class InstallError extends Error {
  readonly code: InstallFailureCode;
  readonly lastLines: readonly string[];
  constructor(code: InstallFailureCode, message: string, lastLines: readonly string[] = []) {
    super(message);
    this.name = 'InstallError';
    this.code = code;
    this.lastLines = lastLines;
  }
}

/** The person stopped it. */
export class InstallCancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'InstallCancelled';
  }
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new InstallCancelled();
}

/** Null when it was cancelled. */
export function failureOf(error: unknown): InstallFailure | null {
  if (error instanceof InstallCancelled) return null;
  if (error instanceof InstallError) {
    return { code: error.code, message: error.message, lastLines: error.lastLines };
  }
  if (error instanceof FetchError) {
    return error.code === 'cancelled' ? null : { code: error.code, message: error.message, lastLines: [] };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return { code: isFull ? 'disk-full' : 'failed', message, lastLines: [] };
}
