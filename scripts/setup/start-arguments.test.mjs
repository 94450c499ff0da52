import { expect, test } from 'vitest';
import { Failure } from './failure.mjs';
import { parseStartArguments } from './start-arguments.mjs';

const parse = (...args) => parseStartArguments(args, '/home/ada');

test('nothing at all opens the app', () => {
  expect(parse()).toEqual({ kind: 'open', folder: null, agent: null });
});

test('a folder is taken from where the person typed it', () => {
  expect(parse('work/site')).toEqual({ kind: 'open', folder: '/home/ada/work/site', agent: null });
  expect(parse('/srv')).toEqual({ kind: 'open', folder: '/srv', agent: null });
  expect(parse('.')).toEqual({ kind: 'open', folder: '/home/ada', agent: null });
});

test('an agent is named in either form, before or after the folder', () => {
  const wish = { kind: 'open', folder: '/srv', agent: 'builtin' };
  expect(parse('--agent', 'builtin', '/srv')).toEqual(wish);
  expect(parse('/srv', '--agent=builtin')).toEqual(wish);
  expect(parse('--', '/srv', '--agent', 'builtin')).toEqual(wish);
});

test('the demo stands alone', () => {
  expect(parse('--demo')).toEqual({ kind: 'demo' });
  expect(() => parse('--demo', '/srv')).toThrow(Failure);
  expect(() => parse('--demo', '--agent', 'builtin')).toThrow(Failure);
});

test('help wins over everything that follows it', () => {
  expect(parse('--help', '--nonsense')).toEqual({ kind: 'help' });
  expect(parse('-h')).toEqual({ kind: 'help' });
});

test('what it does not understand ends in one sentence and a next step', () => {
  const refusals = [['--dmeo'], ['-x'], ['--agent'], ['--agent='], ['--agent', '--demo'], ['/a', '/b']].map(
    (args) => {
      try {
        return parse(...args);
      } catch (error) {
        return [error.message, error.next];
      }
    },
  );
  const next = '`npm start -- --help` lists what there is.';
  expect(refusals).toEqual([
    ['There is no option --dmeo.', next],
    ['There is no option -x.', next],
    ['--agent needs the id of an agent.', next],
    ['--agent needs the id of an agent.', next],
    ['--agent needs the id of an agent.', next],
    ['One folder at a time: /a and /b were given.', next],
  ]);
});
