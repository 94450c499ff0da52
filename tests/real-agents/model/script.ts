/**
 * What the mock model says: a prompt names a turn in double brackets (`[[work]]`), and how many tool results
 * have come since says how far the turn has got. It keeps nothing itself: agents send the whole conversation.
 */
import { callFor, instanceOf } from './tools.ts';
import type { ToolStep } from './tools.ts';
import type { ModelRequest, Piece } from './request.ts';

/**
 * `work`: edits the file and runs the command. `slow`: talks until nobody listens. `plain`: one answer.
 * `recall`: names the turns that came before. `hang`: runs a command that says nothing and never ends.
 */
export type ScriptedTurn = 'work' | 'slow' | 'plain' | 'recall' | 'hang';

export type Task = {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly command: string;
};

/** Nobody else on the machine is likely to run just this. */
export const ENDLESS_COMMAND = 'tail -n 0 -f /dev/null';
export const PLAIN_ANSWER = 'A plain answer, in **one** turn.';
export const WORK_ANSWER = 'The file is edited and the command has run.';

export function promptFor(turn: ScriptedTurn): string {
  return `[[${turn}]] Please do what this turn of the script says.`;
}

const MARK = /\[\[(work|slow|plain|recall|hang)\]\]/g;

/** Short enough to see the text grow. */
const PIECE_LENGTH = 12;
const SLOW_PAUSE_MS = 60;
/** A minute of it: nobody may wait for the end. */
const SLOW_WORDS = 1000;

export async function* answer(
  request: ModelRequest,
  { task, signal }: { readonly task: Task; readonly signal: AbortSignal },
): AsyncGenerator<Piece> {
  if (request.answerSchema !== null) {
    yield { type: 'text', text: JSON.stringify(instanceOf(request.answerSchema)) };
    return;
  }
  const { turn, before, results } = whereIn(request);
  // Titles, summaries and the like are asked for without tools.
  if (turn === null || request.tools.length === 0) {
    yield* inPieces('Scripted conversation');
    return;
  }
  switch (turn) {
    case 'plain':
      yield* inPieces(PLAIN_ANSWER);
      return;
    case 'recall':
      yield* inPieces(`Before this came: ${before.join(', ')}.`);
      return;
    case 'slow':
      for (let count = 1; count <= SLOW_WORDS && !signal.aborted; count++) {
        yield { type: 'text', text: `word ${count} ` };
        await pause(SLOW_PAUSE_MS, signal);
      }
      return;
    case 'work':
    case 'hang': {
      const call = stepsOf(turn, task)
        .map((step) => ({ step, call: callFor(step, request.tools) }))
        // Only some agents have a tool for reading.
        .filter(({ step, call: made }) => made !== null || step.type !== 'read')[results];
      if (call === undefined) yield* inPieces(WORK_ANSWER);
      else if (call.call === null) yield* inPieces(`No tool is offered for: ${call.step.type}`);
      else {
        yield { type: 'text', text: 'Next step. ' };
        yield { type: 'call', id: `call_${before.length}_${results}_${callCount++}`, call: call.call };
      }
    }
  }
}

/** Some agents take an id that was used before for the same call. */
let callCount = 0;

function stepsOf(turn: 'work' | 'hang', { path, before, after, command }: Task): readonly ToolStep[] {
  if (turn === 'hang') return [{ type: 'run', command: ENDLESS_COMMAND }];
  return [
    { type: 'read', path },
    { type: 'edit', path, before, after },
    { type: 'run', command },
  ];
}

/** The last turn that a person's words name, those before it, and the tool results since. */
function whereIn({ messages }: ModelRequest) {
  const before: ScriptedTurn[] = [];
  let turn: ScriptedTurn | null = null;
  let results = 0;
  for (const { role, text } of messages) {
    if (role === 'tool-result') results += 1;
    if (role !== 'person') continue;
    for (const [, named] of text.matchAll(MARK)) {
      if (turn !== null) before.push(turn);
      turn = named as ScriptedTurn;
      results = 0;
    }
  }
  return { turn, before, results };
}

function* inPieces(text: string): Generator<Piece> {
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    yield { type: 'text', text: text.slice(at, at + PIECE_LENGTH) };
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
