/** G1: malformed lines amid a real turn: each is answered as it has to be, or left out, and nothing else suffers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../../src/main/storage/testing/sample-events.ts';
import { type FaultRun, controlFailure } from '../fault-run.ts';
import { watchLoop } from '../loop-lag.ts';
import { agentOf, promptAndWait, startRig, textOf } from '../rig.ts';
import { type MalformedLine, malformedKinds, malformedLines } from './malformed-lines.ts';

const MOST_LAG_MS = 250;
/** Others use the machine too: a delay that is ours is there each time. */
const TRIES = 3;

export const g1: FaultRun = {
  name: 'G1',
  alone: true,
  async run({ quick, seed, scratch }) {
    const random = seededRandom(seed);
    const failures: string[] = [];
    const total = quick ? 400 : 1000;
    let lag = Infinity;
    let answered = 0;
    let control = 0;
    for (let tries = 0; tries < TRIES && (tries === 0 || lag > MOST_LAG_MS); tries += 1) {
      const lines = malformedLines(total, random);
      const found = await oneTurn(join(scratch, `turn-${tries}`), lines);
      failures.push(...found.failures);
      lag = Math.min(lag, found.lag);
      answered = found.answered;
      control = lines.filter((line) => !isSurvivedNaively(line)).length;
    }
    if (lag > MOST_LAG_MS) failures.push(`the loop stood still for ${Math.round(lag)} ms`);
    return {
      type: 'done',
      figure:
        `${total} malformed lines of ${malformedKinds.length} kinds in a real turn: ${answered} answered with the code that is due, ` +
        `${total - answered} left out by rule, turn whole, longest stall ${Math.round(lag)} ms (limit ${MOST_LAG_MS}, over that of a thread that does nothing); ` +
        `control: a naive reader throws at ${control}`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};

async function oneTurn(path: string, lines: readonly MalformedLine[]) {
  const chunk = (text: string) =>
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"@SESSION@","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}}`;
  const turn = lines.flatMap(({ bytes }, index) => [bytes, Buffer.from(chunk(`${index} `))]);
  const script = [[Buffer.from(chunk('before '))], turn, [Buffer.from(chunk('after'))]];
  await writeFile(
    `${path}.json`,
    JSON.stringify(script.map((each) => each.map((line) => line.toString('base64')))),
  );
  const rig = startRig({
    launches: [agentOf('says-lines', `${path}.json`, `${path}.heard`)],
    workspace: '/',
  });
  try {
    const session = await rig.open('says-lines');
    // What is asked twice has to come twice before it is answered.
    const isHeard = () => textOf(session).includes(`${lines.length - 1} `);
    const answering = setInterval(() => {
      if (session.state.permissions.length === 0 || !isHeard()) return;
      for (const { requestId } of session.state.permissions) void session.answerPermission(requestId, 'a');
    }, 30);
    await promptAndWait(session, 'warm up');
    const lagSince = watchLoop();
    const ended = await promptAndWait(session, 'go');
    const { max, besideMax } = await lagSince();
    const lag = Math.max(0, max - besideMax);
    const next = await promptAndWait(session, 'still there?');
    clearInterval(answering);

    const failures = rig.unexpected.map((error) => `unexpected: ${String(error)}`);
    if (ended?.outcome?.type !== 'stopped') failures.push('the turn did not end by itself');
    if (next?.outcome?.type !== 'stopped') failures.push('no turn was possible after it');
    const wanted = `before ${lines.map((_, index) => `${index} `).join('')}after`;
    if (textOf(session) !== wanted) failures.push('the text of the turn is not what was sent');
    if (Object.hasOwn(Object.prototype, 'polluted')) failures.push('the prototype of objects was changed');
    const heard = await readFile(`${path}.heard`, 'utf8');
    const answers = answersOf(heard);
    failures.push(...wrongAnswers(lines, answers));
    return { failures, lag, answered: answers.length };
  } finally {
    await rig.close();
  }
}

type Answer = { readonly id: string; readonly due: number | 'result' };

function answersOf(heard: string): readonly Answer[] {
  return heard.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('{"prompt"')) return [];
    const { id, error } = JSON.parse(line) as { id: unknown; error?: { code: number } };
    return [{ id: JSON.stringify(id), due: error?.code ?? ('result' as const) }];
  });
}

function wrongAnswers(lines: readonly MalformedLine[], answers: readonly Answer[]): readonly string[] {
  const byId = new Map<string, Answer[]>();
  for (const answer of answers) byId.set(answer.id, [...(byId.get(answer.id) ?? []), answer]);
  const wrong: string[] = [];
  for (const { kind, id, due } of lines) {
    const got = (byId.get(id) ?? []).map((answer) => answer.due);
    byId.delete(id);
    const wanted = due === null ? [] : [due];
    if (String(got) !== String(wanted)) wrong.push(`${kind}: got [${String(got)}], due [${String(wanted)}]`);
  }
  return [...wrong, ...[...byId.keys()].map((id) => `an answer to ${id}, which was never asked`)];
}

/** Without looking at what it reads. */
function isSurvivedNaively({ bytes }: MalformedLine): boolean {
  try {
    for (const line of bytes.toString().split('\n')) {
      const { method, params } = JSON.parse(line) as { method: string; params: Record<string, unknown> };
      if (method.startsWith('session/update')) {
        const { content } = params['update'] as { content: { text: string } };
        content.text.trim();
      }
      if (method.startsWith('fs/')) (params['path'] as string).startsWith('/');
    }
    return true;
  } catch {
    return false;
  }
}
