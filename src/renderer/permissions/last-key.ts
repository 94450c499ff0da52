/** The last key of the page: whether focus came somewhere by a chord, by plain typing or not by a key at all. */

const recentMs = 1000;

let last: { readonly chord: boolean; readonly at: number } | null = null;
let users = 0;

function note(event: KeyboardEvent): void {
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return;
  const functionKey = /^F\d+$/.test(event.key);
  last = { chord: event.ctrlKey || event.metaKey || event.altKey || functionKey, at: event.timeStamp };
}

/** Listens while anyone needs to know. Returns the disposer. */
export function followLastKey(): () => void {
  if (users === 0) window.addEventListener('keydown', note, { capture: true });
  users += 1;
  return () => {
    users -= 1;
    if (users > 0) return;
    window.removeEventListener('keydown', note, { capture: true });
    last = null;
  };
}

/** Whether a key without a modifier was pressed just before `now` and no chord since. */
export function typedJustBefore(now: number): boolean {
  return last !== null && !last.chord && now - last.at < recentMs;
}
