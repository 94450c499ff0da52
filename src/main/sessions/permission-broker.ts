/**
 * Questions that an agent waits on. Each is settled once, by whoever comes first: the person, a cancelled
 * turn, the agent that takes it back or goes away, the session's end. Several wait at once, independently.
 * The agent gets its answer only when the answer is on record.
 */
import type { PermissionOption, PermissionOutcome, ToolCallPatch } from '../../shared/session/content.ts';
import type { SessionEventBody } from '../../shared/session/event.ts';
import { answerOfVerdict } from '../../shared/permission/answer-of-verdict.ts';
import type { CallFacts } from '../../shared/permission/request-of-call.ts';
import type { Verdict } from '../../shared/permission/verdict.ts';
import { callOf } from '../../shared/session/select.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { OwnAsk, PermissionAsk } from '../agents/agent-link.ts';
import type { Judgement } from '../permissions/judge.ts';
import { hasDiff, isDiffMismatch, type ReadText } from './diff-mismatch.ts';
import { BUDGET_BYTES, BUDGET_MINUTES, WriteBudget } from './write-budget.ts';

/** Questions that one agent may have open; more are answered `cancelled`. */
export const MAX_PENDING = 64;

export type CancelReason = Exclude<
  Extract<PermissionOutcome, { readonly outcome: 'cancelled' }>['why'],
  'denied'
>;

export function cancelled(why: CancelReason): PermissionOutcome {
  return { outcome: 'cancelled', why };
}

/** Settles every open question of the state. */
export function drained(state: SessionState, why: CancelReason): readonly SessionEventBody[] {
  return state.permissions.map(({ requestId }) => ({
    type: 'permission-settled' as const,
    requestId,
    outcome: cancelled(why),
  }));
}

/** What rules and mode say of a call as it stands in the session's state. Must not depend on the agent. */
export type JudgeCall = (
  call: CallFacts,
  policy: AskedPolicy,
  /** `hooks` false: they have seen it already. */
  options?: { readonly hooks?: boolean },
) => Promise<Judgement>;
export type AskedPolicy = Pick<SessionState, 'rules' | 'chosenMode'>;

/** One request, from the question to the answer. */
export type DecidedRequest = {
  readonly requestId: string;
  readonly judgement: Judgement | null;
  readonly outcome: PermissionOutcome;
  /** ms since the epoch; how long it took, ms. */
  readonly askedAt: number;
  readonly took: number;
};

export type BrokerPorts = {
  readonly state: () => SessionState;
  /** Resolves when saved. */
  readonly append: (bodies: readonly SessionEventBody[]) => Promise<void>;
  readonly newId: () => string;
  readonly readText: ReadText;
  readonly now: () => number;
  /** Absent: everything is asked. */
  readonly judge?: JudgeCall;
  readonly decided?: (decided: DecidedRequest) => void;
  readonly report: (error: unknown) => void;
};

type Asked = { readonly judgement: Judgement | null; readonly askedAt: number };

export class PermissionBroker {
  readonly #ports: BrokerPorts;
  readonly #waiting = new Map<string, (outcome: PermissionOutcome) => void>();
  readonly #asked = new Map<string, Asked>();
  readonly #budget: WriteBudget;

  constructor(ports: BrokerPorts) {
    this.#ports = ports;
    this.#budget = new WriteBudget(ports.now);
  }

