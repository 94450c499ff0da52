/**
 * One process that is many light agents: `many.mjs FOLDER COUNT RATE`. For each, FOLDER holds two pipes, `N.in` and
 * `N.out`; what comes in is answered as by an agent. On a prompt `count MS` an agent sends RATE updates a second for
 * that long: numbered chunks, and calls that are updated over and over. They are sent in turn, not all at once.
 */
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';

const [folder, countText, rateText] = process.argv.slice(2);
const count = Number(countText);
const rate = Number(rateText);
const TICK_MS = 5;

class Agent {
  #at = 0;
  #due = 0;
  #end = null;
  constructor(index) {
    this.id = `many-${index}`;
    // Both ways, so that opening never waits for whoever has the other end.
    const open = (name) =>
      openSync(join(folder, `${index}.${name}`), constants.O_RDWR | constants.O_NONBLOCK);
    this.output = new Socket({ fd: open('out'), readable: false });
    let held = '';
    new Socket({ fd: open('in'), writable: false }).setEncoding('utf8').on('data', (text) => {
      const lines = (held + text).split('\n');
      held = lines.pop();
      for (const line of lines) this.#take(JSON.parse(line));
    });
  }

  #take({ id, method, params }) {
    if (method === 'session/prompt') return this.#begin(id, Number(params.prompt[0].text.split(' ')[1]));
    if (id === undefined) return;
    const agentInfo = { name: 'many', version: '1' };
    const result = method === 'initialize' ? { protocolVersion: 1, agentInfo } : { sessionId: this.id };
    this.#say({ id, result });
  }

  #say(message) {
    this.output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #begin(id, ms) {
    this.#end = { id, total: this.#at + Math.round((ms * rate) / 1000) };
    this.#due = performance.now() + (Math.random() * 1000) / rate;
  }

  tick(now) {
    while (this.#end !== null && now >= this.#due) {
      this.#due += 1000 / rate;
      if (this.#at < this.#end.total) this.#update();
      else {
        this.#say({ id: this.#end.id, result: { stopReason: 'end_turn' } });
        this.#end = null;
      }
    }
  }

  #update() {
    const at = this.#at++;
    const update =
      at % 5 === 0
        ? { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${at} ` } }
        : {
            sessionUpdate: 'tool_call_update',
            toolCallId: `call-${Math.floor(at / 250)}`,
            title: `Search ${at}`,
            status: 'in_progress',
            rawInput: { pattern: 'createRouter', at },
          };
    this.#say({ method: 'session/update', params: { sessionId: this.id, update } });
  }
}

const agents = Array.from({ length: count }, (_, index) => new Agent(index));
process.send?.('ready');
setInterval(() => {
  const now = performance.now();
  for (const agent of agents) agent.tick(now);
}, TICK_MS);
