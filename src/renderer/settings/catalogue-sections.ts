/** Which entries of the catalogue are shown under which heading, for what is searched. Pure. */
import type { CatalogueEntry } from '../../shared/ipc/contract/catalogue.ts';

export type CatalogueSection = {
  readonly id: 'inUse' | 'found' | 'available';
  readonly entries: readonly CatalogueEntry[];
};

/** Sections without an entry are left out. Every word that was typed has to be somewhere in the entry. */
export function catalogueSections(
  entries: readonly CatalogueEntry[],
  search: string,
): readonly CatalogueSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = entries.filter((entry) => {
    const text = [entry.name, entry.id, entry.description, entry.commandLine].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const sections: readonly CatalogueSection[] = [
    {
      id: 'inUse',
      entries: matching.filter(({ origin }) => origin !== 'found' && origin !== 'available'),
    },
    { id: 'found', entries: matching.filter(({ origin }) => origin === 'found') },
    { id: 'available', entries: matching.filter(({ origin }) => origin === 'available') },
  ];
  return sections.filter((section) => section.entries.length > 0);
}
