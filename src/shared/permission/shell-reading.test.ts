import { describe, expect, test } from 'vitest';
import { readShell } from './shell-reading.ts';

const wordsOf = (script: string) => readShell(script).commands.map(({ words }) => words.join(' '));
const doubtsOf = (script: string) => [...readShell(script).doubts].sort();

describe('plain commands are read without a doubt', () => {
  test.each([
    ['npm test', ['npm test']],
    ["git commit -m 'a b; rm -rf /'", ['git commit -m a b; rm -rf /']],
    ['ls -la && pwd; cat "a file" | grep x', ['ls -la', 'pwd', 'cat a file', 'grep x']],
    ['(cd src && ls)', ['cd src', 'ls']],
    ['cat <<EOF\nrm -rf /\nEOF', ['cat']],
  ])('%s', (script, words) => {
    expect(wordsOf(script)).toEqual(words);
    expect(doubtsOf(script)).toEqual([]);
  });

  test('redirects are files that are read or written, joined streams are not', () => {
    expect(readShell('a > out.txt 2>&1 < in.txt').commands[0]?.redirects).toEqual([
      { target: 'out.txt', writes: true },
      { target: 'in.txt', writes: false },
    ]);
    expect(readShell('a > "$HOME/x"').commands[0]?.redirects).toEqual([{ target: null, writes: true }]);
    expect(readShell('a &> ~/x').commands[0]?.redirects).toEqual([{ target: null, writes: true }]);
    expect(readShell('{ a; b; } > out').doubts.size).toBe(0);
  });
});

describe('what runs is not known', () => {
  test.each([
    ['echo $HOME', 'expansion'],
    ['echo "${x:=rm}"', 'expansion'],
    ['echo ${x@P}', 'expansion'],
    ['echo ${!x}', 'expansion'],
    ['echo `id`', 'expansion'],
    ['echo $(id)', 'expansion'],
    ['diff <(id) b', 'expansion'],
    ['echo $((1+1))', 'expansion'],
    ['echo {a,b}', 'expansion'],
    ['cat ~root/x', 'expansion'],
    ['l? -la', 'glob-command'],
    ['/bin/r* x', 'glob-command'],
    ['A=1 npm test', 'assignment'],
    ['PATH=/tmp:$PATH ls', 'assignment'],
    ['for f in a b; do rm a; done', 'control'],
    ['if true; then rm a; fi', 'control'],
    ['f() { rm a; }; f', 'control'],
    ['sleep 9 &', 'control'],
    ['sh -c "rm a"', 'interpreter'],
    ['node -e 1', 'interpreter'],
    ['python3.12 x.py', 'interpreter'],
    ['sudo rm a', 'launcher'],
    ['find . -exec rm {} +', 'launcher'],
    ['xargs rm', 'launcher'],
    ['npx x', 'launcher'],
    ['eval "rm a"', 'built-in'],
    ['. ./x', 'built-in'],
    ['source x', 'built-in'],
    ['export A=1', 'built-in'],
    ['typeset A=1', 'built-in'],
    ["alias ls='rm'", 'built-in'],
    ['echo "open', 'not-understood'],
    ['time a | ! b |', 'not-understood'],
  ])('%s: %s', (script, doubt) => {
    expect(doubtsOf(script)).toContain(doubt);
  });
});

describe('what stands behind is found for denials', () => {
  test.each([
    'echo $(git push --force)',
    'echo "`git push --force`"',
    'sh -c "git push --force"',
    'bash -lc \'sh -c "git push --force"\'',
    'eval git push --force',
    'sudo -u x git push --force',
    'env A=1 git push --force',
    'timeout 5 git push --force',
    'xargs git push --force',
    'find . -name x -exec git push --force {} +',
    'if true; then git push --force; fi',
    'f() { git push --force; }',
    'cat <(git push --force)',
    'cat <<EOF\n$(git push --force)\nEOF',
    'nice -n 5 sh -c "git push --force"',
    'true; true && git push --force &',
  ])('%s', (script) => {
    expect(wordsOf(script).some((words) => words.startsWith('git push --force'))).toBe(true);
  });

  test('the words of what cannot be read are kept, and of what is too long', () => {
    const broken = readShell('echo "open; git push --force');
    expect(broken.rawWords).toEqual(expect.arrayContaining(['git', 'push', '--force']));
    const long = readShell(`${'echo a; '.repeat(50_000)}git push --force`);
    expect([...long.doubts]).toEqual(['too-long']);
    expect(long.rawWords.slice(-3)).toEqual(['git', 'push', '--force']);
  });

  test('ten thousand commands are read to the last', () => {
    expect(wordsOf(`${'echo a; '.repeat(10_000)}rm -rf x`).at(-1)).toBe('rm -rf x');
  });
});
