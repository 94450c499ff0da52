/** Sees turns through: sends what may be sent, settles what ended, cancels, and goes on with the queue. */
import { err, ok, type Result } from '../../shared/result.ts';
import type { ContentBlock, TurnTokens } from '../../shared/session/content.ts';
import type { SessionEventBody, TurnOutcome } from '../../shared/session/event.ts';
import { AgentFailure, AgentRequestError } from '../agents/agent-link.ts';
import type { AgentHolder } from './agent-holder.ts';
import { type Refusal, allDrained, decideCancel, decideNext } from './decide.ts';
import { embedFiles } from './embed-files.ts';
import { agentUnresponsive, handedOver, interrupted } from './own-words.ts';
import type { SessionCore } from './session-core.ts';

/** How long a cancelled turn may go on before its process is ended, in ms. */
export const CANCEL_PATIENCE_MS = 5000;

export class TurnDesk {
  readonly #core: SessionCore;
  readonly #holder: AgentHolder;
  /** The turn whose prompt the agent has. */
  #sentTurn: string | null = null;
  #stopWaiting: () => void = () => undefined;

  constructor(core: SessionCore, holder: AgentHolder) {
    this.#core = core;
    this.#holder = holder;
  }

  /** Nothing that is waited for will come. */
  stopWaiting(): void {
    this.#stopWaiting();
  }

  /** The next prompt of the queue, if one may go. */
  sendNext(): void {
    if (this.#core.closing || !this.#holder.serves) return;
    const decided = decideNext(this.#core.state, { id: this.#core.ports.newId() });
    if (decided.ok && decided.value.length > 0) void this.send(this.#core.append(decided.value));
  }

  /** Sends the prompt of the turn that has just begun, once that is saved, and sees the turn through. */
  async send(saved: Promise<void>): Promise<void> {
    const { active } = this.#core.state;
    const { run } = this.#holder;
    if (active === null || run === null) return;
    const isCurrent = () =>
      run === this.#holder.run && !run.stopping && this.#core.state.active?.id === active.id;
    let outcome: TurnOutcome;
    let tokens: TurnTokens | null = null;
    try {
      await saved;
      if (!isCurrent()) return;
      if (this.#core.state.cancelling) {
        this.#settleTurn(active.id, { type: 'stopped', reason: 'cancelled' });
        return;
      }
      const prompt = await this.#readyPrompt(active.prompt ?? []);
      if (!isCurrent()) return;
      if (this.#core.state.cancelling) {
        this.#settleTurn(active.id, { type: 'stopped', reason: 'cancelled' });
        return;
      }
      this.#sentTurn = active.id;
      outcome = { type: 'stopped', reason: await run.prompt(prompt) };
      tokens = run.turnTokens;
    } catch (error) {
      if (error instanceof AgentFailure) {
        this.#holder.gone(run, error.failure);
        return;
      }
      const code = error instanceof AgentRequestError ? error.code : null;
      const message = error instanceof Error ? error.message : String(error);
      outcome = { type: 'failed', error: { code, message } };
    }
    if (isCurrent()) this.#settleTurn(active.id, outcome, tokens);
  }

  /**
   * Answers open questions `cancelled`, then tells the agent. An agent that does not hear it in time is
   * stopped, and the turn ends as interrupted.
   */
  async cancel(): Promise<Result<null, Refusal<'no-turn'>>> {
    if (this.#core.closing) return err({ code: 'no-turn', message: 'the session is being closed' });
    const decided = decideCancel(this.#core.state);
    if (!decided.ok) return decided;
    const turnId = this.#core.state.active?.id;
    if (decided.value.length === 0 || turnId === undefined) return ok(null);
    const saved = this.#core.append(decided.value);
    this.#stopWaiting();
    this.#stopWaiting = this.#core.ports.clock.after(CANCEL_PATIENCE_MS, () => void this.#escalate(turnId));
    // Stopping must not depend on a disk that works.
    await saved.catch(() => undefined);
    this.#core.settle(decided.value);
    if (this.#sentTurn === turnId && this.#core.state.active?.id === turnId) this.#holder.run?.cancel();
    return ok(null);
  }

  /** Agents that take the text of files get it with the prompt; the record keeps the links. */
  async #readyPrompt(prompt: readonly ContentBlock[]): Promise<readonly ContentBlock[]> {
    const links = prompt.some(({ type }) => type === 'resource-link');
    const embeds = this.#core.state.agent?.embeddedContext === true;
    const ready = links && embeds ? await embedFiles(prompt, this.#core.ports.readText) : prompt;
    return [...(await this.#context(embeds)), ...ready];
  }

  /** What went before in the session that this one was forked from, if its agent was not told of it yet. */
  async #context(embeds: boolean): Promise<readonly ContentBlock[]> {
    const { ports, state } = this.#core;
    if (ports.handOver === undefined || state.turns.length > 0) return [];
    const text = await ports.handOver().catch(() => null);
    if (text === null) return [];
    await this.#core.append([handedOver]);
    const uri = 'switchyard:earlier-conversation';
    return [embeds ? { type: 'resource', uri, mimeType: 'text/markdown', text } : { type: 'text', text }];
  }

  #settleTurn(turnId: string, outcome: TurnOutcome, tokens: TurnTokens | null = null): void {
    this.#stopWaiting();
    // An agent that ends its turn by itself may still ask for what works on in the background.
    const byItself = outcome.type === 'stopped' && outcome.reason !== 'cancelled';
    const questions = byItself ? [] : allDrained(this.#core.state, 'turn-cancelled');
    const ended: SessionEventBody = {
      type: 'turn-ended',
      turnId,
      outcome,
      ...(tokens === null ? {} : { tokens }),
    };
    this.#core.cancelOpen([...questions, ended]);
    this.sendNext();
  }

  /** Ends the process under the turn, because the person says so. False: no turn runs. */
  async stopAgent(): Promise<boolean> {
    const turnId = this.#core.state.active?.id;
    if (turnId === undefined) return false;
    this.#stopWaiting();
    await this.#endUnder(turnId, []);
    return true;
  }

  /** The agent did not hear the cancel: its process has to go. */
  #escalate(turnId: string): Promise<void> {
    return this.#endUnder(turnId, [agentUnresponsive]);
  }

  async #endUnder(turnId: string, said: readonly SessionEventBody[]): Promise<void> {
    const { run } = this.#holder;
    if (run === null || this.#core.state.active?.id !== turnId || this.#core.closing) return;
    const how = await this.#holder.end(run);
    if (how === null) return;
    const { active } = this.#core.state;
    this.#core.cancelOpen([
      ...allDrained(this.#core.state, 'agent-gone'),
      ...said,
      ...(active === null ? [] : [interrupted(active.id)]),
      { type: 'agent-stopped', how },
    ]);
  }
}
