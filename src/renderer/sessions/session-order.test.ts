import { expect, test } from 'vitest';
import type { Workspace } from '../../shared/ipc/contract/workspaces.ts';
import type { SessionSummary } from '../../shared/session/select.ts';
import { sampleSummary } from '../../shared/session/testing/sample-summary.ts';
import { countSessions } from './list-counts.ts';
import { emptyFilter, filteredIds, filterSelector, type ListFilter } from './list-filter.ts';
import { applySessionsFrames, emptySessionList } from './list-store.ts';
import { sessionGroups, sessionOrder, sidebarRows, workspaceNames } from './session-order.ts';

const workspace = (id: string, name: string): Workspace => ({
  id,
  name,
  path: `/w/${id}`,
  state: 'present',
  openedAt: 0,
});
const workspaces = [workspace('w1', 'Zebra'), workspace('w2', 'apple'), workspace('w3', 'empty')];

let age = 100;
function session(id: string, workspaceId: string, rest: Partial<SessionSummary> = {}): SessionSummary {
  age -= 1;
  return sampleSummary({ id, workspaceId, changedAt: age, ...rest });
}
const sessions = [
  session('a', 'w1', { title: 'Fix the Queue', agentId: 'codex', agentName: 'Codex' }),
  session('b', 'w2', { title: 'Queue again', status: 'failed' }),
  session('c', 'w2', { title: 'Other', agentTitle: 'Retry the queue', status: 'running' }),
  session('d', 'gone', { title: 'Lost', status: 'needs-permission' }),
  session('e', 'w1', { title: 'Old queue', archived: true, status: 'failed' }),
];
const list = applySessionsFrames(emptySessionList, [{ type: 'all', summaries: sessions }]);
const nameOf = workspaceNames(workspaces);
const found = (filter: Partial<ListFilter>, keep: string | null = null) =>
  filteredIds(list, { ...emptyFilter, ...filter }, { nameOf, keep }).join('');

test('groups go by name, a workspace that is not listed comes last, an empty one says so', () => {
  const rows = sidebarRows(sessionGroups(workspaces, list.byId, list.ids), { folded: [], searching: false });
  expect(rows.map(({ key }) => key)).toEqual([
    'g w2',
    'b',
    'c',
    'g w3',
    'e w3',
    'g w1',
    'a',
    'e',
    'g gone',
    'd',
  ]);
});

test('a folded group hides its sessions, but not from a search', () => {
  const groups = sessionGroups(workspaces, list.byId, ['a', 'b']);
  const keys = (searching: boolean) =>
    sidebarRows(groups, { folded: ['w2'], searching }).map(({ key }) => key);
  expect(keys(false)).toEqual(['g w2', 'g w3', 'e w3', 'g w1', 'a']);
  expect(keys(true)).toEqual(['g w2', 'b', 'g w1', 'a']);
});

test('what was put away is hidden until asked for; what is looked at never is', () => {
  expect([found({}), found({ archived: true }), found({}, 'e')]).toEqual(['abcd', 'abcde', 'abcde']);
});

test('a text is looked for in titles, agents and workspaces, word by word', () => {
  expect([
    found({ text: 'queue' }),
    found({ text: '  CODEX fix ' }),
    found({ text: 'zeb' }),
    found({ text: 'queue nowhere' }),
  ]).toEqual(['abc', 'a', 'a', '']);
});

test('statuses and agents narrow it', () => {
  expect([
    found({ statuses: ['failed'] }),
    found({ statuses: ['failed'], archived: true }),
    found({ statuses: ['failed', 'running'], text: 'queue' }),
    found({ agentIds: ['codex'] }),
  ]).toEqual(['b', 'be', 'bc', 'a']);
});

test('the selector gives the same array while nothing that it shows has changed', () => {
  const plain = filterSelector(emptyFilter, { nameOf, keep: null });
  const searching = filterSelector({ ...emptyFilter, statuses: ['running'] }, { nameOf, keep: null });
  const before = [plain(list), searching(list)];
  const streamed = applySessionsFrames(list, [
    { type: 'changed', summaries: [{ ...(sessions[2] ?? session('c', 'w2')), seq: 9 }], removed: [] },
  ]);
  expect([plain(streamed) === before[0], searching(streamed) === before[1]]).toEqual([true, true]);
  const ended = applySessionsFrames(streamed, [
    { type: 'changed', summaries: [{ ...(sessions[2] ?? session('c', 'w2')), status: 'idle' }], removed: [] },
  ]);
  expect(searching(ended)).toEqual([]);
});

test('the order for keys is that of the rows', () => {
  expect(
    sessionOrder(workspaces, list, { folded: ['w1'], filter: emptyFilter, selectedId: null }).join(''),
  ).toBe('bcd');
});

test('counts leave out what was put away', () => {
  const counts = countSessions(list);
  expect(counts.all).toEqual({ total: 4, needs: 1, running: 1, failed: 1, unread: 0 });
  expect(counts.byWorkspace.get('w1')).toEqual({ total: 1, needs: 0, running: 0, failed: 0, unread: 0 });
  expect(countSessions(list)).toBe(counts);
});

test('ten thousand sessions are filtered and grouped in one go', () => {
  const many = applySessionsFrames(emptySessionList, [
    {
      type: 'all',
      summaries: Array.from({ length: 10_000 }, (_, index) =>
        session(`s${index}`, `w${index % 3}`, { title: `Part ${index}` }),
      ),
    },
  ]);
  const ids = filteredIds(many, { ...emptyFilter, text: 'part 99' }, { nameOf, keep: null });
  expect(ids.length).toBe(280);
  expect(
    sidebarRows(sessionGroups(workspaces, many.byId, many.ids), { folded: [], searching: false }).length,
  ).toBe(10_000 + 4 + 1);
});
