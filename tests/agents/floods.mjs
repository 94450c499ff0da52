/** Sends chunks as fast as the pipe takes them, numbered, then ends the turn: `--chunks N` (100000). */
import { once } from 'node:events';
import { option, serveAgent } from './support/stdio-agent.mjs';

const chunks = Number(option('chunks', '100000'));

serveAgent({
  async prompt({ sessionId }) {
    for (let index = 0; index < chunks; index++) {
      const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${index} ` } };
      const line = JSON.stringify({
        jsonrpc: '2.0',
        method: 'session/update',
        params: { sessionId, update },
      });
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    }
  },
});
