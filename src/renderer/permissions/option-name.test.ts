import { expect, test } from 'vitest';
import { addedByName } from './option-name.ts';

test.each<[label: string, name: string, added: string | null]>([
  ['Always allow', 'Always allow edits in this session', 'edits in this session'],
  ['Always allow', 'always  allow npm test', 'npm test'],
  ['Always allow', ' Always allow ', null],
  ['Always allow', '', null],
  ['Always reject', 'Always reject commands in this session', 'commands in this session'],
  ['Allow once', 'Allow once and restore', 'and restore'],
  ['Always allow', 'Always allow -rf', '-rf'],
  // The same beginning but other words.
  ['Always allow', 'Always allowed', 'Always allowed'],
  ['Always allow', 'Always allow: everything', 'Always allow: everything'],
  ['Always allow', 'Always reject this', 'Always reject this'],
  ['Reject', 'Rejection is final', 'Rejection is final'],
  ['Always allow', 'Always', 'Always'],
  ['Always allow', 'Yes, always allow npm', 'Yes, always allow npm'],
  // What hides in the words we would leave out is not left out.
  ['Always allow', 'Always\u200b allow x', 'Always\u200b allow x'],
  ['Always allow', 'Always\u202e allow x', 'Always\u202e allow x'],
  ['Always allow', 'Alwаys allow x', 'Alwаys allow x'],
  ['Always allow', 'Always allow \u202ex', '\u202ex'],
  ['始终允许', 'Always allow npm test', 'Always allow npm test'],
  ['始终允许', '始终允许 npm test', 'npm test'],
])('beside “%s” the name “%s” adds %s', (label, name, added) => {
  expect(addedByName(label, name)).toBe(added);
});

test('whatever the name is, label and addition together say no less than it', () => {
  const words = ['Always', 'allow', 'always', 'ALLOW', 'not', 'x', '', ':', '\u200b'];
  const letters = (text: string) => text.toLowerCase().replace(/[ \u00a0]+/g, '');
  let seed = 5;
  for (let round = 0; round < 2000; round += 1) {
    const name = Array.from({ length: 5 }, () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return words[seed % words.length] ?? '';
    }).join(' ');
    const added = addedByName('Always allow', name);
    const said = letters(`Always allow${added ?? ''}`);
    const trimmed = name.trim();
    if (trimmed === '') expect(added).toBeNull();
    else expect([said, letters(`Always allow${trimmed}`)]).toContain(said);
    if (added !== null && added !== trimmed) expect(said).toBe(letters(trimmed));
    if (added === null && trimmed !== '') expect(letters(trimmed)).toBe('alwaysallow');
  }
});
