/** The first that is a language tag, in canonical form; a POSIX system may also say `C`, or nothing. */
export function firstLocale(names: readonly string[]): string {
  for (const name of names) {
    try {
      const [tag] = Intl.getCanonicalLocales(name.replace(/[.@].*$/, '').replaceAll('_', '-'));
      if (tag !== undefined && tag !== '') return tag;
    } catch {
      // Not a language tag.
    }
  }
  return 'en';
}
