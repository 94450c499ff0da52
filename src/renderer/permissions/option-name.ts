/**
 * What the agent's name for an option adds to our label of it: `Always allow edits here` beside `Always allow`
 * adds `edits here`. In doubt the whole name; null: nothing. The name is untrusted text, and so is the answer.
 */
export function addedByName(label: string, name: string): string | null {
  const whole = name.trim();
  if (whole === '') return null;
  const ours = label.trim().split(/\s+/);
  let at = 0;
  for (const word of ours) {
    const begins = whole.slice(at, at + word.length);
    if (begins.toLowerCase() !== word.toLowerCase()) return whole;
    at += word.length;
    const rest = whole.slice(at);
    const gap = /^[ \u00a0]+/.exec(rest)?.[0].length ?? 0;
    // Not the same word but one that begins like it.
    if (gap === 0 && rest !== '') return whole;
    at += gap;
  }
  const added = whole.slice(at);
  return added === '' ? null : added;
}
