import { expect, test } from 'vitest';
import type { SessionEventBody } from './event.ts';
import { decodeAccount, decodeAuthMethods, decodeOlderAccount } from './sign-in.ts';
import type { AgentAccount } from './sign-in.ts';
import { folded, ready } from './testing/events.ts';

test('methods of every kind, as the protocol and agents before it spell them', () => {
  const base = { name: 'N', description: null };
  expect(
    decodeAuthMethods([
      { id: 'a', name: 'N' },
      { id: 't', name: 'N', type: 'terminal', args: ['login', 3], env: { A: '1', B: 2 } },
      { id: 'l', name: 'N', _meta: { 'terminal-auth': { command: '/bin/x', args: ['in'] } } },
      {
        id: 'e',
        name: 'N',
        type: 'env_var',
        vars: [{ name: 'KEY', label: 'Key' }, { name: 'URL', secret: false, optional: true }, {}],
      },
      { id: 'v', name: 'N', type: 'env_var', varName: 'TOKEN', link: 'https://k.example' },
      { id: 'a', name: 'again' },
      { name: 'without an id' },
      'nonsense',
    ]),
  ).toEqual([
    { ...base, id: 'a', type: 'agent' },
    { ...base, id: 't', type: 'terminal', command: null, args: ['login'], env: { A: '1' } },
    { ...base, id: 'l', type: 'terminal', command: '/bin/x', args: ['in'], env: {} },
    {
      ...base,
      id: 'e',
      type: 'environment',
      variables: [
        { name: 'KEY', label: 'Key', secret: true, optional: false },
        { name: 'URL', label: null, secret: false, optional: true },
      ],
      link: null,
    },
    {
      ...base,
      id: 'v',
      type: 'environment',
      variables: [{ name: 'TOKEN', label: null, secret: true, optional: false }],
      link: 'https://k.example',
    },
  ]);
  expect(decodeAuthMethods('nothing')).toEqual([]);
});

test('what an agent says about its own sign-in, as far as it can be read', () => {
  expect([
    decodeAccount({ state: 'authenticated', accounts: [{ label: 'A' }, { label: 7 }, 'x', { label: 'B' }] }),
    decodeAccount({ state: 'not_required' }),
    decodeAccount({ state: 'of tomorrow', accounts: null }),
    decodeAccount({ accounts: [] }),
    decodeOlderAccount({ authStatus: { kind: 'api_key', label: 'Key', detail: 'NAME' } }),
    decodeOlderAccount({ authStatus: { kind: 'none' } }),
    decodeOlderAccount({}),
  ]).toEqual([
    { state: 'authenticated', labels: ['A', 'B'] },
    { state: 'not-required', labels: [] },
    { state: 'unknown', labels: [] },
    null,
    { state: 'authenticated', labels: ['Key'] },
    { state: 'unauthenticated', labels: [] },
    null,
  ]);
});

test('an agent that loses its sign-in while it works wants one; one that never had any goes on', () => {
  const told = (state: AgentAccount['state']): SessionEventBody => ({
    type: 'account',
    account: { state, labels: [] },
  });
  const never = folded([ready(), told('unauthenticated')]);
  expect(never.signIn).toBeNull();
  const lost = folded([ready(), told('authenticated'), told('unauthenticated')]);
  expect(lost.signIn).toEqual({ status: 'needed' });
  const again = folded([ready(), told('authenticated'), told('unauthenticated'), told('authenticated')]);
  expect(again.signIn).toBeNull();
});
