/**
 * An agent that says too much: `overflows.mjs HOW COUNT`. On a prompt, with `line` one message of COUNT MiB, with
 * `endless` COUNT MiB and no end of the line, with `flood` COUNT numbered chunks as fast as the pipe takes them, with
 * `steady` every COUNT ms the time. `now` is `endless` at once and without a client.
 */
import { once } from 'node:events';

const [how, countText] = process.argv.slice(2);
const count = Number(countText);
const sessionId = `overflows-${process.pid}`;
const mebibyte = Buffer.alloc(1024 * 1024, 'x');

async function write(bytes) {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}

function chunk(text) {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
}

async function mebibytes() {
  for (let index = 0; index < count; index++) await write(mebibyte);
}

const ways = {
  async line() {
    const [before, after] = chunk('@').split('@');
    await write(before);
    await mebibytes();
    await write(`${after}\n`);
  },
  async endless() {
    await mebibytes();
    await new Promise(() => {});
  },
  async flood() {
    let block = '';
    for (let index = 0; index < count; index++) {
      block += `${chunk(`${index} `)}\n`;
      if (block.length < 65_536) continue;
      await write(block);
      block = '';
    }
    await write(block);
  },
  async steady() {
    const timer = setInterval(
      () => void write(`${chunk(`${performance.timeOrigin + performance.now()} `)}\n`),
      count,
    );
    await new Promise((stop) => (cancelled = stop));
    clearInterval(timer);
  },
};

let cancelled = () => {};
const results = {
  initialize: () => ({ protocolVersion: 1, agentInfo: { name: 'overflows', version: '1' } }),
  'session/new': () => ({ sessionId }),
  'session/prompt': async () => {
    await ways[how]();
    return { stopReason: 'end_turn' };
  },
  'session/cancel': () => cancelled(),
};

process.stdout.on('error', () => process.exit(0));
if (how === 'now') await mebibytes();
else {
  let held = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (held + text).split('\n');
    held = lines.pop();
    for (const line of lines) {
      const { id, method } = JSON.parse(line);
      void Promise.resolve(results[method]?.()).then((result) => {
        if (id === undefined) return;
        process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: result ?? null })}\n`);
      });
    }
  });
  process.stdin.on('end', () => process.exit(0));
}
