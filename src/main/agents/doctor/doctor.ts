/**
 * Looks an agent over: starts it for real in a folder of its own, asks everything of it that the app can, and
 * says of each what came. Never begins a sign-in, allows nothing but one harmless command, leaves no process
 * and no folder.
 */
import { access, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DoctorState } from '../../../shared/ipc/contract/doctor.ts';
import { isRecord, listOf, textOf } from '../../../shared/session/json-value.ts';
import type { JsonRecord } from '../../../shared/session/json-value.ts';
import { wakingClock } from '../../waking-clock.ts';
import type { AgentLaunch, OpenedSession } from '../agent-link.ts';
import type { ProtocolLog } from '../protocol-log.ts';
import type { StartProbed, Probed } from '../start-agent.ts';
import { CheckRun, note } from './check-run.ts';
import type { CheckResult } from './check-run.ts';
import { Heard, PROBE_COMMAND } from './heard.ts';
import { probeMcpServer } from './probe-mcp.ts';

export type DoctorOptions = {
  readonly startAgent: StartProbed;
  readonly launch: AgentLaunch;
  readonly log: ProtocolLog;
  readonly emit: (state: DoctorState) => void;
  /** The person left. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<DoctorLimits>;
};

/** Milliseconds. */
export type DoctorLimits = {
  readonly whole: number;
  readonly start: number;
  readonly request: number;
  readonly turn: number;
  /** For an agent to start the MCP server that it was given. */
  readonly mcp: number;
};
const LIMITS: DoctorLimits = { whole: 240_000, start: 90_000, request: 30_000, turn: 60_000, mcp: 5_000 };

/** A red dot of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const done = (detail = ''): CheckResult => ({
  status: 'ok',
  note: detail === '' ? null : note('plain', detail),
});
const notOffered: CheckResult = { status: 'not-offered', note: null };

/** Never rejects. Resolves when nothing of it is left. */
export async function runDoctor(options: DoctorOptions): Promise<void> {
  const limits = { ...LIMITS, ...options.limits };
  const abort = new AbortController();
  const stop = () => abort.abort();
  if (options.signal.aborted) stop();
  options.signal.addEventListener('abort', stop, { once: true });
  const callOff = wakingClock.after(limits.whole, stop);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'switchyard-check-')));
  const run = new CheckRun(options.emit, abort.signal);
  const examination = new Examination(options, limits, run, folder, abort.signal);
  try {
    await examination.examine();
  } finally {
    callOff();
    options.signal.removeEventListener('abort', stop);
    await examination.leave();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    run.end(abort.signal.aborted ? 'stopped' : 'done');
  }
}

class Examination {
  readonly #options: DoctorOptions;
  readonly #limits: DoctorLimits;
  readonly #run: CheckRun;
  readonly #folder: string;
  readonly #signal: AbortSignal;
  readonly #heard = new Heard();
  readonly #starts: Promise<Probed | null>[] = [];
  /** Ends what is still coming up. */
  readonly #giveUp = new AbortController();

  constructor(
    options: DoctorOptions,
    limits: DoctorLimits,
    run: CheckRun,
    folder: string,
    signal: AbortSignal,
  ) {
    this.#options = options;
    this.#limits = limits;
    this.#run = run;
    this.#folder = folder;
    this.#signal = signal;
  }

