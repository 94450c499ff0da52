/**
 * Asks the person: `asking-agent.mjs SIGNED_IN_FILE`, signed in while that file is there.
 *
 * Signs in by itself (`authenticate` with `by-agent`, which asks for a word first), or by its program:
 * `asking-agent.mjs SIGNED_IN_FILE --sign-in` asks for a word on its input. The word is `sesame`.
 *
 * Prompts: `form` asks with a form and says the answer, `page` asks to open a page and says so when it is
 * done there, `helpers` works with two sub-agents, one of which has one of its own and one of which runs until
 * it is stopped, `files` says what came with the prompt, `locked` ends with the error for a missing sign-in.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { RequestError } from '@agentclientprotocol/sdk/unstable';
import { pause, say, serveAgent } from './support/stdio-agent.mjs';

const WORD = 'sesame';
const [, , signedInFile = ''] = process.argv;

if (process.argv.includes('--sign-in')) signInAtTheTerminal();
else serve();

function signInAtTheTerminal() {
  process.stdout.write('\u001b[1mSign in\u001b[0m at https://auth.example.com/device?code=AB12\n');
  process.stdout.write('Word: ');
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim() !== WORD) {
      process.stderr.write('That is not the word.\n');
      process.exit(3);
    }
    writeFileSync(signedInFile, '');
    process.stdout.write('\nWelcome.\n');
    process.exit(0);
  });
}

function serve() {
  const children = new Map();
  serveAgent({
    capabilities: {
      auth: { logout: {} },
      sessionCapabilities: { fork: {}, delete: {}, title: {} },
    },
    authMethods: [
      { type: 'terminal', id: 'by-program', name: 'With a word', args: ['--sign-in'] },
      { id: 'by-agent', name: 'In the agent', description: 'Asks here.' },
      { type: 'env_var', id: 'by-key', name: 'With a key', vars: [{ name: 'TEST_AGENT_KEY' }] },
    ],
    authorize: () => {
      if (!existsSync(signedInFile)) throw RequestError.authRequired();
    },
    onCancel: (sessionId) => children.get(sessionId)?.abort(),
    async prompt(turn) {
      const text = turn.prompt.map((block) => block.text ?? '').join('');
      if (text.startsWith('form')) await form(turn);
      else if (text.startsWith('page')) await page(turn);
      else if (text.startsWith('helpers')) await helpers(turn, children);
      else if (text.startsWith('files')) await files(turn);
      else if (text.startsWith('locked')) throw RequestError.authRequired();
      else await say(turn.client, turn.sessionId, `Heard: ${text}`);
      return turn.signal.aborted ? 'cancelled' : 'end_turn';
    },
    extend(app, { open }) {
      app.onRequest('authenticate', async ({ params, client, requestId }) => {
        const answer = await client.request('elicitation/create', {
          mode: 'form',
          requestId,
          message: `Which word? (${params.methodId})`,
          requestedSchema: {
            type: 'object',
            properties: { word: { type: 'string', title: 'Word' } },
            required: ['word'],
          },
        });
        if (answer.action !== 'accept' || answer.content.word !== WORD) {
          throw RequestError.internalError({ details: 'that is not the word' }, 'Sign-in failed');
        }
        writeFileSync(signedInFile, '');
        return {};
      });
      app.onRequest('logout', () => {
        rmSync(signedInFile, { force: true });
        return {};
      });
      app.onRequest('session/fork', ({ params }) => {
        const sessionId = `${params.sessionId}-fork`;
        return { sessionId, ...open(sessionId, params.cwd) };
      });
      app.onRequest('session/set_title', ({ params }) => ({ title: params.title }));
      app.onRequest('session/delete', () => ({}));
    },
  });
}

async function form({ client, sessionId }) {
  const answer = await client.request('elicitation/create', {
    mode: 'form',
    sessionId,
    message: 'How should the release go out?',
    requestedSchema: {
      type: 'object',
      title: 'Release',
      properties: {
        name: { type: 'string', title: 'Name', minLength: 3, description: 'Shown to everyone.' },
        mail: { type: 'string', title: 'Mail', format: 'email' },
        count: { type: 'integer', title: 'Copies', minimum: 1, default: 2 },
        channel: {
          type: 'string',
          title: 'Channel',
          oneOf: [
            { const: 'beta', title: 'Beta', description: 'For the curious' },
            { const: 'stable', title: 'Stable' },
          ],
        },
        targets: {
          type: 'array',
          title: 'Targets',
          items: {
            anyOf: [
              { const: 'mac', title: 'macOS' },
              { const: 'win', title: 'Windows' },
            ],
          },
          default: ['mac'],
        },
        sign: { type: 'boolean', title: 'Sign it', default: true },
        colour: { type: '_colour', title: 'Colour' },
      },
      required: ['name', 'channel'],
    },
  });
  await say(client, sessionId, `Answer: ${JSON.stringify(answer)}`);
}

async function page({ client, sessionId }) {
  const elicitationId = 'page-1';
  const url = 'https://auth.example.com/start';
  const answer = await client.request('elicitation/create', {
    mode: 'url',
    sessionId,
    elicitationId,
    url,
    message: 'Please confirm in the browser.',
  });
  await say(client, sessionId, `Answer: ${answer.action}`);
  if (answer.action === 'accept') await client.notify('elicitation/complete', { elicitationId });
}

async function helpers({ client, sessionId, signal }, children) {
  const tell = (id, update) => client.notify('session/update', { sessionId: id, update });
  const announce = (parent, id, rest) =>
    tell(parent, { sessionUpdate: 'subagent_update', sessionId: id, ...rest });
  const running = { state: 'running' };
  const idle = { state: 'idle', stopReason: 'end_turn' };
  await announce(sessionId, 'scout', { title: 'Scout', description: 'Looks around', state: running });
  await say(client, 'scout', 'Looking at the parser first.');
  await tell('scout', {
    sessionUpdate: 'tool_call',
    toolCallId: 'read-1',
    title: 'Read parser.ts',
    kind: 'read',
    status: 'completed',
    rawInput: { path: 'parser.ts' },
  });
  await announce('scout', 'digger', { title: 'Digger', state: running });
  await say(client, 'digger', 'Found it three levels down.');
  await announce('scout', 'digger', { state: idle });
  await announce(sessionId, 'scout', { state: idle });
  const abort = new AbortController();
  children.set('walker', abort);
  signal.addEventListener('abort', () => abort.abort());
  await announce(sessionId, 'walker', { title: 'Walker', capabilities: { cancel: {} }, state: running });
  for (let step = 1; !abort.signal.aborted; step += 1) {
    await say(client, 'walker', `Step ${step}. `);
    await pause(100, abort.signal);
  }
  await announce(sessionId, 'walker', { state: { state: 'idle', stopReason: 'cancelled' } });
  await say(client, sessionId, 'All helpers are back.');
}

async function files({ client, sessionId, prompt }) {
  const shown = prompt.map((block) =>
    block.type === 'resource' ? `resource ${block.resource.text.length}` : block.type,
  );
  await say(client, sessionId, `Came: ${shown.join(', ')}`);
}
