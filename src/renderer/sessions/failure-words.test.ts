import { expect, test } from 'vitest';
import type { Failure } from '../../shared/session/event.ts';
import { failureDetail } from './failure-words.ts';

function failure(code: Failure['code'], message: string, more: Partial<Failure> = {}): Failure {
  return { code, message, exitCode: null, signal: null, stderrTail: [], ...more };
}

test.each<[Failure['code'], string, Failure['detail'], string]>([
  ['not-found', 'my-agent was not found', { code: 'missing-command', command: 'my-agent' }, 'my-agent'],
  ['no-handshake', 'no answer to initialize', { code: 'no-answer', method: 'initialize', ms: 30_000 }, ''],
  ['no-handshake', 'cannot be read', { code: 'unusable-answer', method: 'initialize' }, ''],
  ['no-handshake', 'it closed its output', { code: 'pipe-closed', pipe: 'output' }, ''],
  ['no-handshake', 'it writes text', { code: 'no-protocol' }, ''],
  ['exited-early', 'exit code 3', { code: 'exit' }, ''],
  ['exited', 'it was stopped', { code: 'stopped' }, ''],
])('what the app itself says is said once: %s, “%s”', (code, message, detail, shown) => {
  expect(failureDetail(failure(code, message, detail === undefined ? {} : { detail }))).toBe(shown);
});

test.each<[Failure['code'], string, string, readonly string[]]>([
  ['not-found', '/opt/my-agent cannot be executed', '/opt/my-agent cannot be executed', []],
  ['bad-directory', '/gone is not a folder that can be entered', '', []],
  ['frame-too-large', 'a message of it was over 16 MiB', '', []],
  ['no-handshake', 'no key: set API_KEY', 'no key: set API_KEY', []],
  ['auth-required', 'Run `agent login` first', 'Run `agent login` first', []],
  ['exited', 'exit code 3', 'exit code 3', []],
  ['exited', 'provider refused the key', 'provider refused the key', []],
  ['exited', 'provider refused the key', '', ['hint', ' provider refused the key ']],
  ['exited', '', '', []],
])('what an agent or the system said is shown: %s, “%s”', (code, message, shown, stderrTail) => {
  expect(failureDetail(failure(code, message, { stderrTail }))).toBe(shown);
});
