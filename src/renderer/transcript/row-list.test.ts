import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, ToolCallEntry, Turn } from '../../shared/session/state.ts';
import { RowList, type RowListInput } from './row-list.ts';

function message(id: string, text: string): Entry {
  return { type: 'message', id, at: 1, role: 'agent', messageId: null, blocks: [{ type: 'text', text }] };
}
function call(id: string, more: Partial<ToolCallEntry> = {}): ToolCallEntry {
  return {
    type: 'tool-call',
    id,
    at: 1,
    toolCallId: `call-${id}`,
    title: id,
    name: null,
    kind: 'read',
    status: 'completed',
    content: [],
    locations: [],
    rawInput: null,
    rawOutput: null,
    terminal: null,
    parentToolCallId: null,
    updatedAt: 2,
    decisions: [],
    ...more,
  };
}
function turn(id: string, entries: readonly Entry[], settled: boolean): Turn {
  return {
    id,
    startedAt: 0,
    endedAt: settled ? 9 : null,
    prompt: [{ type: 'text', text: 'do it' }],
    entries,
    outcome: settled ? { type: 'stopped', reason: 'end_turn' } : null,
  };
}
function input(more: Partial<RowListInput> = {}): RowListInput {
  return { turns: [], active: null, permissions: [], openFolds: new Set(), ...more };
}
const shape = (list: RowListInput) => new RowList().read(list).rows.map((row) => `${row.type} ${row.key}`);

