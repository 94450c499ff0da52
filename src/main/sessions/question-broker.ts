/**
 * Questions that an agent waits on, each settled once as permissions are: by the person, a cancelled turn, the
 * agent that takes it back or goes away, the session's end. The agent gets its answer when it is on record.
 */
import type { SessionEventBody } from '../../shared/session/event.ts';
import type { QuestionOutcome } from '../../shared/session/question.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { QuestionAsk } from '../agents/agent-link.ts';
import type { CancelReason } from './permission-broker.ts';

/** Questions that one agent may have open; more are answered `cancel`. */
export const MAX_QUESTIONS = 16;

/** Settles every open question of the state. */
export function drainedQuestions(state: SessionState, why: CancelReason): readonly SessionEventBody[] {
  return state.questions.map(({ questionId }) => ({
    type: 'question-settled' as const,
    questionId,
    outcome: { outcome: 'cancelled' as const, why },
  }));
}

export type QuestionBrokerPorts = {
  readonly state: () => SessionState;
  /** Resolves when saved. */
  readonly append: (bodies: readonly SessionEventBody[]) => Promise<void>;
  readonly newId: () => string;
};

export class QuestionBroker {
  readonly #ports: QuestionBrokerPorts;
  readonly #waiting = new Map<string, (outcome: QuestionOutcome) => void>();

  constructor(ports: QuestionBrokerPorts) {
    this.#ports = ports;
  }

  /** `isCurrent`: whether the run that asks is still the session's. `signal`: the agent takes it back. */
  async ask(ask: QuestionAsk, signal: AbortSignal, isCurrent: () => boolean): Promise<QuestionOutcome> {
    const { state, append, newId } = this.#ports;
    if (!isCurrent()) return { outcome: 'cancelled', why: 'agent-gone' };
    if (signal.aborted) return { outcome: 'cancelled', why: 'agent-withdrew' };
    if (state().questions.length >= MAX_QUESTIONS || state().cancelling) {
      return { outcome: 'cancelled', why: 'turn-cancelled' };
    }
    const questionId = newId();
    const outcome = this.#wait(questionId, signal);
    const { question, toolCallId } = ask;
    void append([{ type: 'question-asked', questionId, question, toolCallId }]).catch(() => undefined);
    return outcome;
  }

  /** Answers the questions that the events, which are on record, settle. */
  settle(bodies: readonly SessionEventBody[]): void {
    for (const body of bodies) {
      if (body.type === 'question-settled') this.#waiting.get(body.questionId)?.(body.outcome);
    }
  }

  #wait(questionId: string, signal: AbortSignal): Promise<QuestionOutcome> {
    return new Promise((resolve) => {
      const withdraw = (): void => {
        const { state, append } = this.#ports;
        if (!state().questions.some((pending) => pending.questionId === questionId)) return;
        const bodies: readonly SessionEventBody[] = [
          {
            type: 'question-settled',
            questionId,
            outcome: { outcome: 'cancelled', why: 'agent-withdrew' },
          },
        ];
        // It allows nothing, so it may take effect although it could not be written down.
        void append(bodies)
          .catch(() => undefined)
          .then(() => this.settle(bodies));
      };
      signal.addEventListener('abort', withdraw, { once: true });
      this.#waiting.set(questionId, (outcome) => {
        signal.removeEventListener('abort', withdraw);
        this.#waiting.delete(questionId);
        resolve(outcome);
      });
    });
  }
}
