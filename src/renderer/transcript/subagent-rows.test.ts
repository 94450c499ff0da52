import { describe, expect, it } from 'vitest';
import type { ChildBody, SessionEventBody } from '../../shared/session/event.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { asked, chunk, folded, ready, tool, turn } from '../../shared/session/testing/events.ts';
import { RowList } from './row-list.ts';

function child(subagentId: string, body: SessionEventBody): SessionEventBody {
  return { type: 'child', subagentId, body: body as ChildBody };
}
function announce(subagentId: string): SessionEventBody {
  return { type: 'subagent', subagentId, title: subagentId, state: 'running' };
}

const tree = folded([
  ready(),
  turn('t'),
  announce('a'),
  child('a', chunk('agent', 'from a')),
  child('a', announce('b')),
  child('b', chunk('agent', 'from b')),
]);

function rowsOf(list: RowList, state: SessionState, openFolds: ReadonlySet<string>) {
  const { turns, active, permissions, subagents } = state;
  return list.read({ turns, active, permissions, subagents, openFolds }).rows;
}
function shape(state: SessionState, open: readonly string[] = []): readonly string[] {
  return rowsOf(new RowList(), state, new Set(open)).map((row) =>
    row.type === 'nested' ? `${'>'.repeat(row.depth)} ${row.row.type} ${row.key}` : `${row.type} ${row.key}`,
  );
}

describe('the rows of sub-agents', () => {
  it('are in the folds of their entries, one within the other, without prompt and end', () => {
    expect(shape(tree)).toEqual(['prompt t', 'subagent e3', 'working t/end']);
    expect(shape(tree, ['e3'])).toEqual([
      'prompt t',
      'subagent e3',
      '> text e4/0/0',
      '> subagent e5',
      'working t/end',
    ]);
    expect(shape(tree, ['e3', 'e5'])).toEqual([
      'prompt t',
      'subagent e3',
      '> text e4/0/0',
      '> subagent e5',
      '>> text e6/0/0',
      'working t/end',
    ]);
  });

  it('are shown by themselves when one of them waits for the person, however deep', () => {
    const waiting = folded(
      [{ ...asked('r', 'c', 'Run'), subagentId: 'b' } as SessionEventBody],
      folded([child('b', tool('other', { title: 'Edit', kind: 'edit' }))], tree),
    );
    expect(shape(waiting)).toContain('>> tool e8');
  });

  it('stay the same objects while another sub-agent works, and come as new ones when they change', () => {
    const list = new RowList();
    const open = new Set(['e3', 'e5']);
    const before = rowsOf(list, tree, open);
    const more = folded([child('b', chunk('agent', '\n\nmore'))], tree);
    const after = rowsOf(list, more, open);
    const keyed = (key: string, rows: typeof before) => rows.find((row) => row.key === key);
    expect(keyed('e4/0/0', after)).toBe(keyed('e4/0/0', before));
    expect(keyed('e6/0/0', after)).not.toBe(keyed('e6/0/0', before));
    expect(rowsOf(list, more, open)).toBe(after);
  });

  it('end where an agent announces itself within itself', () => {
    const loop = folded([child('a', announce('a')), child('b', announce('a'))], tree);
    expect(shape(loop, ['e3', 'e5', 'e7', 'e8']).length).toBeLessThan(20);
  });
});
