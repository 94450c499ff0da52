import { expect, it } from 'vitest';
import { globMatcher } from './glob.ts';

const PATHS = ['a.ts', 'b.md', 'src/a.ts', 'src/deep/b.tsx', 'src/[x].ts', 'docs/a b.md'];

it.each([
  ['*.ts', ['a.ts', 'src/a.ts', 'src/[x].ts']],
  ['*.{ts,tsx}', ['a.ts', 'src/a.ts', 'src/deep/b.tsx', 'src/[x].ts']],
  ['src/*.ts', ['src/a.ts', 'src/[x].ts']],
  ['src/**', ['src/a.ts', 'src/deep/b.tsx', 'src/[x].ts']],
  ['src/**/*.tsx', ['src/deep/b.tsx']],
  ['**/a.ts', ['a.ts', 'src/a.ts']],
  ['./src/?.ts', ['src/a.ts']],
  ['[ab].*', ['a.ts', 'b.md', 'src/a.ts', 'src/deep/b.tsx']],
  ['[!b].ts', ['a.ts', 'src/a.ts']],
  ['docs/a b.md', ['docs/a b.md']],
  ['*.(t|s)', []],
  ['{a,b', []],
])('%s', (glob, paths) => {
  expect(PATHS.filter(globMatcher(glob))).toEqual(paths);
});
