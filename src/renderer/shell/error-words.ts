import type { T } from '../i18n/use-t.ts';
import type enErrors from '../i18n/en/errors.json';

export type AnyIpcError = { readonly code: string; readonly message: string; readonly id?: string };

type KnownCode = keyof (typeof enErrors)['codes'];

/** An error of main as a sentence; codes without one show their English message. */
export function describeError(t: T, error: AnyIpcError): string {
  const words = t(`errors:codes.${error.code as KnownCode}`, {
    message: error.message,
    id: error.id ?? '–',
    defaultValue: error.message,
  });
  return words;
}
