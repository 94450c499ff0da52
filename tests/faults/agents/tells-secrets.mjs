/**
 * An agent that cannot keep a secret: `tells-secrets.mjs DUMPS`. It and what is started with it write their
 * environments into that folder. With `sign-in` behind it, it is its own program to sign in with, which it asks for
 * once when it was given a code; with `server`, a server that fails. On a prompt `fail`
 * it says on stderr all that it was given, and ends.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [dumps, ...words] = process.argv.slice(2);
const what = words.at(-1) ?? 'agent';
const signedIn = join(dumps, 'signed-in');
writeFileSync(join(dumps, `${what}-${process.pid}.json`), JSON.stringify(process.env));
if (what === 'sign-in') {
  writeFileSync(signedIn, '');
  process.stdout.write(`your code is ${process.env.SIGN_IN_CODE_TOKEN}\n`);
  process.exit(0);
}
if (what === 'server') {
  process.stderr.write(`started with ${JSON.stringify(process.env)}\n`);
  process.exit(4);
}

const given = [process.env];
const results = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'tells-secrets', version: '1' },
    authMethods: [{ id: 'program', name: 'Program', type: 'terminal', args: ['sign-in'] }],
  }),
  'session/new': ({ mcpServers }) => {
    if (process.env.SIGN_IN_CODE_TOKEN !== undefined && !existsSync(signedIn)) return 'sign in';
    given.push(mcpServers);
    return { sessionId: `tells-${process.pid}` };
  },
  'session/prompt': ({ prompt }) => {
    if (prompt[0].text !== 'fail') return { stopReason: 'end_turn' };
    process.stderr.write(`broken with ${JSON.stringify(given)}\n`, () => process.exit(3));
    return null;
  },
};

let held = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (held + chunk).split('\n');
  held = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined || method === undefined) continue;
    const result = results[method]?.(params);
    if (result === null) continue;
    const answer =
      result === undefined
        ? { error: { code: -32601, message: 'unknown' } }
        : result === 'sign in'
          ? { error: { code: -32000, message: 'sign in first' } }
          : { result };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  }
});
process.stdin.on('end', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
