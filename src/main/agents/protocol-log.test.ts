import { describe, expect, test } from 'vitest';
import { MAX_PROTOCOL_ENTRIES } from '../../shared/ipc/contract/protocol.ts';
import { ProtocolLog } from './protocol-log.ts';

function sent(log: ProtocolLog, message: object): void {
  log.sent(message, JSON.stringify(message));
}
function received(log: ProtocolLog, message: object, variant: string | null = null): void {
  log.received(message, JSON.stringify(message), variant);
}
const request = (id: number, method = 'session/new') => ({ jsonrpc: '2.0', id, method, params: {} });
const answer = (id: number | string, more: object = { result: {} }) => ({ jsonrpc: '2.0', id, ...more });

describe('entries', () => {
  test('say what went which way, in one order with noise, stderr and marks', () => {
    const log = new ProtocolLog();
    log.processStarted('pid 7');
    sent(log, request(0, 'initialize'));
    log.stderr('warming up');
    log.noise('npm warn deprecated é');
    received(log, answer(0));
    received(log, { jsonrpc: '2.0', method: 'session/update', params: {} }, 'tool_call');
    log.remark('nonconforming');
    log.mark('failed', 'exited: gone');
    const entries = log.after(0);
    expect(entries.map(({ from, type, method, id, detail }) => ({ from, type, method, id, detail }))).toEqual(
      [
        { from: 'app', type: 'mark', method: 'process-started', id: null, detail: 'pid 7' },
        { from: 'app', type: 'request', method: 'initialize', id: '0', detail: null },
        { from: 'agent', type: 'stderr', method: null, id: null, detail: 'warming up' },
        { from: 'agent', type: 'noise', method: null, id: null, detail: 'npm warn deprecated é' },
        { from: 'agent', type: 'response', method: 'initialize', id: '0', detail: null },
        { from: 'agent', type: 'notification', method: 'session/update', id: null, detail: 'tool_call' },
        { from: 'app', type: 'mark', method: 'failed', id: null, detail: 'exited: gone' },
      ],
    );
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(entries[3]?.size).toBe(22);
    expect(entries[5]?.remark).toBe('nonconforming');
    expect(log.noiseLines).toBe(1);
  });

  test('requests of both sides are told apart though they count alike, and each gets its own answer', () => {
    const log = new ProtocolLog();
    sent(log, request(1, 'session/prompt'));
    received(log, request(1, 'fs/read_text_file'));
    sent(log, answer(1, { error: { code: -32602, message: 'no' } }));
    // Some agents echo a number as text.
    received(log, answer('1'));
    const entries = log.after(0);
    expect(entries.map(({ method, type, failed }) => [type, method, failed])).toEqual([
      ['request', 'session/prompt', false],
      ['request', 'fs/read_text_file', false],
      ['response', 'fs/read_text_file', true],
      ['response', 'session/prompt', false],
    ]);
    for (const { ms } of entries) expect(ms).toEqual(expect.any(Number));
    expect(entries[0]?.ms).toBe(entries[3]?.ms);
  });

  test('a new process counts its ids anew: an answer never finds a request of the one before', () => {
    const log = new ProtocolLog();
    sent(log, request(3, 'session/prompt'));
    log.processStarted('pid 8');
    received(log, answer(3));
    expect(log.after(2).map(({ type, method, ms }) => ({ type, method, ms }))).toEqual([
      { type: 'response', method: null, ms: null },
    ]);
  });
});

describe('bounds', () => {
  test('the oldest go when there are too many, and numbers go on', () => {
    const log = new ProtocolLog();
    for (let at = 0; at < MAX_PROTOCOL_ENTRIES + 2500; at += 1) log.stderr(`line ${at}`);
    expect(log.firstSeq).toBe(2501);
    const entries = log.after(0);
    expect(entries).toHaveLength(MAX_PROTOCOL_ENTRIES);
    expect(entries[0]?.detail).toBe('line 2500');
    expect(log.after(12_499).map(({ detail }) => detail)).toEqual(['line 12499']);
    expect(log.body(2500)).toBeNull();
    expect(log.body(2501)).toEqual({ text: 'line 2500', cut: false });
  });

  test('the oldest go when they are too large together; of a large line its beginning is kept', () => {
    const log = new ProtocolLog();
    const large = 'é'.repeat(300 * 1024);
    for (let at = 0; at < 20; at += 1) log.noise(large);
    const kept = log.after(0);
    expect(kept.length).toBeLessThan(10);
    expect(kept[0]).toMatchObject({ size: 600 * 1024, detail: 'é'.repeat(200) });
    expect(log.body(20)?.cut).toBe(true);
    expect(log.body(20)?.text).toBe(large.slice(0, 256 * 1024));
  });

  test('a request that is no longer kept still gives its answer its name', () => {
    const log = new ProtocolLog();
    sent(log, request(1, 'session/prompt'));
    for (let at = 0; at < MAX_PROTOCOL_ENTRIES; at += 1) log.stderr('x');
    received(log, answer(1));
    expect(log.after(MAX_PROTOCOL_ENTRIES + 1)).toMatchObject([
      { type: 'response', method: 'session/prompt' },
    ]);
  });
});

test('a search takes any text literally and any case, in lines, methods and marks', () => {
  const log = new ProtocolLog();
  sent(log, { method: 'session/prompt', id: 1, params: { text: 'Find (a.b)*' } });
  log.stderr('cannot open (A.B)* there');
  log.mark('failed', 'exited: gone');
  expect(log.search('(a.b)*', 0)).toEqual([1, 2]);
  expect(log.search('(a.b)*', 1)).toEqual([2]);
  expect(log.search('GONE', 0)).toEqual([3]);
  expect(log.search('aXb', 0)).toEqual([]);
});

test('watchers hear of each entry and of late answers until they leave', () => {
  const log = new ProtocolLog();
  const heard: unknown[] = [];
  const stop = log.watch((answered) => heard.push(answered === null ? 'entry' : answered.seq));
  sent(log, request(1));
  received(log, answer(1));
  stop();
  log.stderr('x');
  expect(heard).toEqual(['entry', 'entry', 1]);
});
