/** What agents offer beyond a conversation, each behind its capability: against a real process. */
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContentBlock } from '../../shared/session/content.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { ProcessRegistry } from '../processes/registry.ts';
import { AgentFailure, AgentRequestError } from './agent-link.ts';
import type { AgentLaunch } from './agent-link.ts';
import { createStartAgent } from './start-agent.ts';

const agent = fileURLToPath(new URL('../../../tests/agents/scripted-agent.mjs', import.meta.url));

let cwd: string;
let notes: string;
let registry: ProcessRegistry;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'sw-offered-')));
  notes = join(cwd, 'notes.txt');
  registry = new ProcessRegistry();
});
afterEach(async () => {
  await registry.stopAll({ deadlineMs: 1000 });
  await rm(cwd, { recursive: true, force: true });
});

async function start(scenario: object, more: Partial<AgentLaunch> = {}) {
  const events: SessionEventBody[] = [];
  const waiting: (() => void)[] = [];
  const startAgent = createStartAgent({ processes: registry, clientVersion: '1' });
  const words = JSON.stringify({ turns: [[{ say: 'ok' }]], notes, ...scenario });
  const link = await startAgent(
    { agentId: 'test', name: 'T', command: process.execPath, args: [agent, words], env: {}, ...more },
    cwd,
    {
      onEvents: (_session, bodies) => {
        events.push(...bodies);
        for (const wake of waiting.splice(0)) wake();
      },
      onPermission: async () => ({ outcome: 'cancelled', why: 'closed' }),
      onQuestion: async () => ({ outcome: 'declined' }),
      onQuestionCompleted: () => undefined,
      onExit: () => undefined,
    },
    () => undefined,
    new AbortController().signal,
  );
  const heard = async (met: (body: SessionEventBody) => boolean) => {
    while (!events.some(met)) await new Promise<void>((resolve) => waiting.push(resolve));
    return events.find(met);
  };
  const said = () =>
    events
      .map((body) => (body.type === 'message-chunk' && body.content.type === 'text' ? body.content.text : ''))
      .join('');
  return { link, events, heard, said };
}

const noted = () => readFile(notes, 'utf8').catch(() => '');
const go: readonly ContentBlock[] = [{ type: 'text', text: 'go' }];

function kept(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    sessionId: `k${index}`,
    cwd,
    title: `Conversation ${index}`,
    updatedAt: '2026-01-02T03:04:05Z',
    archived: false,
  }));
}

