/** The theme of the page: what was chosen, else what the system says, and the system's wish for contrast. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const rememberedKey = 'switchyard.theme';

/** The choice of the last run, so that the first paint is right before the settings arrive. */
export function recallTheme(storage: Storage): ThemeChoice {
  const text = storage.getItem(rememberedKey);
  return text === 'light' || text === 'dark' ? text : 'system';
}

/** Sets `data-theme` and `data-contrast` and keeps them right until disposed. */
export function applyTheme(choice: ThemeChoice, page: Window): () => void {
  const dark = page.matchMedia('(prefers-color-scheme: dark)');
  const contrast = page.matchMedia('(prefers-contrast: more)');
  const { dataset } = page.document.documentElement;
  const set = () => {
    dataset['theme'] = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice;
    if (contrast.matches) dataset['contrast'] = 'more';
    else delete dataset['contrast'];
  };
  set();
  try {
    page.localStorage.setItem(rememberedKey, choice);
  } catch {
    // Not remembered: the next start may show the system's theme for a moment.
  }
  dark.addEventListener('change', set);
  contrast.addEventListener('change', set);
  return () => {
    dark.removeEventListener('change', set);
    contrast.removeEventListener('change', set);
  };
}
