/** The documents name files by their path: each of them has to exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const project = join(import.meta.dirname, '../..');
const required = ['README.md', 'ARCHITECTURE.md'];
const documents = [
  ...required,
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/agents.md',
  'docs/mcp.md',
].filter((name) => required.includes(name) || existsSync(join(project, name)));

/** Paths in backticks below the folders of the project; a pattern such as `src/**` names no single file. */
function namedPaths(markdown: string): string[] {
  const inBackticks = [...markdown.matchAll(/`((?:src|scripts|tests|docs|resources|\.ci)\/[^`\s]*)`/g)];
  const linked = [...markdown.matchAll(/\]\(((?:src|scripts|tests|docs|resources|\.ci)\/[^)#\s]*)/g)];
  return [...inBackticks, ...linked]
    .map((match) => match[1] ?? '')
    .filter((path) => !/[*<>{}…]/.test(path))
    .map((path) => path.replace(/:\d+$/, ''));
}

describe.each(documents)('%s', (name) => {
  test('names only files that exist', () => {
    const paths = namedPaths(readFileSync(join(project, name), 'utf8'));
    expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([]);
  });
});

test('a path that does not exist would be found', () => {
  const markdown =
    'See `src/main/no-such-file.ts`, `src/**/*.test.ts`, `npm test` and ![a](docs/no-such-picture.png).';
  expect(namedPaths(markdown)).toEqual(['src/main/no-such-file.ts', 'docs/no-such-picture.png']);
});
