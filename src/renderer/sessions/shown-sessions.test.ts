import { expect, test } from 'vitest';
import type { Client } from '../../shared/ipc/client.ts';
import type { SessionFrame } from '../../shared/ipc/contract/sessions.ts';
import type { SessionEvent, SessionEventBody } from '../../shared/session/event.ts';
import { reduceAll } from '../../shared/session/reduce.ts';
import { summaryOf, type SessionFacts } from '../../shared/session/select.ts';
import { emptySessionState, type SessionState } from '../../shared/session/state.ts';
import { windowOf } from '../../shared/session/window.ts';
import { createSessionList } from './list-store.ts';
import { createShownSessions } from './shown-sessions.ts';

function fakeClient() {
  const open: string[] = [];
  const asked: string[] = [];
  const feeds = new Map<string, (frames: readonly SessionFrame[]) => void>();
  const client = {
    request: (name: string) => {
      asked.push(name);
      return Promise.resolve({ ok: false, error: { code: 'no-window', message: '' } });
    },
    subscribe: (
      _name: string,
      { sessionId }: { sessionId: string },
      { onBatch }: { onBatch: (frames: readonly SessionFrame[]) => void },
    ) => {
      open.push(sessionId);
      feeds.set(sessionId, onBatch);
      return () => void open.splice(open.indexOf(sessionId), 1);
    },
  } as unknown as Client;
  const send = (id: string, ...frames: readonly SessionFrame[]) => feeds.get(id)?.(frames);
  return { client, open, asked, send };
}

/** As it comes over a port: nothing of it is an object that was there before. */
function stateAt(turns: number): SessionState {
  const events: SessionEvent[] = [];
  const add = (body: SessionEventBody) => events.push({ ...body, seq: events.length + 1, at: 0 });
  for (let turn = 0; turn < turns; turn += 1) {
    add({ type: 'turn-started', turnId: `t${turn}`, prompt: [{ type: 'text', text: 'Go on' }] });
    add({ type: 'turn-ended', turnId: `t${turn}`, outcome: { type: 'stopped', reason: 'end_turn' } });
  }
  return reduceAll(emptySessionState, events);
}

function factsOf(id: string): SessionFacts {
  return { id, workspaceId: 'w', agentId: 'agent', agentName: 'Agent', cwd: '/home/dev', createdAt: 0 };
}

/** A list that knows the sessions as far as `seq`. */
function listAt(seq: number, ...ids: readonly string[]) {
  const list = createSessionList();
  list.setState({ byId: new Map(ids.map((id) => [id, { ...summaryOf(factsOf(id), stateAt(0)), seq }])) });
  return list;
}

test('two views of a session share one stream, and the last one to go ends it', () => {
  const { client, open } = fakeClient();
  const shown = createShownSessions(client, createSessionList());
  const first = shown.show('a');
  const store = shown.store.getState().get('a');
  const second = shown.show('a');
  expect(shown.store.getState().get('a')).toBe(store);
  first();
  first();
  expect(open).toEqual(['a']);
  second();
  expect({ open, shown: shown.store.getState().size }).toEqual({ open: [], shown: 0 });
});

test('a session shown again gets a new stream', () => {
  const { client, open } = fakeClient();
  const shown = createShownSessions(client, createSessionList());
  shown.show('a')();
  shown.show('a');
  expect(open).toEqual(['a']);
});

test('what a session held is shown at once when the list knows of nothing newer', () => {
  const { client, send } = fakeClient();
  const shown = createShownSessions(client, listAt(stateAt(3).seq, 'a'));
  const hide = shown.show('a');
  const view = () => shown.store.getState().get('a')?.store.getState();
  send('a', { type: 'snapshot', state: stateAt(3) });
  const before = view()?.state;
  hide();
  shown.show('a');
  expect(view()).toMatchObject({ loaded: true });
  expect(view()?.state).toBe(before);
  // The new stream begins with the same: nothing becomes another object.
  send('a', { type: 'snapshot', state: stateAt(3) });
  expect(view()?.state).toBe(before);
});

test('what is not the newest is not shown, and gives way to the snapshot', () => {
  const { client, send } = fakeClient();
  const list = listAt(stateAt(3).seq, 'a');
  const shown = createShownSessions(client, list);
  const hide = shown.show('a');
  const view = () => shown.store.getState().get('a')?.store.getState();
  send('a', { type: 'snapshot', state: stateAt(3) });
  hide();
  list.setState(listAt(stateAt(4).seq, 'a').getState());
  const again = shown.show('a');
  expect(view()).toMatchObject({ loaded: false, state: { turns: [] } });
  send('a', { type: 'snapshot', state: stateAt(4) });
  expect(view()?.state.turns).toHaveLength(4);
  again();
  // Known as far as the list knows it, and yet behind its stream.
  shown.show('a');
  expect(view()?.state.turns).toHaveLength(4);
  send('a', { type: 'snapshot', state: stateAt(5) });
  expect(view()?.state.turns).toHaveLength(5);
});

test('a snapshot that starts elsewhere is taken', () => {
  const { client, send } = fakeClient();
  const shown = createShownSessions(client, listAt(stateAt(3).seq, 'a'));
  const view = () => shown.store.getState().get('a')?.store.getState();
  const hide = shown.show('a');
  send('a', { type: 'snapshot', state: stateAt(3) });
  hide();
  shown.show('a');
  send('a', { type: 'snapshot', state: windowOf(stateAt(3), { turn: 1, entry: 0 }) });
  expect(view()?.state.turns.map(({ id }) => id)).toEqual(['t1', 't2']);
});

test('what was shown long ago is not kept', () => {
  const { client, send } = fakeClient();
  const ids = Array.from({ length: 30 }, (_, index) => `s${index}`);
  const shown = createShownSessions(client, listAt(stateAt(1).seq, ...ids));
  for (const id of ids) {
    const hide = shown.show(id);
    send(id, { type: 'snapshot', state: stateAt(1) });
    hide();
  }
  const loaded = ids.filter((id) => {
    const hide = shown.show(id);
    const is = shown.store.getState().get(id)?.store.getState().loaded === true;
    hide();
    return is;
  });
  expect(loaded).toEqual(ids.slice(-24));
});

test('older turns are asked for once the stream has begun: before it nobody knows the window', async () => {
  const { client, asked, send } = fakeClient();
  const whole = stateAt(3);
  const window = windowOf(whole, { turn: 1, entry: 0 });
  const shown = createShownSessions(client, listAt(whole.seq, 'a'));
  const hide = shown.show('a');
  send('a', { type: 'snapshot', state: window });
  hide();
  shown.show('a');
  const loads = shown.store.getState().get('a')?.older.load();
  await Promise.resolve();
  await Promise.resolve();
  expect(asked).toEqual([]);
  send('a', { type: 'snapshot', state: window });
  await loads;
  expect(asked).toEqual(['session.turns']);
});
