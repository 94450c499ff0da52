/**
 * Takes one real agent through a session's life as a person would, on the app's own engine, and says what held:
 * new, a turn with work and questions, a cancelled turn, a new process, closing, nothing left.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentLaunch } from '../../src/main/agents/agent-link.ts';
import type { Session } from '../../src/main/sessions/session.ts';
import type { SessionEvent } from '../../src/shared/session/event.ts';
import { subjectOf } from '../../src/shared/session/subject.ts';
import type { Entry, SessionState, ToolCallEntry, Turn } from '../../src/shared/session/state.ts';
import { leftovers, processTree, tagged } from '../support/processes.ts';
import type { SeenProcess } from '../support/processes.ts';
import { startEngine } from './engine.ts';
import type { Engine } from './engine.ts';
import { ENDLESS_COMMAND, PLAIN_ANSWER, WORK_ANSWER, promptFor } from './model/script.ts';
import type { ScriptedTurn } from './model/script.ts';
import { startMockModel } from './model/server.ts';
import type { MockModel } from './model/server.ts';
import { commonEnv } from './recipes.ts';
import type { Place, Recipe } from './recipes.ts';
import { until } from './waits.ts';

export type Check = 'yes' | 'no' | 'n/a';

export type Row = {
  readonly agent: string;
  version: string;
  initMs: number | null;
  newMs: number | null;
  edit: Check;
  command: Check;
  permission: Check;
  cancel: Check;
  reopen: string;
  close: string;
  left: number;
  readonly notes: string[];
  /** What must hold and does not. */
  readonly failures: string[];
  /** For whoever looks into a failure. */
  evidence: string[];
};

const START_MS = 90_000;
const TURN_MS = 120_000;
/** The system has no event for a process that a process starts. */
const POLL_MS = 100;
/** More than the app's own patience, after which it ends the process. */
const CANCEL_MS = 20_000;