test('all conversations that an agent keeps of a folder, over all pages', async () => {
  const { link } = await start({ kept: [...kept(5), { sessionId: 'other', cwd: '/elsewhere' }] });
  const list = await link.listSessions(cwd);
  expect(list.map(({ acpSessionId }) => acpSessionId)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
  expect(list[0]).toEqual({
    acpSessionId: 'k0',
    cwd,
    title: 'Conversation 0',
    updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    archived: false,
  });
});

test('one is deleted at the agent, and what it no longer has is no error', async () => {
  const { link } = await start({ kept: kept(2) });
  await link.deleteSession('k0');
  await link.deleteSession('k0');
  expect((await link.listSessions(cwd)).map(({ acpSessionId }) => acpSessionId)).toEqual(['k1']);
});

test('one is archived at the agent and taken back', async () => {
  const { link } = await start({ kept: kept(1) });
  expect(link.agent.offers).toEqual(['delete', 'archive', 'list']);
  await link.archiveSession('k0', true);
  expect(await link.listSessions(cwd)).toMatchObject([{ archived: true }]);
  await link.archiveSession('k0', false);
  expect(await link.listSessions(cwd)).toMatchObject([{ archived: false }]);
  await expect(link.archiveSession('none', true)).rejects.toBeInstanceOf(AgentRequestError);
});

test('an agent that can close its sessions is let do so before it is stopped, one that cannot is not asked', async () => {
  const able = await start({ kept: [] });
  const { acpSessionId } = await able.link.openSession(cwd);
  expect(await able.link.stop()).toBe('clean');
  expect(await noted()).toBe(`session/close ${JSON.stringify({ sessionId: acpSessionId })}\n`);
  const unable = await start({});
  await unable.link.openSession(cwd);
  await unable.link.stop();
  expect((await noted()).match(/session\/close/g)).toHaveLength(1);
});

test('an agent says with whose account it works, without names and addresses of people', async () => {
  const accounts = [
    { label: 'Old key', active: false },
    { label: 'Team plan', active: true, email: 'p@example.com', name: 'P' },
  ];
  const { link, heard } = await start({ account: { state: 'authenticated', accounts } });
  await link.openSession(cwd);
  expect(await heard(({ type }) => type === 'account')).toEqual({
    type: 'account',
    account: { state: 'authenticated', labels: ['Team plan'] },
  });
});

test('also by itself, under the name of before and the name of now', async () => {
  const { link, events } = await start({
    turns: [
      [
        {
          notify: {
            method: '_auth/status_update',
            params: { authStatus: { kind: 'api_key', label: 'Key' } },
          },
        },
        { notify: { method: 'auth/status_update', params: { state: '_of_tomorrow' } } },
      ],
    ],
  });
  await link.prompt((await link.openSession(cwd)).acpSessionId, go);
  expect(events.filter(({ type }) => type === 'account')).toEqual([
    { type: 'account', account: { state: 'authenticated', labels: ['Key'] } },
    { type: 'account', account: { state: 'unknown', labels: [] } },
  ]);
});

test('the choice of providers is sent before a session is opened', async () => {
  const main = { apiType: 'anthropic', baseUrl: 'http://127.0.0.1:1', headers: { 'x-key': 'k' } };
  const { link } = await start({ providers: ['main', 'other'] }, { providers: { main, other: null } });
  await link.openSession(cwd);
  expect(await noted()).toBe(
    `providers/set ${JSON.stringify({ providerId: 'main', ...main })}\nproviders/disable {"providerId":"other"}\n`,
  );
});

test.each([
  ['is refused', ['other'], 'it did not take the provider "main": Invalid params: no such provider'],
  ['cannot be made', undefined, 'its settings name the provider "main", but it has none to choose'],
])('when that choice %s, the agent does not work with another one', async (_how, providers, message) => {
  const main = { apiType: 'anthropic', baseUrl: 'http://127.0.0.1:1' };
  const failed = await start({ providers }, { providers: { main } }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(AgentFailure);
  expect((failed as AgentFailure).failure).toMatchObject({ code: 'session-refused', message });
});

test('pictures, sound and embedded files go to an agent that takes them', async () => {
  const { link, said } = await start({
    turns: [[{ tell: 'prompt' }]],
    capabilities: { promptCapabilities: { image: true, audio: true, embeddedContext: true } },
  });
  const data = 'A'.repeat(300);
  const prompt: readonly ContentBlock[] = [
    { type: 'image', mimeType: 'image/png', data, uri: null },
    { type: 'audio', mimeType: 'audio/wav', data },
    { type: 'resource', uri: 'file:///a.txt', mimeType: 'text/plain', text: 'words' },
  ];
  await link.prompt((await link.openSession(cwd)).acpSessionId, prompt);
  expect(JSON.parse(said())).toEqual([
    { type: 'image', mimeType: 'image/png', data: '300 characters' },
    { type: 'audio', mimeType: 'audio/wav', data: '300 characters' },
    { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'words' } },
  ]);
});

test('sound never reaches an agent that did not say it takes it', async () => {
  const { link, said } = await start({ turns: [[{ tell: 'prompt' }]] });
  const { acpSessionId } = await link.openSession(cwd);
  const sound: ContentBlock = { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' };
  await expect(link.prompt(acpSessionId, [sound])).rejects.toThrow('this agent takes no sound');
  expect(said()).toBe('');
});

test('what a turn took in tokens is known with its end', async () => {
  const usage = {
    totalTokens: 30,
    inputTokens: 20,
    outputTokens: 10,
    cachedReadTokens: 5,
    thoughtTokens: null,
  };
  const { link } = await start({ usage });
  const { acpSessionId } = await link.openSession(cwd);
  expect(link.turnTokens(acpSessionId)).toBeNull();
  await link.prompt(acpSessionId, go);
  expect(link.turnTokens(acpSessionId)).toEqual({
    input: 20,
    output: 10,
    cachedRead: 5,
    cachedWrite: null,
    thought: null,
    total: 30,
  });
});

test('a request of the agent that is not known is answered, and the conversation goes on', async () => {
  const { link, said } = await start({
    turns: [[{ request: { method: '_vendor/anything', params: {} } }, { say: ' and on' }]],
  });
  await link.prompt((await link.openSession(cwd)).acpSessionId, go);
  expect(said()).toMatch(/^error -32601: .* and on$/);
});