  async examine(): Promise<void> {
    const run = this.#run;
    const { start } = this.#limits;
    const link = await run.step('start', start, async () => {
      const value = await this.#start();
      return { value, result: done() };
    });
    if (link === null) return;
    const capabilities = this.#initialized(link);
    const opened = await run.step('new', this.#limits.request * 2, async () => ({
      value: await link.openSession(this.#folder),
      result: done(),
    }));
    this.#signIn(link, opened !== null);
    if (opened !== null) await this.#converse(link, opened, capabilities);
    await this.#stop(link);
    if (opened !== null && run.statusOf('prompt') === 'ok') await this.#again(opened, capabilities);
  }

  /** Ends every process that was started, also one that is still coming up. */
  async leave(): Promise<void> {
    this.#giveUp.abort();
    const links = await Promise.all(this.#starts);
    await Promise.allSettled(links.flatMap((link) => (link === null ? [] : [link.stop()])));
  }

  #start(): Promise<Probed> {
    const { startAgent, launch, log } = this.#options;
    const started = startAgent(
      launch,
      this.#folder,
      this.#heard.handlers(log),
      () => {},
      this.#giveUp.signal,
    );
    this.#starts.push(started.catch(() => null));
    return started;
  }

  #initialized(link: Probed): JsonRecord {
    const answer = link.raw.initialize;
    const { name, version } = link.agent;
    const said = [name, version].filter((part) => part !== null).join(' ');
    this.#run.named(said);
    this.#run.set('initialize', done(`${said} · ACP ${String(answer.protocolVersion)}`));
    return recordOf(answer.agentCapabilities);
  }

  #signIn(link: Probed, opened: boolean): void {
    const methods = (listOf(link.raw.initialize.authMethods) ?? []).flatMap((method) =>
      isRecord(method) ? [textOf(method.name) ?? textOf(method.id) ?? '?'] : [],
    );
    const refused = this.#run.rows.find(({ check }) => check === 'new')?.note?.code === 'needs-sign-in';
    const names = methods.join(', ');
    if (refused) this.#run.set('sign-in', { status: 'failed', note: note('needs-sign-in', names) });
    else if (!opened) this.#run.set('sign-in', { status: 'skipped', note: note('depends') });
    else if (methods.length === 0) this.#run.set('sign-in', { status: 'ok', note: note('needs-none') });
    else this.#run.set('sign-in', { status: 'ok', note: note('signed-in', names) });
  }

  async #converse(link: Probed, opened: OpenedSession, capabilities: JsonRecord): Promise<void> {
    const run = this.#run;
    const { turn, request } = this.#limits;
    const id = opened.acpSessionId;
    const answered = await this.#turn(link, opened, 'prompt', [{ type: 'text', text: 'Reply with ok' }]);
    if (answered) {
      await this.#cancel(link, id);
      await this.#settings(link, opened);
      if (!link.agent.promptImages) run.set('images', notOffered);
      else {
        await this.#turn(link, opened, 'images', [
          { type: 'text', text: 'Reply with ok' },
          { type: 'image', mimeType: 'image/png', data: PICTURE, uri: null },
        ]);
      }
      await run.step('terminals', turn, async () => {
        await link.prompt(id, [{ type: 'text', text: `Run the command: ${PROBE_COMMAND}` }]);
        return { value: null, result: this.#terminals() };
      });
      this.#usage();
    }
    const sessions = recordOf(capabilities.sessionCapabilities);
    await this.#mcp(link, recordOf(capabilities.mcpCapabilities));
    if (!isOffered(sessions.list)) run.set('list', notOffered);
    else {
      await run.step('list', request, async () => {
        const found = listOf(
          recordOf(await link.raw.request('session/list', { cwd: this.#folder }, request)).sessions,
        );
        if (found === undefined) throw new Error('its answer holds no sessions');
        return { value: null, result: done(String(found.length)) };
      });
    }
    if (!isOffered(sessions.fork)) run.set('fork', notOffered);
    else {
      await run.step('fork', request, async () => {
        await link.forkSession(this.#folder, id);
        return { value: null, result: done() };
      });
    }
  }

  async #turn(
    link: Probed,
    { acpSessionId }: OpenedSession,
    check: 'prompt' | 'images',
    prompt: Parameters<Probed['prompt']>[1],
  ): Promise<boolean> {
    const ended = await this.#run.step(check, this.#limits.turn, async () => {
      void this.#heard.listen();
      const reason = await link.prompt(acpSessionId, prompt);
      const said = this.#heard.text.trim().slice(0, 80);
      if (reason !== 'end_turn') throw new Error(`the turn ended with ${reason}`);
      if (said === '') throw new Error('it answered nothing');
      return { value: true, result: done(`“${said}”`) };
    });
    if (ended === null) link.cancel(acpSessionId);
    return ended === true;
  }

  async #cancel(link: Probed, id: string): Promise<void> {
    await this.#run.step('cancel', this.#limits.turn, async () => {
      const begun = this.#heard.listen();
      const text = 'Count slowly from 1 to 500, each number on a line of its own.';
      const turn = link.prompt(id, [{ type: 'text', text }]);
      let isOver = false;
      const over = turn.then(() => {
        isOver = true;
      });
      await Promise.race([begun, over]);
      // An answer that came at once is over with it.
      await Promise.race([over, new Promise(setImmediate)]);
      if (isOver) return { value: null, result: { status: 'skipped', note: note('too-early') } };
      link.cancel(id);
      const reason = await turn;
      const result: CheckResult =
        reason === 'cancelled' ? done() : { status: 'skipped', note: note('too-early') };
      return { value: null, result };
    });
  }

  async #settings(link: Probed, { acpSessionId, modes, options }: OpenedSession): Promise<void> {
    const { request } = this.#limits;
    if (modes === null || modes.available.length === 0) this.#run.set('modes', notOffered);
    else {
      await this.#run.step('modes', request, async () => {
        await link.setMode(acpSessionId, modes.currentModeId);
        return { value: null, result: done(modes.available.map(({ name }) => name).join(', ')) };
      });
    }
    const [first] = options ?? [];
    if (first === undefined) this.#run.set('options', notOffered);
    else {
      await this.#run.step('options', request, async () => {
        const now = await link.setOption(acpSessionId, first.id, first.value);
        return { value: null, result: done(now.map(({ name }) => name).join(', ')) };
      });
    }
  }

  #terminals(): CheckResult {
    const { terminal, ranCommand, throughApp } = this.#heard;
    if (throughApp) return { status: 'ok', note: note('through-app') };
    if (terminal !== null || ranCommand) return { status: 'ok', note: note('own-command') };
    return { status: 'not-offered', note: note('not-seen') };
  }

  #usage(): void {
    const { usage } = this.#heard;
    this.#run.set(
      'usage',
      usage === null
        ? { status: 'not-offered', note: note('not-seen') }
        : done(`${usage.used} / ${usage.size}`),
    );
  }

  async #mcp(link: Probed, offered: JsonRecord): Promise<void> {
    const { mcp, request } = this.#limits;
    const marker = join(this.#folder, 'mcp-started');
    const kinds = ['stdio', ...['http', 'sse'].filter((kind) => offered[kind] === true)].join(', ');
    await this.#run.step('mcp', request + mcp, async () => {
      const servers = [probeMcpServer(process.execPath, marker)];
      await link.raw.request('session/new', { cwd: this.#folder, mcpServers: servers }, request);
      const isStarted = await appears(marker, mcp, this.#signal);
      const result: CheckResult = isStarted
        ? done(kinds)
        : { status: 'not-offered', note: note('not-started', kinds) };
      return { value: null, result };
    });
  }

  async #stop(link: Probed): Promise<void> {
    await this.#run.step('stop', this.#limits.start, async () => {
      const how = await link.stop();
      const result: CheckResult =
        how === 'leaked' ? { status: 'failed', note: note('failed', how) } : done(how);
      return { value: null, result };
    });
  }

  /** The conversation in processes that know nothing of it yet. */
  async #again({ acpSessionId }: OpenedSession, capabilities: JsonRecord): Promise<void> {
    const sessions = recordOf(capabilities.sessionCapabilities);
    const ways = [
      ['load', 'session/load', capabilities.loadSession === true],
      ['resume', 'session/resume', isOffered(sessions.resume)],
    ] as const;
    for (const [check, method, offered] of ways) {
      if (!offered) {
        this.#run.set(check, notOffered);
        continue;
      }
      await this.#run.step(check, this.#limits.start, async () => {
        const link = await this.#start();
        try {
          void this.#heard.listen();
          const params = { sessionId: acpSessionId, cwd: this.#folder, mcpServers: [] };
          await link.raw.request(method, params, this.#limits.request);
          return { value: null, result: done(check === 'load' ? String(this.#heard.events) : '') };
        } finally {
          await link.stop();
        }
      });
    }
  }
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

function isOffered(value: unknown): boolean {
  return isRecord(value) || value === true;
}

/** True once the file is there, false when `ms` are over. */
async function appears(path: string, ms: number, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + ms;
  for (;;) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
    if (signal.aborted || performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