  /** `isCurrent`: whether the run that asks is still the session's. `signal`: the agent takes it back. */
  async ask(
    ask: PermissionAsk,
    signal: AbortSignal,
    {
      isCurrent,
      subagentId = null,
    }: { readonly isCurrent: () => boolean; readonly subagentId?: string | null },
  ): Promise<PermissionOutcome> {
    const { state, append, newId, readText } = this.#ports;
    const { toolCall, options, own } = ask;
    const from = subagentId === null ? {} : { subagentId };
    const known = callOf(subagentId === null ? state() : childOf(state(), subagentId), toolCall.toolCallId);
    const content = toolCall.content ?? known?.content ?? [];
    const askedAt = this.#ports.now();
    const [diffMismatch, judged] = await Promise.all([
      hasDiff(content) && isDiffMismatch(content, readText),
      this.#judge(ask, subagentId),
    ]);
    if (!isCurrent()) return cancelled('agent-gone');
    if (signal.aborted) return cancelled('agent-withdrew');
    const judgement = judged === null || own === undefined ? judged : this.#tightened(judged, own);
    const covered = own === undefined ? null : this.#covered(own, judgement, options);
    if (covered !== null) return this.#done(own, covered);
    const requestId = newId();
    const asked = { type: 'permission-asked', requestId, toolCall, options, diffMismatch, ...from } as const;
    this.#asked.set(requestId, { judgement, askedAt });
    // An edit of something else than what is on the disk is nothing that a rule has seen.
    const answer = judgement === null ? null : answerOfVerdict(judgement.verdict, options);
    const isAllowed = judgement?.verdict.effect === 'allow';
    const byRule = answer !== null && !(diffMismatch && isAllowed) ? answer : null;
    if (byRule !== null && own?.quiet === true && isAllowed) {
      this.#tell(requestId, byRule);
      return byRule;
    }
    if (byRule !== null && !state().cancelling) {
      // Nobody has to look at it, so the record need not hold what would be shown.
      const brief = own === undefined ? asked : { ...asked, toolCall: briefCall(toolCall, known !== null) };
      return this.#done(own, await this.#answerAtOnce(brief, byRule));
    }
    if (state().permissions.length >= MAX_PENDING) {
      this.#asked.delete(requestId);
      return cancelled('turn-cancelled');
    }
    const outcome = this.#wait(requestId, signal);
    const { reason } = judgement?.verdict ?? {};
    const offers = judgement?.offers ?? [];
    const notes = judgement?.notes ?? [];
    const why = {
      ...(reason === undefined ? {} : { reason }),
      ...(offers.length === 0 ? {} : { offers }),
      ...(notes.length === 0 ? {} : { notes }),
    };
    void append([{ ...asked, ...why }]);
    if (state().cancelling) this.cancel(drained(state(), 'turn-cancelled'));
    return this.#done(own, await outcome, { bySight: true });
  }

