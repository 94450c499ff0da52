/**
 * `terminal/*` of the protocol: commands that an agent has the app run. Nothing runs that the person did not
 * allow: by the question that the agent asked before about this very command, else by one of our own. Ids
 * belong to the session that made them, and everything ends with the connection.
 */
import { randomUUID } from 'node:crypto';
import type { Result } from '../../../shared/result.ts';
import { ok } from '../../../shared/result.ts';
import type { PermissionOption, TerminalPatch } from '../../../shared/session/content.ts';
import type { SessionEventBody } from '../../../shared/session/event.ts';
import type { FileAccess } from '../../workspaces/file-access.ts';
import { locateFolder } from '../../workspaces/path-guard.ts';
import type { AgentHandlers, PermissionAsk } from '../agent-link.ts';
import { NotOnRecordError, beginOnRecord } from '../write-ahead.ts';
import { deniedBy } from '../denied-by.ts';
import { AgentTerminal } from './agent-terminal.ts';
import type { TerminalExit, TerminalProcess } from './agent-terminal.ts';
import { AllowedCommands, type Allowed } from './allowed-commands.ts';
import { commandLine, isTelling, mayBeSet, spawnedCommand, spellings } from './terminal-command.ts';
import type { TerminalCommand } from './terminal-command.ts';
import { outputLimit } from './terminal-output.ts';

export type TerminalStart = TerminalCommand & {
  /** What is added to the environment that every process gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Canonical. */
  readonly cwd: string;
};

export type StartTerminal = (start: TerminalStart) => Promise<Result<TerminalProcess, string>>;

export type TerminalRequest = TerminalCommand & {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** Null: the session's folder. */
  readonly cwd: string | null;
  readonly outputByteLimit: unknown;
};

export type AgentTerminalsOptions = {
  readonly start: StartTerminal;
  /** Null: there is no such session on this connection. */
  readonly filesOf: (acpSessionId: string) => FileAccess | null;
  readonly handlers: Pick<AgentHandlers, 'onEvents' | 'onPermission' | 'onEffect'>;
};

/** `denied`: the person said no. `refused`: what was asked for cannot be. `unknown`: no such id here. */
export type TerminalError = { readonly code: 'denied' | 'refused' | 'unknown'; readonly message: string };

/** Of one session, those that run. */
export const MAX_RUNNING = 32;
/** Released ones whose output a card may still ask for. */
const MAX_RELEASED = 64;

type Owned = {
  readonly acpSessionId: string;
  readonly terminal: AgentTerminal;
  /** Tool calls whose cards show it. */
  readonly cards: Set<string>;
  released: boolean;
};

