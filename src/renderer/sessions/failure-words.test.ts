import { expect, test } from 'vitest';
import type { Failure } from '../../shared/session/event.ts';
import { failureDetail } from './failure-words.ts';

type Case = [code: Failure['code'], message: string, shown: string, stderr?: readonly string[]];

test.each<Case>([
  ['not-found', 'my-agent was not found', 'my-agent'],
  ['not-found', '/opt/my-agent cannot be executed', '/opt/my-agent cannot be executed'],
  ['bad-directory', '/gone is not a folder that can be entered', ''],
  ['frame-too-large', 'a message of it was over 16 MiB', ''],
  ['no-handshake', 'no answer to initialize in 30 s', ''],
  ['no-handshake', 'its answer to initialize cannot be read', ''],
  ['no-handshake', 'no key: set API_KEY', 'no key: set API_KEY'],
  ['protocol-version', 'it speaks version 9 of the protocol', 'it speaks version 9 of the protocol'],
  ['auth-required', 'Run `agent login` first', 'Run `agent login` first'],
  ['session-refused', 'its answer to session/new names no session', ''],
  ['session-refused', 'no answer to session/new in 60 s, try later', 'no answer to session/new in 60 s, try later'],
  ['exited-early', 'exit code 3', ''],
  ['exited-early', 'spawn E2BIG', 'spawn E2BIG'],
  ['exited', 'signal SIGKILL', ''],
  ['exited', 'provider refused the key', 'provider refused the key'],
  ['exited', 'provider refused the key', '', ['hint', ' provider refused the key ']],
  ['exited', '', ''],
])('%s with “%s” adds “%s”', (code, message, shown, stderr = []) => {
  const failure: Failure = { code, message, exitCode: null, signal: null, stderrTail: [...stderr] };
  expect(failureDetail(failure)).toBe(shown);
}); // prettier-ignore