describe('the rows of a transcript', () => {
  it('shows a prompt, folded reads, what was said, edits and the end of the turn', () => {
    const entries = [
      call('a'),
      call('b', { kind: 'search' }),
      message('m', 'one\n\ntwo'),
      call('e', { kind: 'edit' }),
    ];
    expect(shape(input({ turns: [turn('t', entries, true)] }))).toEqual([
      'prompt t',
      'fold a/run',
      'text m/0/0',
      'tool e',
      'end t/end',
    ]);
  });

  it('puts the calls of an open fold below it, and leaves failed reads outside', () => {
    const turns = [turn('t', [call('a'), call('b'), call('f', { status: 'failed' })], true)];
    expect(shape(input({ turns, openFolds: new Set(['a/run']) }))).toEqual([
      'prompt t',
      'fold a/run',
      'tool a',
      'tool b',
      'tool f',
      'end t/end',
    ]);
  });

  it('opens the fold in which a call waits for the person', () => {
    const active = turn('t', [call('a', { status: 'pending' })], false);
    const permissions = [
      { requestId: 'r', toolCallId: 'call-a', askedAt: 0, options: [], diffMismatch: false },
    ];
    expect(shape(input({ active, permissions }))).toEqual([
      'prompt t',
      'fold a/run',
      'tool a',
      'working t/end',
    ]);
  });

  it('folds nested calls under their parent, wherever they came', () => {
    const entries = [
      call('p', { kind: 'think' }),
      call('n', { kind: 'execute', parentToolCallId: 'call-p' }),
      message('m', 'meanwhile'),
      call('o', { parentToolCallId: 'call-p' }),
    ];
    const view = new RowList().read(input({ turns: [turn('t', entries, true)] }));
    expect(view.rows.map((row) => row.key)).toEqual(['t', 'p', 'p/nested', 'm/0/0', 't/end']);
    expect(view.rows[2]).toMatchObject({ type: 'fold', of: 'nested', entries: [{ id: 'n' }, { id: 'o' }] });
  });

  it('puts the calls of nested calls into the same fold', () => {
    const entries = [
      call('p', { kind: 'think' }),
      call('n', { kind: 'think', parentToolCallId: 'call-p' }),
      call('o', { parentToolCallId: 'call-n' }),
    ];
    expect(shape(input({ turns: [turn('t', entries, true)], openFolds: new Set(['p/nested']) }))).toEqual([
      'prompt t',
      'tool p',
      'fold p/nested',
      'tool n',
      'tool o',
      'end t/end',
    ]);
  });

  it('keeps the row objects of everything but the growing block', () => {
    const list = new RowList();
    const before = turn('t', [call('e', { kind: 'edit' }), message('m', 'one\n\ntw')], false);
    const first = list.read(input({ active: before })).rows;
    const grown = { ...before, entries: [before.entries[0] as Entry, message('m', 'one\n\ntwo')] };
    const second = list.read(input({ active: grown })).rows;
    expect(second.map((row, index) => row === first[index])).toEqual([true, true, false, true]);
    const settled = { ...grown, endedAt: 9 };
    const third = list.read(input({ turns: [settled] })).rows;
    expect(third.map((row, index) => row === second[index])).toEqual([true, true, false, false]);
    expect(third.map((row) => row.key)).toEqual(second.map((row) => row.key));
  });

  it('keeps the full rows of a long message and grows only its last one', () => {
    const list = new RowList();
    const running = turn('t', [], false);
    const paragraph = `${'word '.repeat(60)}\n\n`;
    const read = (count: number) =>
      list.read(input({ active: { ...running, entries: [message('m', paragraph.repeat(count))] } })).rows;
    const first = read(20);
    const second = read(21);
    expect(first.map((row) => row.key)).toEqual(['t', 'm/0/0', 'm/0/7', 'm/0/14', 't/end']);
    expect(second.map((row, index) => row === first[index])).toEqual([true, true, true, false, true]);
  });

  it('returns the same view when nothing changed', () => {
    const list = new RowList();
    const given = input({ turns: [turn('t', [message('m', 'x')], true)] });
    expect(list.read(given)).toBe(list.read({ ...given }));
  });

  it('gives the same rows in steps as at once, whatever happens to the entries', () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('message' as const),
        text: fc.constantFrom('a\n\nb', '- x\n\n- y', '```\nc', '[l]: /u\n\n[l]'),
      }),
      fc.record({ do: fc.constant('grow' as const), text: fc.constantFrom(' more', '\n\nnext', '\n```\n') }),
      fc.record({
        do: fc.constant('call' as const),
        kind: fc.constantFrom('read' as const, 'search' as const, 'edit' as const),
        nested: fc.nat(6),
      }),
      fc.record({
        do: fc.constant('settle' as const),
        at: fc.nat(20),
        status: fc.constantFrom('failed' as const, 'completed' as const),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const list = new RowList();
        let entries: readonly Entry[] = [];
        steps.forEach((one, index) => {
          entries = apply(entries, one, index);
          const active = turn('t', entries, false);
          expect(list.read(input({ active }))).toEqual(new RowList().read(input({ active })));
        });
        const turns = [turn('t', entries, true)];
        expect(list.read(input({ turns }))).toEqual(new RowList().read(input({ turns })));
      }),
      { numRuns: 300 },
    );
  });
});

type Step =
  | { do: 'message'; text: string }
  | { do: 'grow'; text: string }
  | { do: 'call'; kind: 'read' | 'search' | 'edit'; nested: number }
  | { do: 'settle'; at: number; status: 'failed' | 'completed' };

function apply(entries: readonly Entry[], step: Step, index: number): readonly Entry[] {
  switch (step.do) {
    case 'message':
      return [...entries, message(`m${index}`, step.text)];
    case 'grow': {
      const last = entries.at(-1);
      if (last?.type !== 'message') return entries;
      const block = last.blocks[0];
      const text = (block?.type === 'text' ? block.text : '') + step.text;
      return [...entries.slice(0, -1), message(last.id, text)];
    }
    case 'call': {
      // Sometimes the parent is a call that comes later, or never.
      const parent = entries[step.nested];
      const parentToolCallId =
        parent?.type === 'tool-call' ? parent.toolCallId : step.nested === 5 ? `call-c${index + 1}` : null;
      return [...entries, call(`c${index}`, { kind: step.kind, parentToolCallId, status: 'in_progress' })];
    }
    case 'settle':
      return entries.map((entry, at) =>
        at === step.at && entry.type === 'tool-call' ? { ...entry, status: step.status } : entry,
      );
  }
}