const CHOICES: readonly PermissionOption[] = [
  { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

export class AgentTerminals {
  readonly #options: AgentTerminalsOptions;
  readonly #terminals = new Map<string, Owned>();
  readonly #allowed = new Map<string, AllowedCommands>();
  #starting = 0;
  #closed = false;

  constructor(options: AgentTerminalsOptions) {
    this.#options = options;
  }

  /** Ids of what runs now, of all sessions. */
  get running(): readonly string[] {
    return [...this.#terminals].filter(([, { terminal }]) => terminal.exit === null).map(([id]) => id);
  }

  /** What the agent tells about its tool calls: learnt from, and its terminals put into their cards. */
  observe(acpSessionId: string, events: readonly SessionEventBody[]): void {
    for (const event of events) {
      if (event.type !== 'tool-call') continue;
      const { patch } = event;
      if (patch.rawInput !== undefined || patch.status !== undefined)
        this.#allowedIn(acpSessionId).learn(patch);
      for (const part of patch.content ?? []) {
        if (part.type === 'terminal') this.#show(acpSessionId, part.terminalId, patch.toolCallId);
      }
    }
  }

  /** What the person decided about a question of the agent. */
  decided(
    acpSessionId: string,
    ask: PermissionAsk,
    outcome: Awaited<ReturnType<AgentHandlers['onPermission']>>,
  ) {
    this.#allowedIn(acpSessionId).decided(ask.toolCall, outcome);
  }

  turnStarts(acpSessionId: string): void {
    this.#allowed.get(acpSessionId)?.turnStarts();
  }

  /** Resolves with the id once the person allowed it and it runs. */
  async create(
    acpSessionId: string,
    request: TerminalRequest,
    signal: AbortSignal,
  ): Promise<Result<string, TerminalError>> {
    const files = this.#options.filesOf(acpSessionId);
    if (files === null) return refused('there is no such session on this connection');
    const problem = problemOf(request);
    if (problem !== null) return refused(problem);
    const running = [...this.#terminals.values()].filter(
      (each) => each.acpSessionId === acpSessionId && each.terminal.exit === null,
    );
    if (running.length + this.#starting >= MAX_RUNNING) return refused(`${MAX_RUNNING} commands run already`);
    this.#starting += 1;
    try {
      return await this.#create(acpSessionId, files, request, signal);
    } finally {
      this.#starting -= 1;
    }
  }

  output(
    acpSessionId: string,
    id: string,
  ): Result<{ text: string; truncated: boolean; exit: TerminalExit | null }, TerminalError> {
    const found = this.#usable(acpSessionId, id);
    return found.ok ? ok({ ...found.value.terminal.output, exit: found.value.terminal.exit }) : found;
  }

  async waitForExit(acpSessionId: string, id: string): Promise<Result<TerminalExit, TerminalError>> {
    const found = this.#usable(acpSessionId, id);
    return found.ok ? ok(await found.value.terminal.exited) : found;
  }

  /** The id stays good. */
  async kill(acpSessionId: string, id: string): Promise<Result<null, TerminalError>> {
    const found = this.#usable(acpSessionId, id);
    if (!found.ok) return found;
    await found.value.terminal.stop();
    return ok(null);
  }

  /** Ends it, and the id is good for nothing any more. Cards keep the output. */
  async release(acpSessionId: string, id: string): Promise<Result<null, TerminalError>> {
    const found = this.#usable(acpSessionId, id);
    if (!found.ok) return found;
    found.value.released = true;
    await found.value.terminal.stop();
    const released = [...this.#terminals].filter(([, each]) => each.released);
    for (const [oldest] of released.slice(0, -MAX_RELEASED)) this.#terminals.delete(oldest);
    return ok(null);
  }

  /** For the person. False when nothing of that id runs. */
  stop(acpSessionId: string, id: string): boolean {
    const owned = this.#terminals.get(id);
    if (owned?.acpSessionId !== acpSessionId || owned.terminal.exit !== null) return false;
    void owned.terminal.stop();
    return true;
  }

  /** Ends all of them, and lets no new one begin. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#terminals.values()].map(({ terminal }) => terminal.stop()));
  }

  async #create(
    acpSessionId: string,
    files: FileAccess,
    request: TerminalRequest,
    signal: AbortSignal,
  ): Promise<Result<string, TerminalError>> {
    const { root } = files;
    const cwd = await locateFolder(root, request.cwd ?? root);
    if (!cwd.ok) return refused('cwd is no folder of the workspace');
    const env = request.env.filter(({ name }) => mayBeSet(name));
    const id = randomUUID();
    const commands = spellings(request);
    const allowed = this.#allowedIn(acpSessionId);
    const covered = env.some(({ name }) => isTelling(name)) ? null : allowed.take(commands, cwd.value, root);
    const answer = await this.#ask(
      acpSessionId,
      id,
      { ...request, env },
      { cwd: cwd.value, covered, signal },
    );
    if (!answer.ok) return answer;
    const card = answer.value;
    // A folder that was swapped for a link while the person thought is found out here.
    const still = await locateFolder(root, request.cwd ?? root);
    if (!still.ok || still.value !== cwd.value) return refused('cwd is no folder of the workspace');
    if (this.#closed || signal.aborted) return refused('the session is over');
    const effect = { kind: 'terminal', subject: commandLine(request) } as const;
    const begun = await beginOnRecord(this.#options.handlers.onEffect, acpSessionId, effect).catch(
      () => null,
    );
    if (begun === null) {
      this.#update(acpSessionId, { toolCallId: card, status: 'failed' });
      return refused(new NotOnRecordError().message);
    }
    const started = await this.#options.start({
      ...spawnedCommand(request, process.platform),
      env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
      cwd: cwd.value,
    });
    if (!started.ok) {
      begun(false);
      this.#update(acpSessionId, { toolCallId: card, status: 'failed' });
      return refused(started.error);
    }
    this.#own(acpSessionId, id, started.value, request.outputByteLimit, card);
    void this.#terminals.get(id)?.terminal.exited.then(() => begun(true));
    // It may have come up while the session went away.
    if (this.#closed) void started.value.stop();
    return ok(id);
  }

  #own(acpSessionId: string, id: string, process: TerminalProcess, limit: unknown, card: string): void {
    const cards = new Set([card]);
    const terminal = new AgentTerminal({
      id,
      process,
      outputLimit: outputLimit(limit),
      onPatch: (patch) => this.#tell(acpSessionId, cards, patch),
    });
    this.#terminals.set(id, { acpSessionId, terminal, cards, released: false });
    this.#tell(acpSessionId, cards, { terminalId: id, stoppable: true });
    if (card !== ownCall(id)) return;
    // The card is ours, so nobody else says how it goes on.
    this.#update(acpSessionId, { toolCallId: card, status: 'in_progress' });
    void terminal.exited.then(({ code }) =>
      this.#update(acpSessionId, { toolCallId: card, status: code === 0 ? 'completed' : 'failed' }),
    );
  }

  /** The tool call that it was allowed for. */
  async #ask(
    acpSessionId: string,
    id: string,
    request: TerminalRequest,
    {
      cwd,
      covered,
      signal,
    }: { readonly cwd: string; readonly covered: Allowed | null; readonly signal: AbortSignal },
  ): Promise<Result<string, TerminalError>> {
    const line = commandLine(request);
    const call = covered?.toolCallId ?? this.#allowedIn(acpSessionId).callFor(spellings(request));
    const toolCallId = call ?? ownCall(id);
    const env = Object.fromEntries(request.env.map(({ name, value }) => [name, value]));
    const outcome = await this.#options.handlers.onPermission(
      acpSessionId,
      {
        toolCall: {
          toolCallId,
          kind: 'execute',
          ...(call === null ? { title: line, status: 'pending' } : {}),
          rawInput: { command: line, cwd, ...(request.env.length === 0 ? {} : { env }) },
        },
        options: CHOICES,
        own: {
          covered: covered !== null,
          quiet: false,
          bytes: 0,
          // With another PATH the same words are another program.
          doubt: request.env.some(({ name }) => isTelling(name)) ? 'assignment' : null,
        },
      },
      signal,
    );
    if (outcome.outcome === 'selected' && outcome.kind === 'allow_once') return ok(toolCallId);
    if (call === null) this.#update(acpSessionId, { toolCallId, status: 'failed' });
    return { ok: false, error: { code: 'denied', message: deniedBy(outcome) } };
  }

  #usable(acpSessionId: string, id: string): Result<Owned, TerminalError> {
    const owned = this.#terminals.get(id);
    if (owned === undefined || owned.released || owned.acpSessionId !== acpSessionId) {
      // The same words for all three: ids of others are not to be found out.
      return { ok: false, error: { code: 'unknown', message: 'there is no such terminal in this session' } };
    }
    return ok(owned);
  }

  #show(acpSessionId: string, id: string, toolCallId: string): void {
    const owned = this.#terminals.get(id);
    if (owned === undefined || owned.acpSessionId !== acpSessionId || owned.cards.has(toolCallId)) return;
    owned.cards.add(toolCallId);
    this.#tell(acpSessionId, [toolCallId], owned.terminal.wholePatch);
  }

  #tell(acpSessionId: string, cards: Iterable<string>, terminal: TerminalPatch): void {
    for (const toolCallId of cards) this.#update(acpSessionId, { toolCallId, terminal });
  }

  #update(acpSessionId: string, patch: Extract<SessionEventBody, { type: 'tool-call' }>['patch']): void {
    if (!this.#closed || patch.terminal?.exit !== undefined) {
      this.#options.handlers.onEvents(acpSessionId, [{ type: 'tool-call', patch }]);
    }
  }

  #allowedIn(acpSessionId: string): AllowedCommands {
    let allowed = this.#allowed.get(acpSessionId);
    if (allowed === undefined) {
      allowed = new AllowedCommands();
      this.#allowed.set(acpSessionId, allowed);
    }
    return allowed;
  }
}

function ownCall(terminalId: string): string {
  return `terminal-${terminalId}`;
}

function refused(message: string): { readonly ok: false; readonly error: TerminalError } {
  return { ok: false, error: { code: 'refused', message } };
}

const MAX_WORDS = 4096;
const MAX_UNITS = 128 * 1024;

function problemOf({ command, args, env }: TerminalRequest): string | null {
  if (command.trim() === '') return 'command is empty';
  const words = [command, ...args, ...env.flatMap(({ name, value }) => [name, value])];
  if (words.length > MAX_WORDS) return 'the command has too many words';
  if (words.reduce((sum, word) => sum + word.length, 0) > MAX_UNITS) return 'the command is too long';
  return words.some((word) => word.includes('\0')) ? 'the command holds a NUL character' : null;
}