export async function drive(
  recipe: Recipe,
  place: Place,
  { version, record }: { readonly version: string; readonly record: string | null },
): Promise<Row> {
  const row = emptyRow(recipe.id, version);
  const root = await realpath(await mkdtemp(join(tmpdir(), `switchyard-${recipe.id}-`)));
  const home = join(root, 'home');
  const workspace = join(root, 'work');
  const notes = join(workspace, 'notes.txt');
  const made = join(workspace, 'made-by-command.txt');
  await Promise.all([home, join(home, 'tmp'), workspace].map((path) => mkdir(path, { recursive: true })));
  await writeFile(notes, 'First line\nHello original\nLast line\n');
  await promisify(execFile)('git', ['init', '-q', workspace]).catch(() => undefined);
  const model = await startMockModel({
    path: notes,
    before: 'Hello original',
    after: 'Hello edited',
    command: `echo command-${'output'} && touch made-by-command.txt`,
  });
  for (const [path, content] of Object.entries(recipe.files({ home, url: model.url }))) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(
      join(home, path),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  }
  const launch: AgentLaunch = {
    agentId: recipe.id,
    name: recipe.id,
    ...recipe.launch(place),
    env: {
      ...commonEnv(home, place.node, process.env.PATH ?? ''),
      ...recipe.env({ home, url: model.url }),
    },
  };
  const engine = startEngine({
    launch,
    workspace,
    dataDir: join(root, 'data'),
    report: (error) => row.notes.push(error instanceof Error ? error.message : String(error)),
  });
  const life = new Life({ recipe, row, engine, model, notes, made });
  try {
    await life.live();
  } catch (error) {
    row.failures.push(error instanceof Error ? error.message : String(error));
  } finally {
    await engine.close();
    life.countLeft();
    await model.close();
    if (record !== null) {
      await mkdir(record, { recursive: true });
      const text = engine.recorder.lines.join('\n').replaceAll(root, '/home/dev/run');
      await writeFile(join(record, `${recipe.id}.jsonl`), `${text}\n`);
    }
    row.evidence = [
      ...model.seen.map(
        ({ line, ended, tools, toolResult }) =>
          `${line}: ${ended}; ${tools.length} tools; after ${JSON.stringify(toolResult?.slice(0, 200) ?? null)}`,
      ),
      `tools: ${model.seen.find(({ tools }) => tools.length > 0)?.tools.join(', ') ?? 'none'}`,
      'stderr:',
      ...engine.recorder.stderrTail,
    ];
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
  return row;
}

type LifePorts = {
  readonly recipe: Recipe;
  readonly row: Row;
  readonly engine: Engine;
  readonly model: MockModel;
  readonly notes: string;
  readonly made: string;
};

class Life {
  readonly #ports: LifePorts;
  readonly #seen: SeenProcess[] = [];

  constructor(ports: LifePorts) {
    this.#ports = ports;
  }

  async live(): Promise<void> {
    const { recipe, row, engine } = this.#ports;
    const events: SessionEvent[] = [];
    const created = engine.sessions.create('workspace', recipe.id);
    if (!created.ok) throw new Error(created.error.message);
    const session = created.value;
    session.watch({ onEvents: (batch) => void events.push(...batch), onEnd: () => undefined });
    await this.#opened(session, 'new');
    this.#takeTimes(events);
    row.version = session.state.agent?.version ?? row.version;

    await this.#work(session);
    await this.#cancelled(session);
    await this.#freshProcess(session);

    await this.#closedMidCommand(session);
    this.countLeft();
  }

  countLeft(): void {
    const { row } = this.#ports;
    const left = leftovers(this.#seen);
    row.left = left.length;
    if (left.length > 0 && !row.failures.some((text) => text.startsWith('left behind'))) {
      row.failures.push(`left behind: ${left.map(({ pid, command }) => `${pid} ${command}`).join('; ')}`);
    }
  }

  async #opened(session: Session, what: string): Promise<void> {
    const state = await until(
      session,
      `${what}: ready`,
      START_MS,
      ({ phase }) => phase.name === 'ready' || phase.name === 'failed',
    );
    if (state.phase.name === 'failed') {
      throw new Error(`${what}: ${state.phase.failure.code}: ${state.phase.failure.message}`);
    }
    this.#look();
  }

  #takeTimes(events: readonly SessionEvent[]): void {
    const { row } = this.#ports;
    const at = (stage: string) =>
      events.find((event) => event.type === 'agent-starting' && event.stage === stage)?.at;
    const handshake = at('handshake');
    const opening = at('opening');
    const ready = events.find(({ type }) => type === 'agent-ready')?.at;
    if (handshake !== undefined && opening !== undefined) row.initMs = opening - handshake;
    if (opening !== undefined && ready !== undefined) row.newMs = ready - opening;
  }

  /** A turn that edits a file and runs a command, each only after the person has allowed it. */
  async #work(session: Session): Promise<void> {
    const { recipe, row, notes, made } = this.#ports;
    const asked: ToolCallEntry[] = [];
    const turn = await this.#turn(session, 'work', asked);
    this.#must(endedWith(turn, 'end_turn'), `work: the turn ended ${JSON.stringify(turn.outcome)}`);
    const calls = turn.entries.filter((entry) => entry.type === 'tool-call');
    const open = calls.filter(({ status }) => status === 'pending' || status === 'in_progress');
    this.#must(open.length === 0, `work: ${open.length} tool calls are still open`);
    const asks = (kind: ToolCallEntry['kind']) => asked.some((call) => call.kind === kind);
    const namesAll = asked.every((call) => subjectOf(call, session.facts.cwd) !== '');
    this.#must(namesAll, 'work: a question says nothing of what it is about');
    if (recipe.brain === 'own') {
      row.permission = this.#must(asked.length > 0, 'work: nothing was asked');
      return;
    }
    const text = await readFile(notes, 'utf8');
    const edited = calls.find(
      (call) => call.kind === 'edit' && call.content.some((content) => content.type === 'diff'),
    );
    const editHolds =
      this.#must(
        text === 'First line\nHello edited\nLast line\n',
        `edit: the file is ${JSON.stringify(text)}`,
      ) === 'yes' &&
      this.#must(
        edited?.status === 'completed',
        `edit: no completed call with a diff (${shortly(calls)})`,
      ) === 'yes';
    row.edit = editHolds ? 'yes' : 'no';
    const ran = calls.find((call) => call.kind === 'execute');
    const commandHolds =
      this.#must((await readFile(made).catch(() => null)) !== null, 'command: it has left no file') ===
        'yes' &&
      this.#must(ran?.status === 'completed', `command: no completed call (${shortly(calls)})`) === 'yes' &&
      this.#must(
        ran !== undefined && outputOf(ran).includes('command-output') === (recipe.commandOutput === 'told'),
        `command: its output is not ${recipe.commandOutput}`,
      ) === 'yes';
    row.command = commandHolds ? 'yes' : 'no';
    if (recipe.commandOutput === 'untold') row.notes.push('does not tell what commands put out');
    row.permission = this.#must(
      asks('edit') && asks('execute'),
      `permission: asked for ${asked.map(({ kind }) => kind).join(', ') || 'nothing'}`,
    );
    this.#must(textOf(turn).includes(WORK_ANSWER), `work: the answer is ${JSON.stringify(textOf(turn))}`);
  }

  /** Stopping a turn while it streams; the next one must be whole and its own. */
  async #cancelled(session: Session): Promise<void> {
    const { recipe, row, model } = this.#ports;
    const count = session.state.turns.length;
    await this.#prompt(session, 'slow');
    const grown = ({ active, turns }: SessionState) =>
      turns.length > count ||
      (active !== null && (recipe.brain === 'own' || textOf(active).includes('word 5')));
    await until(session, 'cancel: text streams', TURN_MS, grown);
    const began = performance.now();
    await session.cancel();
    const state = await until(session, 'cancel: the turn ends', CANCEL_MS, ({ active }) => active === null);
    const ms = Math.round(performance.now() - began);
    const turn = state.turns.at(-1);
    const stopped = turn !== undefined && endedWith(turn, 'cancelled') && state.phase.name === 'ready';
    row.cancel = this.#must(
      stopped,
      `cancel: the turn ended ${JSON.stringify(turn?.outcome)} after ${ms} ms, phase ${JSON.stringify(state.phase)}`,
    );
    if (ms > 1000) row.notes.push(`cancel took ${ms} ms`);
    if (recipe.brain === 'own') return;
    const next = await this.#turn(session, 'plain', []);
    if (model.seen.some(({ ended }) => ended === 'open')) row.notes.push('goes on asking the model');
    const said = textOf(next).trim();
    if (said !== PLAIN_ANSWER) {
      row.cancel = this.#must(false, `cancel: the next turn says ${JSON.stringify(said)}`);
    }
  }

  /** The process ends under the session, which is started anew and takes the conversation up again. */
  async #freshProcess(session: Session): Promise<void> {
    const { recipe, row, engine } = this.#ports;
    this.#look();
    const before = session.state;
    const how = await engine.stopProcess(engine.process());
    this.#must(how !== 'leaked', `fresh process: stopping the old one ended ${how}`);
    this.countLeft();
    await until(
      session,
      'fresh process: the old one is gone',
      CANCEL_MS,
      ({ phase }) => phase.name === 'failed',
    );
    const restarted = await session.restart();
    if (!restarted.ok) throw new Error(`fresh process: ${restarted.error.message}`);
    if (!recipe.reopens) {
      await this.#opened(session, 'reopen');
      row.reopen = 'n/a';
      return;
    }
    // At once, as a person does who goes on writing: it waits, and is sent as soon as the agent is there.
    const turn = await this.#turn(session, 'recall', []);
    row.reopen = engine.reopened.at(-1) ?? 'not tried';
    this.#must(row.reopen === 'resume' || row.reopen === 'load', `reopen: ${row.reopen}`);
    const said = textOf(turn).trim();
    this.#must(
      /^Before this came: work, [^[]*plain\.$/.test(said),
      `reopen: it says ${JSON.stringify(said)}`,
    );
    const strange = turn.entries.filter(({ type }) => type === 'tool-call' || type === 'notice');
    this.#must(strange.length === 0, `reopen: the turn holds ${JSON.stringify(strange)}`);
    const kept = session.state.turns.slice(0, before.turns.length);
    this.#must(
      session.state.turns.length === before.turns.length + 1 &&
        JSON.stringify(kept.map(skeleton)) === JSON.stringify(before.turns.map(skeleton)),
      'reopen: what was shown before has changed',
    );
  }

  async #prompt(session: Session, turn: ScriptedTurn): Promise<void> {
    const prompted = await session.prompt([{ type: 'text', text: promptFor(turn) }]);
    if (!prompted.ok) throw new Error(`${turn}: ${prompted.error.message}`);
  }

  /** Sends the prompt, allows whatever is asked, and waits for the end. */
  async #turn(session: Session, name: ScriptedTurn, asked: ToolCallEntry[]): Promise<Turn> {
    const count = session.state.turns.length;
    const stopAllowing = this.#allow(session, name, asked);
    try {
      await this.#prompt(session, name);
      const state = await until(
        session,
        `${name}: the turn ends`,
        TURN_MS,
        ({ active, turns, phase }) => (active === null && turns.length > count) || phase.name === 'failed',
      );
      const { phase } = state;
      if (phase.name === 'failed')
        throw new Error(`${name}: ${phase.failure.code}: ${phase.failure.message}`);
      const turn = state.turns.slice(count).find(({ prompt }) => prompt !== null);
      if (turn === undefined) throw new Error(`${name}: no turn`);
      this.#look();
      return turn;
    } finally {
      stopAllowing();
    }
  }

  /** Allows once whatever is asked, as long as it is not stopped. */
  #allow(session: Session, name: ScriptedTurn, asked: ToolCallEntry[]): () => void {
    const answered = new Set<string>();
    const allow = () => {
      for (const pending of session.state.permissions) {
        if (answered.has(pending.requestId)) continue;
        answered.add(pending.requestId);
        const call = session.state.active?.entries.find(
          (entry): entry is ToolCallEntry =>
            entry.type === 'tool-call' && entry.toolCallId === pending.toolCallId,
        );
        if (call === undefined) this.#must(false, `${name}: a question has no tool call`);
        else asked.push(call);
        const option = pending.options.find(({ kind }) => kind === 'allow_once');
        if (option === undefined) this.#must(false, `${name}: nothing to allow once`);
        void session.answerPermission(pending.requestId, option?.optionId ?? '');
        this.#look();
      }
    };
    const watching = session.watch({ onEvents: allow, onEnd: () => undefined });
    allow();
    return () => watching.stop();
  }

  /** The hardest moment to close: a command runs that neither says anything nor ends. */
  async #closedMidCommand(session: Session): Promise<void> {
    const { recipe, row, engine } = this.#ports;
    if (recipe.brain === 'script') {
      const stopAllowing = this.#allow(session, 'hang', []);
      await this.#prompt(session, 'hang');
      const { pid, runId } = engine.process();
      const runs = () =>
        [...processTree(pid), ...tagged(runId)].some(({ command }) => command === ENDLESS_COMMAND);
      const deadline = performance.now() + TURN_MS;
      while (!runs() && performance.now() < deadline) await pause(POLL_MS);
      this.#must(runs(), 'close: the command that it is to be closed under does not run');
      stopAllowing();
    }
    this.#look();
    const began = performance.now();
    row.close = await session.close();
    row.notes.push(`close took ${Math.round(performance.now() - began)} ms`);
    this.#must(row.close === 'clean' || row.close === 'forced', `closing ended ${row.close}`);
  }

  /** Remembers every process that there is now. */
  #look(): void {
    this.#seen.push(...processTree(this.#ports.engine.process().pid));
  }

  #must(holds: boolean, otherwise: string): Check {
    if (!holds) this.#ports.row.failures.push(otherwise);
    return holds ? 'yes' : 'no';
  }
}

