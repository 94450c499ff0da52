import { expect, test } from 'vitest';
import type { Client } from '../../shared/ipc/client.ts';
import { createSessionList } from './list-store.ts';
import { createShownSessions } from './shown-sessions.ts';

function fakeClient() {
  const open: string[] = [];
  const client = {
    request: () => Promise.resolve({ ok: true, value: null }),
    subscribe: (_name: string, { sessionId }: { sessionId: string }) => {
      open.push(sessionId);
      return () => void open.splice(open.indexOf(sessionId), 1);
    },
  } as unknown as Client;
  return { client, open };
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
