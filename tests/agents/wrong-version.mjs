/** Speaks another version of the protocol: answers with version 99, or with `--refuse` with an error. */
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method !== 'initialize') return;
  const answer = process.argv.includes('--refuse')
    ? {
        error: {
          code: -32022,
          message: 'Unsupported protocol version',
          data: { requested: 1, supported: [2] },
        },
      }
    : { result: { protocolVersion: 99 } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
