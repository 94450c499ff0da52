/** One turn as the intents see it: what they may say, show, ask and touch. Every step of it ends at once on cancel. */
import { randomUUID } from 'node:crypto';
import {
  type AgentContext,
  type ClientCapabilities,
  methods,
  type PlanEntry,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import type { Options } from './options.ts';
import { answerOf, type Deed, permissionOptions, type RememberedAnswers } from './permission.ts';
import { pauseFor, stopIfCancelled, TurnCancelled, unlessCancelled } from './refusal.ts';
import { bursts } from './speech.ts';
import { type CallStart, textContent, ToolCall } from './tool-call.ts';
import type { Words } from './words.ts';
import type { Workspace } from './workspace/workspace.ts';

/** What a turn needs of its session. `options` is read anew each time: the person may change it meanwhile. */
export interface TurnHost {
  readonly sessionId: string;
  readonly workspace: Workspace;
  readonly client: AgentContext;
  readonly clientCapabilities: ClientCapabilities;
  readonly answers: RememberedAnswers;
  readonly options: Options;
  /** Sends `update`, after `record` (if any) is in the journal. */
  emit(update: SessionUpdate, record: SessionUpdate | null): Promise<void>;
  /** A finished call counts towards the size of the conversation. */
  weigh(update: SessionUpdate): void;
}

/** How an intent ended. `failed` and `rejected` stop a plan. */
export type Outcome = 'done' | 'failed' | 'rejected';

export type Permit = 'allowed' | 'rejected' | 'rejected-for-session' | 'forbidden-by-mode';

/** Between two visible steps, so that each can be seen; none at instant pace. */
const STEP_PAUSE_MS = { instant: 0, natural: 160, slow: 600 } as const;

/** What a turn and its steps have in common. */
type Shared = { readonly open: Set<ToolCall>; plan: readonly PlanEntry[]; message: string };
type Part = { readonly type: 'whole' } | { readonly type: 'step'; readonly shared: Shared };
const WHOLE: Part = { type: 'whole' };

export class Turn {
  readonly host: TurnHost;
  readonly signal: AbortSignal;
  readonly words: Words;
  /** Inside a plan answers are kept short. */
  readonly brief: boolean;
  readonly #shared: Shared;

  constructor(host: TurnHost, signal: AbortSignal, words: Words, part: Part = WHOLE) {
    this.host = host;
    this.signal = signal;
    this.words = words;
    this.brief = part.type === 'step';
    this.#shared = part.type === 'step' ? part.shared : { open: new Set(), plan: [], message: randomUUID() };
  }

  get workspace(): Workspace {
    return this.host.workspace;
  }

  /** The same turn for one step of a plan. */
  asStep(): Turn {
    return new Turn(this.host, this.signal, this.words, { type: 'step', shared: this.#shared });
  }

  async say(markdown: string): Promise<void> {
    await this.#stream('agent_message_chunk', markdown);
  }

  async think(text: string): Promise<void> {
    await this.#stream('agent_thought_chunk', text);
  }

  /** Thinking that is shown only when the person wants it in detail. */
  async thinkInDetail(text: string): Promise<void> {
    if (this.host.options.verbose) await this.think(text);
  }

  async plan(entries: readonly PlanEntry[]): Promise<void> {
    stopIfCancelled(this.signal);
    this.#shared.plan = entries;
    const update: SessionUpdate = { sessionUpdate: 'plan', entries: [...entries] };
    await this.host.emit(update, update);
  }

  async call(start: Omit<CallStart, 'toolCallId'>): Promise<ToolCall> {
    await this.#pause();
    const tool = await ToolCall.announce((update, record) => this.host.emit(update, record), {
      toolCallId: randomUUID(),
      ...start,
    });
    this.#shared.open.add(tool);
    this.#shared.message = randomUUID();
    return tool;
  }

  async finish(tool: ToolCall, ...end: Parameters<ToolCall['finish']>): Promise<void> {
    await tool.finish(...end);
    if (this.#shared.open.delete(tool)) this.host.weigh(tool.current);
  }

  /** Ends every call that is still open as failed, for this reason; works on a cancelled turn. */
  async failOpenCalls(reason: string): Promise<void> {
    for (const tool of this.#shared.open) {
      await this.finish(tool, 'failed', { content: [...(tool.current.content ?? []), textContent(reason)] });
    }
  }

  /** No step of the plan is in progress any more: what was not completed is pending again. Works on a cancelled turn. */
  async haltPlan(): Promise<void> {
    const { plan } = this.#shared;
    if (plan.every((entry) => entry.status !== 'in_progress')) return;
    const entries = plan.map((entry): PlanEntry =>
      entry.status === 'in_progress' ? { ...entry, status: 'pending' } : entry,
    );
    this.#shared.plan = entries;
    const update: SessionUpdate = { sessionUpdate: 'plan', entries };
    await this.host.emit(update, update);
  }

  /**
   * May the deed of this call be done? Mode and remembered answers decide first; else the person is asked. A call that may
   * not go on is finished as failed with the reason.
   */
  async permit(tool: ToolCall, deed: Deed): Promise<Permit> {
    stopIfCancelled(this.signal);
    const standing = this.host.answers.standing(deed, this.host.options.mode);
    switch (standing) {
      case 'allowed':
        return 'allowed';
      case 'rejected':
        await this.#refuse(tool, this.words.rejectedEarlier);
        return 'rejected-for-session';
      case 'forbidden-by-mode':
        await this.#refuse(tool, this.words.forbiddenByMode);
        return 'forbidden-by-mode';
      case 'ask':
        break;
    }
    const { sessionUpdate: _, _meta: __, ...toolCall } = tool.current;
    const request: RequestPermissionRequest = {
      sessionId: this.host.sessionId,
      toolCall,
      options: permissionOptions(deed, this.words),
    };
    const asked = this.host.client.request(methods.client.session.requestPermission, request, {
      cancellationSignal: this.signal,
    });
    // The answer may still come after a cancel; nobody waits for it then.
    asked.catch(() => undefined);
    let outcome: RequestPermissionResponse['outcome'];
    try {
      ({ outcome } = await unlessCancelled(asked, this.signal));
    } catch (error) {
      if (error instanceof TurnCancelled) throw error;
      await this.#refuse(
        tool,
        this.words.couldNotAsk(error instanceof Error ? error.message : String(error)),
      );
      return 'rejected';
    }
    if (outcome.outcome === 'cancelled') {
      await this.#refuse(tool, this.words.cancelled);
      return 'rejected';
    }
    const answer = answerOf(outcome.optionId);
    if (this.host.answers.remember(deed, answer)) return 'allowed';
    await this.#refuse(tool, this.words.rejectedByPerson);
    return answer === 'reject-session' ? 'rejected-for-session' : 'rejected';
  }

  async #refuse(tool: ToolCall, reason: string): Promise<void> {
    const content = (tool.current.content ?? []).filter((item) => item.type === 'diff');
    await this.finish(tool, 'failed', {
      content: [...content, textContent(reason)],
      rawOutput: { done: false, reason },
    });
  }

  async #stream(sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', text: string): Promise<void> {
    const messageId = sessionUpdate === 'agent_message_chunk' ? this.#shared.message : randomUUID();
    for (const burst of bursts(text, this.host.options.pace)) {
      stopIfCancelled(this.signal);
      const update = { sessionUpdate, messageId, content: { type: 'text', text: burst.text } } as const;
      await this.host.emit(update, update);
      await pauseFor(burst.pauseMs, this.signal);
    }
    if (sessionUpdate === 'agent_thought_chunk') this.#shared.message = randomUUID();
  }

  async #pause(): Promise<void> {
    await pauseFor(STEP_PAUSE_MS[this.host.options.pace], this.signal);
  }
}
