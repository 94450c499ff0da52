/** Streams a little, complains on stderr and ends within the turn: `--code N` (9), or `--signal SIGKILL`. */
import { option, say, serveAgent } from './support/stdio-agent.mjs';

serveAgent({
  async prompt({ client, sessionId }) {
    for (const text of ['Looking ', 'into ', 'it']) await say(client, sessionId, text);
    process.stderr.write('panic: index out of range\n  at worker 3\n', () => {
      const signal = option('signal');
      if (signal === undefined) process.exit(Number(option('code', '9')));
      process.kill(process.pid, signal);
    });
    await new Promise(() => {});
  },
});
