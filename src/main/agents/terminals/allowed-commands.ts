/**
 * Commands that the person allowed an agent to run, by the question that the agent itself asked before. Until
 * one was asked about and allowed, it is not in here, and is asked about when the agent wants it run.
 */
import type { PermissionOutcome, ToolCallPatch } from '../../../shared/session/content.ts';
import { isRecord, textOf } from '../../../shared/session/json-value.ts';
import { commandsOfInput } from './terminal-command.ts';

export type Allowed = {
  readonly toolCallId: string;
  readonly commands: readonly string[];
  /** Where it was to run, as the question said; null: it said nothing, so in the session's folder. */
  readonly cwd: string | null;
  /** Allowed for as long as the process runs, not once. */
  readonly lasts: boolean;
};

const MOST_CALLS = 200;
const MOST_ALLOWED = 50;

export class AllowedCommands {
  /** Arguments of tool calls by their id, since a question may name the call alone. */
  readonly #inputs = new Map<string, unknown>();
  readonly #ended = new Set<string>();
  #allowed: Allowed[] = [];

  /** A tool call as an update or a question tells it. */
  learn(patch: ToolCallPatch): void {
    const { toolCallId, rawInput, status } = patch;
    if (rawInput !== undefined && commandsOfInput(rawInput).length > 0) {
      this.#inputs.delete(toolCallId);
      this.#inputs.set(toolCallId, rawInput);
      this.#ended.delete(toolCallId);
      for (const oldest of this.#inputs.keys()) {
        if (this.#inputs.size <= MOST_CALLS) break;
        this.#inputs.delete(oldest);
        this.#ended.delete(oldest);
      }
    }
    if (status === 'completed' || status === 'failed') {
      if (this.#inputs.has(toolCallId)) this.#ended.add(toolCallId);
    }
  }

  decided(toolCall: ToolCallPatch, outcome: PermissionOutcome): void {
    this.learn(toolCall);
    if (outcome.outcome !== 'selected') return;
    if (outcome.kind !== 'allow_once' && outcome.kind !== 'allow_always') return;
    const input = toolCall.rawInput ?? this.#inputs.get(toolCall.toolCallId);
    const commands = commandsOfInput(input);
    if (commands.length === 0) return;
    const cwd = isRecord(input) ? (textOf(input.cwd) ?? textOf(input.workdir) ?? null) : null;
    const { toolCallId } = toolCall;
    this.#allowed.push({ toolCallId, commands, cwd, lasts: outcome.kind === 'allow_always' });
    if (this.#allowed.length > MOST_ALLOWED) this.#allowed.shift();
  }

  /** What covers this command, used up if it was allowed once. `cwd` canonical; `root` where a session works. */
  take(commands: readonly string[], cwd: string, root: string): Allowed | null {
    const found = this.#allowed.find(
      (allowed) =>
        allowed.commands.some((command) => commands.includes(command)) && (allowed.cwd ?? root) === cwd,
    );
    if (found === undefined) return null;
    if (!found.lasts) this.#allowed = this.#allowed.filter((each) => each !== found);
    return found;
  }

  /** A call that is still open and is about this command; the newest. */
  callFor(commands: readonly string[]): string | null {
    const calls = [...this.#inputs].reverse();
    const found = calls.find(
      ([id, input]) =>
        !this.#ended.has(id) && commandsOfInput(input).some((command) => commands.includes(command)),
    );
    return found?.[0] ?? null;
  }

  /** A new turn: what was allowed once and not used is over. */
  turnStarts(): void {
    this.#allowed = this.#allowed.filter(({ lasts }) => lasts);
  }
}
