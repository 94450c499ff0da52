/** Recorded agents, played by a process of their own to the app's session engine: what the person sees of them. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../../src/main/sessions/session.ts';
import type { Turn } from '../../src/shared/session/state.ts';
import { startEngine } from '../real-agents/engine.ts';
import type { Engine } from '../real-agents/engine.ts';
import { promptFor } from '../real-agents/model/script.ts';
import type { ScriptedTurn } from '../real-agents/model/script.ts';
import { until } from '../real-agents/waits.ts';

const WAIT_MS = 20_000;
const player = fileURLToPath(new URL('../agents/plays-trace.mjs', import.meta.url));

let root: string;
let engine: Engine | null = null;
const reports: unknown[] = [];

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'switchyard-recorded-')));
  await mkdir(join(root, 'work'));
  await writeFile(join(root, 'work/notes.txt'), 'First line\nHello original\nLast line\n');
  reports.length = 0;
});

afterEach(async () => {
  await engine?.close();
  engine = null;
  vi.useRealTimers();
  await rm(root, { recursive: true, force: true });
});

async function start(trace: string, agentId: string): Promise<Session> {
  const file = fileURLToPath(new URL(`../fixtures/acp-traces/${trace}.jsonl`, import.meta.url));
  engine = startEngine({
    launch: { agentId, name: agentId, command: process.execPath, args: [player, file], env: {} },
    workspace: join(root, 'work'),
    dataDir: join(root, 'data'),
    report: (error) => void reports.push(error),
  });
  const created = engine.sessions.create('workspace', agentId);
  if (!created.ok) throw new Error(created.error.message);
  await until(created.value, 'ready', WAIT_MS, ({ phase }) => phase.name === 'ready');
  return created.value;
}

/** Sends a prompt, allows once what is asked, stops the slow turn, and gives back the turn as it ended. */
async function turn(session: Session, name: ScriptedTurn): Promise<Turn> {
  const own = () => session.state.turns.filter(({ prompt }) => prompt !== null);
  const count = own().length;
  const answered = new Set<string>();
  const act = () => {
    for (const { requestId, options } of session.state.permissions) {
      if (answered.has(requestId)) continue;
      answered.add(requestId);
      const option = options.find(({ kind }) => kind === 'allow_once');
      void session.answerPermission(requestId, option?.optionId ?? 'none');
    }
    const { active, cancelling } = session.state;
    if (active !== null && !cancelling && said(active).includes('word 5')) void session.cancel();
  };
  const watching = session.watch({ onEvents: act, onEnd: () => undefined });
  await session.prompt([{ type: 'text', text: promptFor(name) }]);
  const isOver = () => session.state.active === null && own().length > count;
  await until(session, name, WAIT_MS, ({ phase }) => phase.name === 'failed' || isOver());
  watching.stop();
  const { phase } = session.state;
  if (phase.name === 'failed') throw new Error(`${name}: ${phase.failure.message}`);
  const ended = own()[count];
  if (ended === undefined) throw new Error(`${name}: no turn`);
  return ended;
}

/** Ends the agent's process and writes on at once, while the session starts a new one. */
async function restartAndAsk(session: Session): Promise<Turn> {
  if (engine === null) throw new Error('no engine');
  await engine.stopProcess(engine.process());
  await until(session, 'gone', WAIT_MS, ({ phase }) => phase.name === 'failed');
  // What just began may be taken up again only in a later minute from some agents.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect((await session.restart()).ok).toBe(true);
  return turn(session, 'recall');
}

function said({ entries }: Turn): string {
  return entries
    .flatMap((entry) => (entry.type === 'message' ? entry.blocks : []))
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('');
}

function shown({ entries, outcome }: Turn) {
  return {
    outcome: outcome?.type === 'stopped' ? outcome.reason : outcome,
    entries: entries.map((entry) => {
      if (entry.type === 'message') return said({ entries: [entry] } as unknown as Turn);
      if (entry.type !== 'tool-call') return entry.type;
      return `${entry.kind} ${entry.status} ${entry.content.map(({ type }) => type).join(' ')}`.trim();
    }),
  };
}

test('Qwen Code 0.24: its own requests are refused and its turns are whole, without empty messages', async () => {
  const session = await start('qwen', 'qwen');
  expect(shown(await turn(session, 'work'))).toEqual({
    outcome: 'end_turn',
    entries: [
      'Next step. ',
      'read completed content',
      'Next step. ',
      'edit completed diff',
      'Next step. ',
      'execute completed content',
      'The file is edited and the command has run.',
    ],
  });
  expect(await readFile(join(root, 'work/notes.txt'), 'utf8')).toBe('First line\nHello edited\nLast line\n');
  expect(shown(await turn(session, 'slow'))).toEqual({
    outcome: 'cancelled',
    entries: ['word 1 word 2 word 3 word 4 word 5 '],
  });
  expect(said(await turn(session, 'plain'))).toBe('A plain answer, in **one** turn.');
  expect(said(await restartAndAsk(session))).toBe('Before this came: work, slow, plain.');
  expect(reports).toEqual([]);
});

async function lifeOfGemini(agentId: string) {
  const session = await start('gemini.reload', agentId);
  const work = shown(await turn(session, 'work'));
  await turn(session, 'slow');
  await turn(session, 'plain');
  return { work, recall: shown(await restartAndAsk(session)) };
}

test('Gemini CLI 0.61: the history that it tells after its answer to session/load is not shown again', async () => {
  expect(await lifeOfGemini('gemini')).toEqual({
    work: {
      outcome: 'end_turn',
      entries: [
        'Next step. ',
        'read completed',
        'Next step. ',
        'edit completed diff',
        'Next step. ',
        'execute completed',
        'The file is edited and the command has run.',
      ],
    },
    recall: { outcome: 'end_turn', entries: ['Before this came: work, plain.'] },
  });
});

test('control: taken for an agent that keeps to the protocol, it would be shown as the answer', async () => {
  const { recall } = await lifeOfGemini('unknown-agent');
  expect(recall.entries.join('')).toContain('[Function Call: replace]');
});
