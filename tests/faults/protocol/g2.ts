/** G2: mutated lines of recorded agents, to real sessions: nothing is thrown, and the state stays one that can be. */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createMemoryEventLog } from '../../../src/main/sessions/memory-event-log.ts';
import type { EventLog } from '../../../src/main/sessions/event-log.ts';
import { seededRandom } from '../../../src/main/storage/testing/sample-events.ts';
import type { SessionEvent } from '../../../src/shared/session/event.ts';
import { type FaultRun, controlFailure } from '../fault-run.ts';
import { project } from '../g16-g19-real.mts';
import { PATIENCE_MS, agentOf, startRig } from '../rig.ts';
import { until } from '../../real-agents/waits.ts';
import { mutated, pick } from './mutator.ts';
import { StateWatch, violationsOf } from './state-violations.ts';

const LINES_PER_SESSION = 350;
const LINES_PER_PROMPT = 50;
/** So many lines stay as they were recorded: else no turn would get anywhere. */
const UNTOUCHED = 0.25;

type Found = { readonly failures: readonly string[]; readonly events: number; readonly states: number };

export const g2: FaultRun = {
  name: 'G2',
  alone: true,
  async run({ quick, seed, scratch }) {
    const random = seededRandom(seed);
    const total = quick ? 2000 : 10_000;
    const recordings = await readRecordings();
    const found: Found[] = [];
    const lines: Buffer[] = [];
    let touched = 0;
    for (let number = 0; touched < total; number += 1) {
      const recorded = recordings[number % recordings.length] ?? [];
      const from = Math.floor(random() * Math.max(1, recorded.length - LINES_PER_SESSION));
      const script: Buffer[] = [];
      for (let at = from; script.length < LINES_PER_SESSION && touched < total; at += 1) {
        const line = recorded[at % recorded.length] ?? '{}';
        const stays = random() < UNTOUCHED;
        script.push(stays ? Buffer.from(line) : mutated(line, recorded, random));
        if (!stays) touched += 1;
      }
      lines.push(...script);
      found.push(await oneSession(join(scratch, String(number)), script, random));
    }
    const thrown = lines.filter((line) => !isFoldedNaively(line.toString())).length;
    const failures = [
      ...found.flatMap((each) => each.failures),
      ...controlFailure(thrown),
      ...(await brokenState()),
    ];
    return {
      type: 'done',
      figure:
        `${touched} mutated lines among ${lines.length} of ${recordings.length} recordings in ${found.length} sessions: ` +
        `${failures.length} thrown or wrong, ${found.reduce((sum, { states }) => sum + states, 0)} states looked at, ` +
        `${found.reduce((sum, { events }) => sum + events, 0)} events fold again to the same; ` +
        `control: a trusting reader throws at ${thrown}`,
      failures,
    };
  },
};

/** What agents said, line by line, with a mark where their session's id was. */
async function readRecordings(): Promise<readonly (readonly string[])[]> {
  const folder = join(project, 'tests/fixtures/acp-traces');
  const recordings: string[][] = [];
  for (const name of (await readdir(folder)).sort()) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n').flatMap((line) => {
      if (line === '') return [];
      const { dir, msg } = JSON.parse(line) as { dir: string; msg?: { params?: { sessionId?: unknown } } };
      if (dir !== 'in' || msg === undefined) return [];
      if (typeof msg.params?.sessionId === 'string') msg.params.sessionId = '@SESSION@';
      return [JSON.stringify(msg)];
    });
    if (lines.length > 0) recordings.push(lines);
  }
  return recordings;
}

