/** Ends within the turn, but leaves behind a process in another group that holds its stdout open. */
import { spawn } from 'node:child_process';
import { say, serveAgent } from './support/stdio-agent.mjs';

serveAgent({
  async prompt({ client, sessionId }) {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1 << 30)'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    holder.unref();
    await say(client, sessionId, 'last words');
    setTimeout(() => process.exit(0), 50);
    await new Promise(() => {});
  },
});
