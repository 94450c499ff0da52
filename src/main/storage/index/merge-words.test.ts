import { afterEach, expect, test } from 'vitest';
import { mergeWords } from './merge-words.ts';
import { SCHEMA } from './schema.ts';
import { openDatabase } from './testing/index-rig.ts';

const db = openDatabase(':memory:');
afterEach(() => db.close());

test('many parts become one in small steps, and what is found stays the same', () => {
  db.exec(SCHEMA);
  // Otherwise it would put them in order as they come.
  db.exec("INSERT INTO words (words, rank) VALUES ('automerge', 0), ('crisismerge', 1000)");
  const insert = db.prepare('INSERT INTO words (rowid, text, tags) VALUES (?, ?, ?)');
  for (let part = 0; part < 120; part += 1) {
    db.exec('BEGIN');
    for (let row = 0; row < 100; row += 1)
      insert.run(part * 100 + row + 1, `even ${'x'.repeat(40)}${part * 100 + row} w${row}`, 's1');
    db.exec('COMMIT');
  }
  db.prepare('DELETE FROM words WHERE rowid = ?').run(7);
  const parts = () => db.prepare('SELECT count(DISTINCT segid) AS n FROM words_idx').get()?.['n'];
  const found = () =>
    db.prepare("SELECT rowid FROM words WHERE words MATCH 'w6 OR w7' ORDER BY rowid DESC").all();
  expect(parts()).toBeGreaterThan(100);
  const before = found();
  let steps = 0;
  for (const step of mergeWords(db)) {
    expect(step).toBeUndefined();
    expect(found()).toEqual(before);
    steps += 1;
  }
  expect(steps).toBeGreaterThan(1);
  expect(parts()).toBe(1);
  expect(found()).toHaveLength(239);
  // Nothing is left to be done.
  expect([...mergeWords(db)]).toEqual([]);
});
