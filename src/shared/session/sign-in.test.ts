import { expect, test } from 'vitest';
import { decodeAuthMethods } from './sign-in.ts';

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
