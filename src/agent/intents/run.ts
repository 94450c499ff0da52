import type { StepIntent } from '../intent.ts';
import { codeBlock } from '../markdown.ts';
import { OutputTail, plainText } from '../output-tail.ts';
import { showsTerminals } from '../presentation.ts';
import { TurnCancelled } from '../refusal.ts';
import { runCommand } from '../shell-command.ts';
import { type CallPatch, textContent, type ToolCall } from '../tool-call.ts';
import type { Outcome, Turn } from '../turn.ts';

/** Output kept of one command, in UTF-16 units. */
const KEPT = 128 * 1024;
/** While it runs, a client without terminals sees this much of the end, as each update repeats it. */
const SHOWN_LIVE = 8 * 1024;
const FLUSH_MS = 80;

export async function run(turn: Turn, intent: Extract<StepIntent, { type: 'run' }>): Promise<Outcome> {
  const { words, workspace } = turn;
  const { command } = intent;
  if (turn.host.options.mode === 'read-only') {
    await turn.say(`${words.readOnly('execute')}\n\n`);
    return 'failed';
  }
  const tool = await turn.call({
    title: command,
    kind: 'execute',
    status: 'pending',
    rawInput: { command, cwd: workspace.cwd },
  });
  const permit = await turn.permit(tool, { kind: 'execute', command });
  if (permit !== 'allowed') {
    await turn.say(`${words.nothingRun(command)}\n\n`);
    return 'rejected';
  }
  await tool.update({
    status: 'in_progress',
    content: [],
    _meta: { terminal_info: { terminal_id: tool.id, cwd: workspace.cwd } },
  });
  const output = new LiveOutput(turn, tool);
  try {
    const exit = await runCommand({
      command,
      cwd: workspace.cwd,
      env: process.env,
      signal: turn.signal,
      onOutput: (text) => output.add(text),
    });
    await output.finish(exit.code === 0 ? 'completed' : 'failed', exit, null);
    await turn.say(`${words.commandEnded(command, { ...exit, lines: output.lines })}\n\n`);
    return exit.code === 0 ? 'done' : 'failed';
  } catch (error) {
    const reason = error instanceof TurnCancelled ? words.cancelled : String(error);
    await output.finish('failed', { code: null, signal: null }, reason);
    if (error instanceof TurnCancelled) throw error;
    await turn.say(`${words.nothingRun(command)} ${reason}\n\n`);
    return 'failed';
  }
}

/** Shows output while it comes, a few times a second at most, and keeps the end of it. */
class LiveOutput {
  readonly #turn: Turn;
  readonly #tool: ToolCall;
  readonly #terminal: boolean;
  readonly #tail = new OutputTail(KEPT);
  /** Not yet sent, for clients with terminals; bounded by the same tail when the client is slow. */
  #unsent = new OutputTail(KEPT);
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(turn: Turn, tool: ToolCall) {
    this.#turn = turn;
    this.#tool = tool;
    this.#terminal = showsTerminals(turn.host.clientCapabilities);
  }

  get lines(): number {
    return this.#tail.lines;
  }

  add(text: string): void {
    this.#tail.add(text);
    this.#unsent.add(text);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    const before = this.#sending;
    this.#sending = before.then(async () => {
      this.#timer = null;
      await this.#tool.show(this.#terminal ? this.#delta() : { content: [this.#block(SHOWN_LIVE)] });
    });
    // A closed connection ends the turn through its signal; nothing more to do here.
    this.#sending.catch(() => undefined);
  }

  /** The final state: to the client what it has not seen yet, to the journal everything that is kept. */
  async finish(
    status: 'completed' | 'failed',
    exit: { readonly code: number | null; readonly signal: string | null },
    note: string | null,
  ): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#sending.catch(() => undefined);
    const content = [this.#block(KEPT), ...(note === null ? [] : [textContent(note)])];
    const rawOutput = { exitCode: exit.code, signal: exit.signal, lines: this.lines };
    const terminalExit = {
      terminal_exit: { terminal_id: this.#tool.id, exit_code: exit.code, signal: exit.signal },
    };
    const live = this.#delta();
    await this.#turn.finish(
      this.#tool,
      status,
      { content, rawOutput, _meta: { ...live._meta, ...terminalExit } },
      { content, rawOutput, _meta: { ...this.#meta(this.#text(this.#tail, KEPT)), ...terminalExit } },
    );
  }

  #delta(): CallPatch {
    const unsent = this.#text(this.#unsent, KEPT);
    this.#unsent = new OutputTail(KEPT);
    return { _meta: this.#meta(unsent) };
  }

  #meta(data: string): Record<string, unknown> {
    return data === '' ? {} : { terminal_output: { terminal_id: this.#tool.id, data } };
  }

  #block(characters: number): ReturnType<typeof textContent> {
    return textContent(codeBlock(plainText(this.#text(this.#tail, characters)), 'console'));
  }

  #text(tail: OutputTail, characters: number): string {
    const text = tail.text;
    if (!tail.cut && text.length <= characters) return text;
    const shown = text.slice(-characters).replace(/^[\udc00-\udfff]/, '');
    return `${this.#turn.words.outputCut(Math.round(shown.length / 1024))}\n${shown}`;
  }
}
