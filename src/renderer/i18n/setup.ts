import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { enCatalogue, zhCatalogue } from './catalogues.ts';
import { pickLanguage, type Language } from './language.ts';

/** Synchronous: the catalogues are part of the bundle. Call once before the first render. */
export function startI18n(language: Language): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: ['en', 'zh-CN'],
    defaultNS: 'common',
    ns: Object.keys(enCatalogue),
    resources: { en: enCatalogue, 'zh-CN': zhCatalogue },
    initAsync: false,
    // React escapes; escaping twice would show entities.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language;
}

/** `choice` as in the settings; `systemLocale` a BCP 47 tag. */
export function setLanguage(choice: 'system' | Language, systemLocale: string): void {
  const language = pickLanguage(choice, systemLocale);
  document.documentElement.lang = language;
  if (i18next.language !== language) void i18next.changeLanguage(language);
}
