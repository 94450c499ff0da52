/**
 * Sends chunks as fast as the pipe takes them, numbered, then ends the turn: `--chunks N` (100000), with an
 * empty line after each `--paragraph N` of them (never). With `--gate FILE` it waits until that file is there.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { option, pause, serveAgent } from './support/stdio-agent.mjs';

const chunks = Number(option('chunks', '100000'));
const paragraph = Number(option('paragraph', '0'));
const gate = option('gate');

serveAgent({
  async prompt({ sessionId, signal }) {
    while (gate !== undefined && !existsSync(gate) && !signal.aborted) await pause(20, signal);
    for (let index = 0; index < chunks && !signal.aborted; index++) {
      const end = paragraph > 0 && (index + 1) % paragraph === 0 ? '\n\n' : ' ';
      const update = {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: `${index}${end}` },
      };
      const line = JSON.stringify({
        jsonrpc: '2.0',
        method: 'session/update',
        params: { sessionId, update },
      });
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    }
  },
});
