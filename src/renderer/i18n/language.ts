export type Language = 'en' | 'zh-CN';

/** The language to show: the chosen one, else Chinese for any `zh` system locale, else English. */
export function pickLanguage(choice: 'system' | Language, systemLocale: string): Language {
  if (choice !== 'system') return choice;
  return /^zh\b/i.test(systemLocale) ? 'zh-CN' : 'en';
}