function emptyRow(agent: string, version: string): Row {
  return {
    agent,
    version,
    initMs: null,
    newMs: null,
    edit: 'n/a',
    command: 'n/a',
    permission: 'n/a',
    cancel: 'n/a',
    reopen: '-',
    close: '-',
    left: 0,
    notes: [],
    failures: [],
    evidence: [],
  };
}

function endedWith(turn: Turn, reason: string): boolean {
  return turn.outcome?.type === 'stopped' && turn.outcome.reason === reason;
}

function textOf(turn: Turn): string {
  return turn.entries
    .flatMap((entry) => (entry.type === 'message' && entry.role === 'agent' ? entry.blocks : []))
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('');
}

function outputOf(call: ToolCallEntry): string {
  const texts = call.content.map((content) =>
    content.type === 'content' && content.block.type === 'text' ? content.block.text : '',
  );
  return [...texts, call.terminal?.output ?? ''].join('\n');
}

function shortly(calls: readonly ToolCallEntry[]): string {
  return calls
    .map(
      ({ kind, status, title, content }) =>
        `${kind} ${status} ${title} [${content.map(({ type }) => type).join(' ')}]`,
    )
    .join('; ');
}

/** What must not change when a conversation is taken up again. */
function skeleton({ prompt, entries, outcome }: Turn) {
  const brief = (entry: Entry) => [entry.type, entry.id];
  return { prompt, outcome, entries: entries.map(brief) };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
