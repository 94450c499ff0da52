import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

const namespaces = [
  'common',
  'shell',
  'sessions',
  'lists',
  'settings',
  'attention',
  'errors',
  'agents',
  'storage',
  'search',
  'rules',
] as const;

/** Translates keys of every namespace of the shell as `namespace:key`; bare keys are of `common`. */
export type T = TFunction<typeof namespaces>;

export function useT(): { readonly t: T; readonly language: string } {
  const { t, i18n } = useTranslation(namespaces);
  return { t, language: i18n.language };
}
