/**
 * Plays the agent's side of a recording from tests/fixtures/acp-traces: `plays-trace.mjs FILE`. Says a line when the
 * recorded agent said it, and waits where the recorded client spoke. Ends with code 3 and a word on standard error
 * when the client does something else than the recorded one. Of the recorded processes it plays the one whose
 * session was opened as this one is: a new one, or one that is taken up again.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const RECORDED_FOLDER = '/home/dev/run/work';

const client = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const recorded = readFileSync(process.argv[2], 'utf8')
  .replaceAll(RECORDED_FOLDER, process.cwd())
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .filter(({ msg }) => msg !== undefined);

const [first, answer] = linesOf('A');
expect(await hear(), first.msg);
say(answer.msg);
const opening = await hear();
const lines = ['A', 'B'].map(linesOf).find((each) => each[2]?.msg.method === opening.method);
if (lines === undefined) fail(`nothing is recorded for ${opening.method}`);
for (const { dir, msg } of lines.slice(3)) {
  if (dir === 'in') say(msg);
  else expect(await hear(), msg);
}
while (!(await client.next()).done);

function linesOf(proc) {
  return recorded.filter((line) => line.proc === proc);
}

async function hear() {
  const { done, value } = await client.next();
  if (done) process.exit(0);
  return JSON.parse(value);
}

function say(msg) {
  process.stdout.write(`${JSON.stringify(msg)}\n`);
}

/** The same request, or the same answer as far as it decides anything. */
function expect(heard, wanted) {
  const essence = ({ id, method, result, error }) =>
    JSON.stringify({ id, method, optionId: result?.outcome?.optionId, code: error?.code });
  if (essence(heard) !== essence(wanted)) fail(`heard ${essence(heard)}, not ${essence(wanted)}`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(3);
}
