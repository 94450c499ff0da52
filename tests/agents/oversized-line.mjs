/** Sends one message of `--bytes N` (17 MiB) within the turn. */
import { option, say, serveAgent } from './support/stdio-agent.mjs';

const bytes = Number(option('bytes', String(17 * 1024 * 1024)));

serveAgent({
  async prompt({ client, sessionId }) {
    await say(client, sessionId, 'Here it comes. ');
    await say(client, sessionId, 'x'.repeat(bytes));
  },
});
