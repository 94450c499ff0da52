/** One conversation: its settings, its journal and at most one turn at a time. */
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import {
  type AgentContext,
  type AvailableCommand,
  type ClientCapabilities,
  methods,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  type SessionConfigOption,
  type SessionModeState,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import type { History } from './history/history.ts';
import { charactersOf, type JournalRecord, lastOf, retold } from './history/record.ts';
import { carryOut } from './intents/dispatch.ts';
import { shortened } from './markdown.ts';
import { configOptions, modeState, type Options } from './options.ts';
import { RememberedAnswers } from './permission.ts';
import { presented } from './presentation.ts';
import { promptText } from './prompt-text.ts';
import { TurnCancelled } from './refusal.ts';
import { Turn, type TurnHost } from './turn.ts';
import { languageOf, understand } from './understand.ts';
import { wordsFor } from './words.ts';
import type { Workspace } from './workspace/workspace.ts';

/** There is no model and so no real window; clients show the size of a conversation against this. */
const CONTEXT_TOKENS = 200_000;
const CHARACTERS_PER_TOKEN = 4;
const TITLE_CHARACTERS = 60;

export const COMMANDS: readonly AvailableCommand[] = [
  {
    name: 'find',
    description: 'Find text or a /regex/ in the workspace',
    input: { hint: 'text [in folder or *.ts]' },
  },
  { name: 'list', description: 'List files', input: { hint: '[folder or *.ts]' } },
  { name: 'read', description: 'Read a file or some of its lines', input: { hint: 'path[:10-20]' } },
  {
    name: 'replace',
    description: 'Replace text across files',
    input: { hint: '"old" with "new" [in folder]' },
  },
  { name: 'create', description: 'Create a file', input: { hint: 'path with content' } },
  { name: 'run', description: 'Run a shell command', input: { hint: 'command' } },
  { name: 'plan', description: 'Work through steps in order', input: { hint: '1) … 2) … 3) …' } },
  { name: 'help', description: 'Show what this agent can do' },
];

export type SessionParts = {
  readonly sessionId: string;
  readonly workspace: Workspace;
  readonly client: AgentContext;
  readonly clientCapabilities: ClientCapabilities;
  readonly history: History;
  readonly options: Options;
  readonly log: (line: string) => void;
};

export class Session implements TurnHost {
  readonly sessionId: string;
  readonly workspace: Workspace;
  readonly client: AgentContext;
  readonly clientCapabilities: ClientCapabilities;
  readonly answers = new RememberedAnswers();
  readonly #history: History;
  readonly #log: (line: string) => void;
  #options: Options;
  #titled = false;
  #characters = 0;
  #turn: AbortController | null = null;
  #settled: Promise<void> = Promise.resolve();

  private constructor(parts: SessionParts) {
    this.sessionId = parts.sessionId;
    this.workspace = parts.workspace;
    this.client = parts.client;
    this.clientCapabilities = parts.clientCapabilities;
    this.#history = parts.history;
    this.#options = parts.options;
    this.#log = parts.log;
  }

  static create(parts: SessionParts): Session {
    const session = new Session(parts);
    session.#history.append(session.sessionId, {
      type: 'session',
      version: 1,
      sessionId: session.sessionId,
      cwd: session.workspace.cwd,
      at: new Date().toISOString(),
    });
    return session;
  }

  /** A conversation of the journal, ready to go on. */
  static restore(parts: SessionParts, records: readonly JournalRecord[]): Session {
    const session = new Session(parts);
    session.#titled = records.some((record) => record.type === 'title');
    for (const update of retold(records, '')) session.#characters += charactersOf(update);
    return session;
  }

  get options(): Options {
    return this.#options;
  }

  get busy(): boolean {
    return this.#turn !== null;
  }

  get settings(): { modes: SessionModeState; configOptions: SessionConfigOption[] } {
    return {
      modes: modeState(this.#options),
      configOptions: configOptions(this.#options, this.clientCapabilities),
    };
  }

  async emit(update: SessionUpdate, record: SessionUpdate | null): Promise<void> {
    if (record !== null) this.#history.append(this.sessionId, { type: 'update', update: record });
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
      this.weigh(update);
    await this.#send(presented(update, this.clientCapabilities));
  }

  weigh(update: SessionUpdate): void {
    this.#characters += charactersOf(update);
  }

  async announceCommands(): Promise<void> {
    await this.#send({ sessionUpdate: 'available_commands_update', availableCommands: [...COMMANDS] });
  }

  async announceUsage(): Promise<void> {
    const used = Math.ceil(this.#characters / CHARACTERS_PER_TOKEN);
    await this.#send({ sessionUpdate: 'usage_update', used, size: CONTEXT_TOKENS });
  }

  /** Tells the whole conversation again; resolves when the last update has left. */
  async replay(records: readonly JournalRecord[]): Promise<void> {
    for (const update of retold(records, wordsFor('en').interrupted)) {
      await this.#send(presented(update, this.clientCapabilities));
    }
    const title = lastOf(records, 'title');
    if (title !== null) await this.#send({ sessionUpdate: 'session_info_update', title: title.title });
    await this.announceUsage();
  }

  /** Both faces of the mode change together, whoever changed it. */
  async setOptions(options: Options): Promise<void> {
    const modeChanged = options.mode !== this.#options.mode;
    this.#options = options;
    this.#history.append(this.sessionId, { type: 'options', options });
    if (modeChanged) await this.#send({ sessionUpdate: 'current_mode_update', currentModeId: options.mode });
    await this.#send({ sessionUpdate: 'config_option_update', configOptions: this.settings.configOptions });
  }

  async prompt(request: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    if (this.#turn !== null) {
      throw new RequestError(
        -32600,
        'This session is still working on the last prompt. Wait for it or cancel it first.',
        {
          sessionId: this.sessionId,
        },
      );
    }
    const turn = new AbortController();
    this.#turn = turn;
    const cancel = (): void => turn.abort();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const work = this.#work(request, turn.signal);
    this.#settled = work.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await work;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#turn = null;
    }
  }

  cancel(): void {
    this.#turn?.abort();
  }

  /** Cancels the turn and waits until it has put everything away. */
  async close(): Promise<void> {
    this.cancel();
    await this.#settled;
  }

  async #work(request: PromptRequest, signal: AbortSignal): Promise<PromptResponse> {
    const text = promptText(request.prompt, this.workspace.cwd);
    const words = wordsFor(languageOf(text));
    await this.#recordPrompt(request, text);
    const turn = new Turn(this, signal, words);
    let failure: unknown = null;
    try {
      await carryOut(turn, understand(text));
    } catch (error) {
      failure = error;
      await turn.failOpenCalls(error instanceof TurnCancelled ? words.cancelled : words.interrupted);
    }
    await turn.haltPlan();
    if (failure !== null && !(failure instanceof TurnCancelled)) {
      this.#history.append(this.sessionId, { type: 'end', stopReason: 'error' });
      this.#log(inspect(failure));
      throw RequestError.internalError(
        undefined,
        failure instanceof Error ? failure.message : inspect(failure),
      );
    }
    const stopReason = failure === null ? 'end_turn' : 'cancelled';
    this.#history.append(this.sessionId, { type: 'end', stopReason });
    await this.announceUsage();
    return { stopReason };
  }

  /** The title comes from the first prompt and stands before it in the journal, where a listing finds it. */
  async #recordPrompt(request: PromptRequest, text: string): Promise<void> {
    const records: JournalRecord[] = [];
    const at = new Date().toISOString();
    const title = shortened(text.split('\n')[0] ?? '', TITLE_CHARACTERS);
    const titledNow = !this.#titled && title !== '';
    if (titledNow) records.push({ type: 'title', title });
    records.push({ type: 'prompt', messageId: randomUUID(), prompt: request.prompt, at });
    this.#history.append(this.sessionId, ...records);
    this.#titled ||= titledNow;
    for (const block of request.prompt) this.weigh({ sessionUpdate: 'user_message_chunk', content: block });
    if (titledNow) await this.#send({ sessionUpdate: 'session_info_update', title, updatedAt: at });
  }

  async #send(update: SessionUpdate): Promise<void> {
    const notification = { sessionId: this.sessionId, update };
    // Rejects only once the connection is closed; the turn then ends through its signal.
    await this.client.notify(methods.client.session.update, notification).catch(() => undefined);
  }
}
