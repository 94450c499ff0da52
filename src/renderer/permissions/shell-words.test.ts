import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteArgv, readCommands } from './shell-words.ts';

function programs(script: string): readonly string[] {
  return readCommands(script).map((command) => `${command.piped ? '|' : ''}${command.words.join(' ')}`);
}

test.each<[string, readonly string[]]>([
  ['a b; c && d || e & f', ['a b', 'c', 'd', 'e', 'f']],
  ['a | b |& c', ['a', '|b', '|c']],
  ['a "b; c" \'d | e\' f\\;g', ['a b; c d | e f;g']],
  ['a $(b | c)', ['b', '|c', 'a $(b | c)']],
  ['a "x $(b) `c`"', ['b', 'c', 'a x $(b) `c`']],
  ["a '$(b)'", ['a $(b)']],
  ['bash -lc "rm x; ls"', ['bash -lc rm x; ls', 'rm x', 'ls']],
  ['sudo -u root rm x', ['sudo -u root rm x', 'rm x']],
  ['env A=1 timeout 5 rm x', ['env A=1 timeout 5 rm x', 'timeout 5 rm x', 'rm x']],
  ['find . -exec rm {} +', ['find . -exec rm {} +', 'rm {} +']],
  ['if true; then rm x; fi', ['true', 'rm x', 'fi']],
  ['echo a # ; rm x', ['echo a']],
  ['echo x > /etc/y 2>&1', ['echo x /etc/y 2 &1']],
  ['(cd a && rm x)', ['cd a', 'rm x']],
  ['A=1 B=2', ['']],
])('%s', (script, expected) => {
  expect(programs(script)).toEqual(expected);
});

test('a quoted argument vector reads back as the same words', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !/[\n\0]/.test(text));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (argv) => {
      // The first words may be read as assignments, keywords or launchers: those stand behind a program.
      const [first] = readCommands(quoteArgv(['program', ...argv]));
      expect(first?.words).toEqual(['program', ...argv]);
    }),
  );
});

test('any text ends in a bounded list', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab \\\'"$()`|&;<>#\n{}=-'), maxLength: 300 }),
      (script) => {
        expect(readCommands(script).length).toBeLessThanOrEqual(2000);
      },
    ),
    { numRuns: 2000 },
  );
});

test('deep nesting and many commands stay bounded', () => {
  expect(readCommands('$('.repeat(5000) + 'rm').length).toBeLessThan(10);
  expect(readCommands('sudo '.repeat(3000) + 'rm').length).toBeLessThan(20);
  expect(readCommands('a;'.repeat(100_000)).length).toBe(500);
});
