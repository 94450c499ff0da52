import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowProblem, allowsCommand, commandPattern, hitsCommand } from './match-command.ts';
import { matchName, matchesPath, pathPattern, placePath, rootsOf } from './match-path.ts';
import { readShell } from './shell-reading.ts';

const where = rootsOf('/w', '/home/dev');
const path = (pattern: string, file: string) => {
  const read = pathPattern(pattern);
  return read !== null && matchesPath(read, placePath(file, 'read', where));
};
const allows = (pattern: string, command: string) => {
  const read = commandPattern(pattern);
  return read !== null && readShell(command).commands.every(({ words }) => allowsCommand(read, words));
};
const hits = (pattern: string, command: string) => {
  const read = commandPattern(pattern);
  return read !== null && hitsCommand(read, readShell(command));
};

describe('paths', () => {
  test.each([
    ['src/**', '/w/src/a/b.ts', true],
    ['src/**', '/w/src', true],
    ['src/**', '/w/srcs/a', false],
    ['src/', '/w/src/a', true],
    ['*.md', '/w/docs/deep/a.md', true],
    ['docs/*.md', '/w/docs/a.md', true],
    ['docs/*.md', '/w/docs/b/a.md', false],
    ['**/secret?', '/w/a/secret1', true],
    ['a/**/z', '/w/a/z', true],
    ['a/**/z', '/w/a/b/c/z', true],
    ['**', '/elsewhere/a', false],
    ['/etc/**', '/etc/passwd', true],
    ['~/.ssh/**', '/home/dev/.ssh/id', true],
    ['~/.ssh/**', '~/.ssh/id', true],
    ['/home/dev/**', '~/x', true],
    ['src/**', '/w/src/../../etc/passwd', false],
    ['../x', '/x', false],
  ])('%s, %s: %s', (pattern, file, expected) => {
    expect(path(pattern, file)).toBe(expected);
  });

  test('a name matches as its regular expression would', () => {
    const piece = fc.constantFrom('a', 'b', '*', '?', '.');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 7 }),
        fc.array(fc.constantFrom('a', 'b', '.'), { maxLength: 8 }),
        (p, n) => {
          const source = p.map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c === '.' ? '\\.' : c)).join('');
          return matchName(p.join(''), n.join('')) === new RegExp(`^${source}$`).test(n.join(''));
        },
      ),
    );
  });
});

describe('commands', () => {
  test.each([
    ['npm test', 'npm test', true],
    ['npm test', 'npm test --watch', false],
    ['npm test *', 'npm test --watch', true],
    ['npm test *', 'npm test', true],
    ['npm *', './npm test', false],
    ['npm *', 'NPM test', false],
    ['git status', 'git status; git push', false],
    ['node *', 'node x.js', false],
    ['sh *', 'sh -c x', false],
    ['*', 'ls', false],
  ])('allowing %s, %s: %s', (pattern, command, expected) => {
    expect(allows(pattern, command)).toBe(expected);
  });

  test.each([
    ['git push --force', 'git -C x push origin main --force', true],
    ['git push --force', 'git push origin', false],
    ['rm', '/bin/rm a', true],
    ['rm', 'RM a', true],
    ['rm', 'echo rm', false],
    ['rm', 'ls; sudo rm a', true],
    ['rm -rf', 'echo "$(rm -rf /)"', true],
    ['rm', 'echo "unclosed; rm a', true],
    ['*', 'ls', true],
  ])('denying %s, %s: %s', (pattern, command, expected) => {
    expect(hits(pattern, command)).toBe(expected);
  });

  test.each([
    ['npm test', null],
    ['npm run *', null],
    ['npx *', 'starts-others'],
    ['node -e *', 'starts-others'],
    ['sh -c *', 'starts-others'],
    ['env *', 'starts-others'],
    ['xargs rm', 'starts-others'],
    ['*', 'allows-everything'],
    ['a; b', 'not-a-command'],
    ['a $X', 'not-a-command'],
    ['a > b', 'not-a-command'],
  ])('a rule that allows %s: %s', (text, problem) => {
    expect(allowProblem(text)).toBe(problem);
  });
});
