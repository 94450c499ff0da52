/**
 * An agent that says what it was given, byte by byte: `says-lines.mjs SCRIPT HEARD`. SCRIPT is JSON: a list for each
 * prompt of lines in base64, in which `@SESSION@` becomes the session's id. Each line but these goes out as it is,
 * with an LF behind it. When all are out and nothing has been heard for a while, it writes into HEARD all that the
 * client said meanwhile, one line each, and ends the turn.
 */
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';

const [script, heardFile, quietText = '250'] = process.argv.slice(2);
const turns = JSON.parse(readFileSync(script, 'utf8'));
const sessionId = `says-${process.pid}`;
const QUIET_MS = Number(quietText);

let at = 0;
let heard = [];
let heardAt = 0;

const results = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'says-lines', version: '1' },
    agentCapabilities: { promptCapabilities: { embeddedContext: true } },
  }),
  'session/new': () => ({ sessionId }),
  'session/prompt': async (params) => {
    const lines = turns[at++] ?? [];
    heard.push(JSON.stringify({ prompt: params.prompt }));
    for (const line of lines) {
      const text = Buffer.from(line, 'base64').toString('latin1').replaceAll('@SESSION@', sessionId);
      if (!process.stdout.write(Buffer.from(`${text}\n`, 'latin1'))) await once(process.stdout, 'drain');
    }
    heardAt = performance.now();
    while (performance.now() - heardAt < QUIET_MS) await new Promise((done) => setTimeout(done, 20));
    appendFileSync(heardFile, heard.map((line) => `${line}\n`).join(''));
    heard = [];
    return { stopReason: 'end_turn' };
  },
};

async function take(line) {
  heardAt = performance.now();
  const { id, method, params } = JSON.parse(line);
  if (results[method] === undefined) return heard.push(line);
  const result = await results[method](params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}

let held = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (held + chunk).split('\n');
  held = lines.pop();
  for (const line of lines) void take(line);
});
process.stdin.on('end', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
