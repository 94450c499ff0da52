import { expect, it } from 'vitest';
import type { ConfigOption } from '../../shared/session/content.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import type { AgentHandlers, AgentLaunch, AgentLink, StartAgent } from './agent-link.ts';
import { startPrepared } from './session-defaults.ts';

const options: readonly ConfigOption[] = [
  {
    id: 'model',
    name: 'Model',
    description: null,
    category: 'model',
    type: 'select',
    value: 'small',
    choices: [],
  },
  { id: 'fast', name: 'Fast', description: null, category: null, type: 'boolean', value: false },
];

async function open(defaults: AgentLaunch['defaults']) {
  const asked: unknown[] = [];
  const notices: SessionEventBody[] = [];
  const link = {
    openSession: async () => ({
      acpSessionId: 's',
      modes: { currentModeId: 'ask', available: [{ id: 'ask' }, { id: 'code' }] },
      options,
    }),
    setMode: async (...args: unknown[]) => void asked.push(args),
    setOption: async (_session: string, id: string, value: string | boolean) => {
      asked.push([id, value]);
      if (value === 'refused') throw new Error('no');
      return options.map((option) => (option.id === id ? { ...option, value } : option));
    },
  } as unknown as AgentLink;
  const start: StartAgent = async () => link;
  const handlers = {
    onEvents: (_id: string, events: readonly SessionEventBody[]) => notices.push(...events),
  } as unknown as AgentHandlers;
  const launch: AgentLaunch = { agentId: 'a', name: 'A', command: 'a', args: [], env: {} };
  const prepared = startPrepared(start, async (each) => ({
    ...each,
    ...(defaults === undefined ? {} : { defaults }),
  }));
  const opened = await (
    await prepared(launch, '/x', handlers, () => undefined, new AbortController().signal)
  ).openSession('/x');
  return { opened, asked, notices };
}

it('a new session begins with the mode and the options that the settings say', async () => {
  const { opened, asked, notices } = await open({ mode: 'code', options: { model: 'large', fast: false } });
  expect(asked).toEqual([
    ['s', 'code'],
    ['model', 'large'],
  ]);
  expect(opened.modes?.currentModeId).toBe('code');
  expect(opened.options?.map(({ value }) => value)).toEqual(['large', false]);
  expect(notices).toEqual([]);
});

it('what the agent does not have or refuses is said, and the session opens all the same', async () => {
  const { opened, notices } = await open({ mode: 'gone', options: { model: 'refused', none: true } });
  expect(opened.modes?.currentModeId).toBe('ask');
  expect(opened.options).toEqual(options);
  expect(notices).toMatchObject([
    { type: 'notice', description: 'gone, model = refused, none = true. Change it in Settings, Agents.' },
  ]);
});

it('without settings nothing is asked of the agent', async () => {
  expect((await open(undefined)).asked).toEqual([]);
});