async function oneSession(path: string, script: readonly Buffer[], random: () => number): Promise<Found> {
  await mkdir(path);
  const prompts: Buffer[][] = [];
  for (let at = 0; at < script.length; at += LINES_PER_PROMPT) {
    prompts.push([...script.slice(at, at + LINES_PER_PROMPT), endLine(prompts.length)]);
  }
  await writeFile(
    join(path, 'script.json'),
    JSON.stringify(prompts.map((lines) => lines.map((line) => line.toString('base64')))),
  );
  let log: EventLog = createMemoryEventLog();
  const rig = startRig({
    launches: [agentOf('says-lines', join(path, 'script.json'), join(path, 'heard'), '40')],
    workspace: await realpath(path),
    openLog: () => (log = createMemoryEventLog()),
  });
  const session = await rig.open('says-lines');
  const watch = new StateWatch(session.facts);
  let states = 0;
  const seen = new Set<string>();
  const events: SessionEvent[] = [];
  session.watch({
    onEvents: (batch) => {
      events.push(...batch);
      states += 1;
      watch.look(session.state);
      for (const { requestId, options } of session.state.permissions) {
        if (seen.has(requestId)) continue;
        seen.add(requestId);
        // Some are answered at once, some stay open until the turn is over.
        const option = pick(options, random);
        if (random() < 0.6 && option !== undefined) void session.answerPermission(requestId, option.optionId);
      }
      for (const { questionId } of session.state.questions) {
        if (seen.has(questionId)) continue;
        seen.add(questionId);
        if (random() < 0.6) void session.answerQuestion(questionId, { action: 'decline' });
      }
    },
    onEnd: () => undefined,
  });
  const failures: string[] = [];
  try {
    for (const index of prompts.keys()) {
      const isSaid = () => events.some((event) => event.type === 'notice' && event.title === `end ${index}`);
      await session.prompt([{ type: 'text', text: `part ${index}` }]);
      await until(
        session,
        `part ${index} is said`,
        PATIENCE_MS,
        ({ phase }) => phase.name === 'failed' || isSaid(),
      );
    }
    if (session.state.phase.name !== 'ready')
      failures.push(`the agent was given up: ${session.state.phase.name}`);
  } catch (error) {
    failures.push(String(error));
  }
  await rig.close();
  const { state } = session;
  const kept: SessionEvent[] = [];
  for await (const batch of log.read()) kept.push(...batch);
  watch.end(state, kept);
  if (state.active !== null || state.permissions.length + state.questions.length > 0) {
    failures.push('something is open in a closed session');
  }
  if (Object.hasOwn(Object.prototype, 'polluted')) failures.push('the prototype of objects was changed');
  failures.push(...watch.violations, ...rig.unexpected.map((error) => `unexpected: ${String(error)}`));
  return { failures, events: events.length, states };
}

function endLine(part: number): Buffer {
  const update = { sessionUpdate: 'notice', severity: 'info', title: `end ${part}` };
  return Buffer.from(
    JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: '@SESSION@', update } }),
  );
}

/** As if all that comes were as promised. */
function isFoldedNaively(line: string): boolean {
  try {
    const { method, params } = JSON.parse(line) as { method?: string; params: { update: NaiveUpdate } };
    if (method !== 'session/update') return true;
    const { update } = params;
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return update.content.text.length >= 0;
      case 'tool_call':
        return update.toolCallId.startsWith('') && update.title.trim().length >= 0;
      default:
        return update.sessionUpdate.length > 0;
    }
  } catch {
    return false;
  }
}

type NaiveUpdate = {
  readonly sessionUpdate: string;
  readonly content: { readonly text: string };
  readonly toolCallId: string;
  readonly title: string;
};

/** Whoever looks at states has to see a wrong one. */
async function brokenState(): Promise<readonly string[]> {
  const { emptySessionState } = await import('../../../src/shared/session/state.ts');
  const turn = { id: 't', startedAt: 1, endedAt: null, prompt: [], entries: [], outcome: null };
  const broken = violationsOf({
    ...emptySessionState,
    phase: { name: 'stopped', how: 'clean' },
    turns: [turn, turn],
    active: turn,
    permissions: [{ requestId: 'r', toolCallId: 'none', askedAt: 1, options: [], diffMismatch: false }],
  });
  return broken.length >= 5 ? [] : [`the control: only ${broken.length} of 5 wrongs were seen`];
}
