/**
 * An agent that is slow, or never comes back, at one point: `slow.mjs AT MS`; MS `never` for good. AT is a method, or
 * `half` (half a message, then nothing), `half-exit` (and gone), `exit` (gone in a turn). A prompt is answered with
 * sixty numbered chunks, one every few ms; a second one that comes has to wait for the first.
 */
const [at, text] = process.argv.slice(2);
const ms = text === 'never' ? Infinity : Number(text);
const sessionId = `slow-${process.pid}`;
const CHUNKS = 60;
const EVERY_MS = 6;
let isCancelled = false;

function pause(howLong) {
  return new Promise((resolve) => {
    if (howLong !== Infinity) setTimeout(resolve, howLong);
    else setInterval(() => {}, 1 << 30);
  });
}

function say(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function chunk(content) {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: content } };
  say({ method: 'session/update', params: { sessionId, update } });
}

const results = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'slow', version: '1' },
    agentCapabilities: { loadSession: true },
  }),
  'session/new': () => ({
    sessionId,
    modes: { currentModeId: 'a', availableModes: ['a', 'b'].map((id) => ({ id, name: id })) },
  }),
  'session/load': () => ({}),
  'session/set_mode': () => ({}),
  'session/prompt': async () => {
    isCancelled = false;
    for (let index = 0; index < CHUNKS && !isCancelled; index++) {
      chunk(`${index} `);
      if (index === 20) await misbehave();
      await pause(EVERY_MS);
    }
    return { stopReason: isCancelled ? 'cancelled' : 'end_turn' };
  },
  'session/cancel': () => {
    isCancelled = true;
  },
};

async function misbehave() {
  const half = '{"jsonrpc":"2.0","method":"session/upd';
  if (at === 'exit') process.exit(9);
  if (at === 'half') process.stdout.write(half);
  if (at === 'half-exit') process.stdout.write(half, () => process.exit(9));
  if (at.startsWith('half')) await pause(Infinity);
  if (at === 'turn') while (!isCancelled) await pause(20);
}

let held = '';
process.stdin.setEncoding('utf8').on('data', (data) => {
  const lines = (held + data).split('\n');
  held = lines.pop();
  for (const line of lines) void take(JSON.parse(line));
});

async function take({ id, method }) {
  if (method === at) await pause(ms);
  const result = await results[method]?.();
  if (id !== undefined) say({ id, result: result ?? null });
}

process.stdin.on('end', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
