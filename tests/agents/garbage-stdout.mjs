/**
 * Writes lines that are no protocol to stdout: `--lines N` (1500) at the start. With `--work` it is a
 * proper agent otherwise, and writes a line of noise before each of its messages.
 */
import { option, say, serveAgent } from './support/stdio-agent.mjs';

const NOISE = [
  '> agent@1.0.0 start',
  '\u001b[33mwarn\u001b[0m config not found',
  '{"level":"info","msg":"up"}',
  '[1,2]',
  '42',
];
const lines = Number(option('lines', '1500'));
for (let line = 0; line < lines; line++) process.stdout.write(`${NOISE[line % NOISE.length]}\n`);

if (process.argv.includes('--work')) {
  serveAgent({
    async prompt({ client, sessionId }) {
      for (let index = 0; index < 5; index++) {
        process.stdout.write(`${NOISE[index]}\n`);
        await say(client, sessionId, `part ${index} `);
      }
    },
  });
} else {
  process.stdin.on('end', () => process.exit(0));
  process.stdin.resume();
}