  /** What no rule could see of it, and what is written too fast, is the person's to allow. */
  #tightened(judgement: Judgement, { doubt, bytes }: OwnAsk): Judgement {
    const { verdict } = judgement;
    if (verdict.effect !== 'allow') return judgement;
    const asks = (reason: Verdict['reason']): Judgement => ({
      ...judgement,
      verdict: { effect: 'ask', reason, matched: [] },
    });
    if (doubt !== null) return asks({ type: 'doubt', doubts: [doubt] });
    if (!this.#budget.fits(bytes)) {
      return asks({ type: 'write-budget', bytes: BUDGET_BYTES, minutes: BUDGET_MINUTES });
    }
    return judgement;
  }

  /** What was allowed a moment ago is not asked again and stands on the record already. Null: it is no such thing. */
  #covered(
    { covered, bytes }: OwnAsk,
    judgement: Judgement | null,
    options: readonly PermissionOption[],
  ): PermissionOutcome | null {
    const once = options.find(({ kind }) => kind === 'allow_once');
    const isRefused = judgement?.verdict.effect === 'deny';
    if (!covered || isRefused || once === undefined || !this.#budget.fits(bytes)) return null;
    if (this.#ports.state().cancelling) return null;
    return { outcome: 'selected', optionId: once.optionId, kind: once.kind };
  }

  #done(
    own: OwnAsk | undefined,
    outcome: PermissionOutcome,
    { bySight = false }: { readonly bySight?: boolean } = {},
  ): PermissionOutcome {
    if (own === undefined || outcome.outcome !== 'selected' || outcome.kind !== 'allow_once') return outcome;
    if (bySight && !this.#budget.fits(own.bytes)) this.#budget.renew();
    this.#budget.spend(own.bytes);
    return outcome;
  }

  /** Never rejects: where nothing can be said the person is asked. */
  async #judge({ toolCall, own }: PermissionAsk, subagentId: string | null): Promise<Judgement | null> {
    const { judge, state } = this.#ports;
    if (judge === undefined) return null;
    try {
      const known = callOf(subagentId === null ? state() : childOf(state(), subagentId), toolCall.toolCallId);
      const call = {
        kind: toolCall.kind ?? known?.kind ?? 'other',
        name: toolCall.name ?? known?.name ?? null,
        rawInput: toolCall.rawInput ?? known?.rawInput ?? null,
        content: toolCall.content ?? known?.content ?? [],
        locations: toolCall.locations ?? known?.locations ?? [],
      };
      return await judge(call, state(), { hooks: own?.covered !== true });
    } catch (error) {
      this.#ports.report(error);
      return null;
    }
  }

  /** Question and answer are one on the record, and on it before the agent hears. */
  async #answerAtOnce(
    asked: Extract<SessionEventBody, { readonly type: 'permission-asked' }>,
    outcome: PermissionOutcome,
  ): Promise<PermissionOutcome> {
    const settled = { type: 'permission-settled', requestId: asked.requestId, outcome } as const;
    try {
      await this.#ports.append([asked, settled]);
    } catch {
      // What is not on record allows nothing.
      this.#asked.delete(asked.requestId);
      return cancelled('turn-cancelled');
    }
    this.#tell(asked.requestId, outcome);
    return outcome;
  }

  #tell(requestId: string, outcome: PermissionOutcome): void {
    const asked = this.#asked.get(requestId);
    this.#asked.delete(requestId);
    if (asked === undefined) return;
    const { judgement, askedAt } = asked;
    this.#ports.decided?.({ requestId, judgement, outcome, askedAt, took: this.#ports.now() - askedAt });
  }

  /** Appends events that may settle questions as `cancelled`, and answers those. */
  cancel(bodies: readonly SessionEventBody[]): void {
    if (bodies.length === 0) return;
    // A question may be answered `cancelled` although that cannot be written down: it allows nothing.
    void this.#ports
      .append(bodies)
      .catch(() => undefined)
      .then(() => this.settle(bodies));
  }

  /** Answers the questions that the events, which are on record, settle. */
  settle(bodies: readonly SessionEventBody[]): void {
    for (const body of bodies) {
      if (body.type !== 'permission-settled') continue;
      this.#waiting.get(body.requestId)?.(body.outcome);
      this.#tell(body.requestId, body.outcome);
    }
  }

  #wait(requestId: string, signal: AbortSignal): Promise<PermissionOutcome> {
    return new Promise((resolve) => {
      const withdraw = (): void => {
        const { permissions } = this.#ports.state();
        if (!permissions.some((pending) => pending.requestId === requestId)) return;
        this.cancel([{ type: 'permission-settled', requestId, outcome: cancelled('agent-withdrew') }]);
      };
      signal.addEventListener('abort', withdraw, { once: true });
      this.#waiting.set(requestId, (outcome) => {
        signal.removeEventListener('abort', withdraw);
        this.#waiting.delete(requestId);
        resolve(outcome);
      });
    });
  }
}

function childOf(state: SessionState, subagentId: string): SessionState {
  return (Object.hasOwn(state.subagents, subagentId) ? state.subagents[subagentId] : undefined) ?? state;
}

/** Who it concerns and what it is called, without its content. */
function briefCall({ content: _content, ...call }: ToolCallPatch, isKnown: boolean): ToolCallPatch {
  return isKnown ? { toolCallId: call.toolCallId } : call;
}
