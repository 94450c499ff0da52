/**
 * An ACP agent that floods: `flood.mjs KIND COUNT`. On `bench/go`, or on each prompt, it sends COUNT updates of
 * the kind as fast as the pipe takes them. Each carries its number within the block, so that a reader can tell
 * whether any was lost or came out of order.
 *
 *   small   196 bytes   a chunk of a message, 20 characters
 *   medium  1.34 KB     an update of a tool call
 *   large   0.79 MB     a tool call with a diff
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const [kind, countText] = process.argv.slice(2);
const count = Number(countText);
const sessionId = 'ses_0a3c5e706b1f4d2a9';

/** Lines of one block, which is sent again and again. */
const blockLines = { small: 512, medium: 64, large: 6 }[kind];
if (blockLines === undefined || !Number.isInteger(count)) throw new Error('usage: flood.mjs KIND COUNT');

const makers = {
  small: (index) => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: `${numbered(index)} streams along` },
  }),
  medium: (index) => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: `call-${Math.floor(index / 8)}`,
    title: `Search ${numbered(index)}`,
    kind: 'search',
    status: 'in_progress',
    locations: [{ path: '/home/dev/project/src/server/router.ts', line: 40 + index }],
    rawInput: { pattern: 'createRouter', path: 'src', limit: 100 },
    content: [{ type: 'content', content: { type: 'text', text: sourceText(30).slice(0, 850) } }],
  }),
  large: (index) => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: `edit-${index}`,
    title: `Edit ${numbered(index)}`,
    kind: 'edit',
    status: 'completed',
    content: [
      {
        type: 'diff',
        path: '/home/dev/project/src/generated/schema.ts',
        oldText: sourceText(8730).replaceAll('match', `match${index}`),
        newText: sourceText(8730).replaceAll('router', `handler${index}`),
      },
    ],
  }),
};

function numbered(index) {
  return String(index).padStart(6, '0');
}

function sourceText(lines) {
  let text = '';
  for (let line = 0; line < lines; line++) text += `  const value${line} = router.match("${line}");\n`;
  return text;
}

const lines = [];
for (let index = 0; index < blockLines; index++) {
  const params = { sessionId, update: makers[kind](index) };
  lines.push(`${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`);
}
const block = Buffer.from(lines.join(''));

async function flood() {
  let left = count;
  while (left > 0) {
    const part = left >= blockLines ? block : Buffer.from(lines.slice(0, left).join(''));
    left -= Math.min(left, blockLines);
    if (!process.stdout.write(part)) await once(process.stdout, 'drain');
  }
}

const results = {
  initialize: () => ({ protocolVersion: 1, agentInfo: { name: 'flood', version: '1' } }),
  'session/new': () => ({ sessionId }),
  'session/prompt': async () => {
    await flood();
    return { stopReason: 'end_turn' };
  },
};

async function answer(line) {
  const { id, method } = JSON.parse(line);
  if (method === 'bench/go') return flood();
  const result = await results[method]?.();
  if (result !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}

createInterface({ input: process.stdin }).on('line', (line) => void answer(line));
// Whoever reads may stop at any time.
process.stdout.on('error', () => process.exit(0));
process.stdin.on('end', () => process.exit(0));
process.send?.({ lineBytes: Math.round(block.length / blockLines) });
