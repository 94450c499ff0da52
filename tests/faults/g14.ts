/**
 * G14: a day with secrets wherever a person may have them: none of them is in a file of the app, in what its page is
 * told, or in the environment of a program that was not given it by name.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildBackend } from '../../src/main/backend.ts';
import { reversingCipher } from '../../src/main/mcp/testing/reversing-cipher.ts';
import { seededRandom } from '../../src/main/storage/testing/sample-events.ts';
import type { SessionState } from '../../src/shared/session/state.ts';
import { type Canaries, GRANTED_NAME, makeCanaries, namesIn, searchFolder } from './canaries.ts';
import { type FaultRun, controlFailure } from './fault-run.ts';
import { project } from './g16-g19-real.mts';

const PATIENCE_MS = 15_000;
const PROGRAM = join(project, 'tests/faults/agents/tells-secrets.mjs');

type Asked = { readonly ok: boolean; readonly value?: unknown; readonly error?: unknown };
type Handler = (input: unknown, context: unknown) => unknown;

export const g14: FaultRun = {
  name: 'G14',
  alone: true,
  async run({ quick, seed, scratch }) {
    const canaries = makeCanaries(seededRandom(seed));
    const failures: string[] = [];
    Object.assign(process.env, canaries.app);
    const [dataDir, dumps, workspace] = ['data', 'dumps', 'workspace'].map((name) => join(scratch, name));
    if (dataDir === undefined || dumps === undefined || workspace === undefined)
      throw new Error('no folders');
    for (const folder of [dataDir, dumps, workspace]) await mkdir(folder);
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settingsOf(canaries, dumps)));
    const page = await openPage(dataDir);
    let looked = 0;
    for (let life = 0; life < (quick ? 1 : 4); life += 1) {
      looked += await live(page, { workspace, dumps, canaries, isFirst: life === 0 }, failures);
    }
    await page.shutdown();

    const files = await searchFolder(dataDir, canaries);
    for (const { path, names } of files) {
      // What the person wrote there stays there.
      const wrong = path === 'settings.json' ? names.filter((name) => !(name in canaries.settings)) : names;
      if (wrong.length > 0) failures.push(`${path} holds ${wrong.join(', ')}`);
    }
    for (const { path, names } of await searchFolder(scratch, canaries)) {
      if (path.startsWith('export-') && names.length > 0) failures.push(`${path} holds ${names.join(', ')}`);
    }
    for (const [method, text] of page.told) {
      const isOwn = (name: string) => name in canaries.settings && OWN_PLACES.has(method);
      const wrong = namesIn(text, canaries).filter((name) => !isOwn(name));
      if (wrong.length > 0) failures.push(`the page is told ${wrong.join(', ')} by ${method}`);
    }
    const environments = await readdir(dumps);
    let given = 0;
    for (const name of environments.filter((each) => each.endsWith('.json'))) {
      const names = namesIn(await readFile(join(dumps, name), 'utf8'), canaries);
      const may = mayHave(name, canaries);
      given += names.length;
      const wrong = names.filter((each) => !may.has(each));
      if (wrong.length > 0) failures.push(`${name} was given ${wrong.join(', ')}`);
    }
    const kinds = ['agent', 'plain', 'server', 'sign-in'].filter(
      (kind) => !environments.some((each) => each.startsWith(`${kind}-`)),
    );
    if (kinds.length > 0) failures.push(`never started: ${kinds.join(', ')}`);
    if (given === 0) failures.push('what was granted by name did not arrive');

    // Control: an environment that is copied, and last words as they were said.
    const copied = namesIn(JSON.stringify(process.env), canaries).length;
    const asSaid = namesIn(`broken with ${JSON.stringify([process.env, canaries.server])}`, canaries).length;
    for (const name of Object.keys(canaries.app)) delete process.env[name];
    return {
      type: 'done',
      figure:
        `${canaries.all.length} secrets in ${files.length} files, ${page.told.length} answers and frames to the page, ` +
        `${looked} reports, logs and bundles and ${environments.length} environments: ` +
        `${failures.length === 0 ? '0' : failures.length} found where nobody put them; ` +
        `control: ${copied} in a copied environment, ${asSaid} in last words as they were said`,
      failures: [...failures, ...controlFailure(Math.min(copied, asSaid))],
    };
  },
};

/** The person's own settings are theirs to see; a program to sign in with shows its output where it runs. */
const OWN_PLACES = new Set(['settings.watch', 'signIn.output', 'agents.watch', 'catalogue.watch']);

function settingsOf(canaries: Canaries, dumps: string) {
  const agent = (id: string, env: Readonly<Record<string, string>>, ...words: readonly string[]) => ({
    id,
    name: id,
    command: process.execPath,
    args: [PROGRAM, dumps, ...words],
    env,
  });
  return {
    agents: [agent('tells', canaries.settings), agent('plain', {}, 'plain')],
    agentSettings: { tells: { granted: [GRANTED_NAME] } },
    agentRegistry: null,
  };
}

function mayHave(dump: string, canaries: Canaries): ReadonlySet<string> {
  if (dump.startsWith('server-')) return new Set([...Object.keys(canaries.server), 'SERVER_REFERRED_TOKEN']);
  if (dump.startsWith('agent-') || dump.startsWith('sign-in-'))
    return new Set([...Object.keys(canaries.settings), GRANTED_NAME]);
  return new Set();
}

type Page = Awaited<ReturnType<typeof openPage>>;

async function openPage(dataDir: string) {
  const told: (readonly [method: string, text: string])[] = [];
  const sessions = new Map<string, (state: SessionState) => void>();
  let exported = 0;
  const backend = await buildBackend({
    dataDir,
    version: '0',
    bundledAgent: { agentId: 'none', name: 'None', command: 'false', args: [], env: {} },
    cipher: reversingCipher(),
    setTheme: () => undefined,
    sendCommand: (command) => void told.push(['command', JSON.stringify(command)]),
    report(error, where) {
      told.push([
        'report',
        `${where} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ]);
      return 'id';
    },
  });
  const handlers = backend.handlersFor({
    chooseFolder: async () => null,
    chooseNewFile: async (name) => join(dataDir, '..', `export-${(exported += 1)}-${name}`),
  }) as unknown as Readonly<Record<string, Handler>>;
  const handlerOf = (method: string): Handler => {
    const handler = handlers[method];
    if (handler === undefined) throw new Error(`there is no ${method}`);
    return handler;
  };
  return {
    told,
    sessions,
    async ask<Value>(method: string, input: unknown): Promise<Value> {
      const context = { signal: new AbortController().signal };
      const answer = (await handlerOf(method)(input, context)) as Asked;
      told.push([method, JSON.stringify(answer)]);
      if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return answer.value as Value;
    },
    /** Listens until a frame, or the end, is what is waited for. */
    async hear(method: string, input: unknown, until: (text: string) => boolean): Promise<void> {
      const abort = new AbortController();
      let stop: unknown;
      let timer: NodeJS.Timeout | undefined;
      try {
        await new Promise<void>((resolve, reject) => {
          timer = setTimeout(
            () =>
              reject(
                new Error(`${method}: not heard, but ${told.slice(-3).map(String).join(' ').slice(-2000)}`),
              ),
            PATIENCE_MS,
          );
          const take = (frame: unknown) => {
            const text = JSON.stringify(frame) ?? '';
            told.push([method, text]);
            if (until(text)) resolve();
          };
          const context = { emit: take, end: take, signal: abort.signal };
          Promise.resolve(handlerOf(method)(input, context)).then((end) => (stop = end), reject);
        });
      } finally {
        clearTimeout(timer);
        abort.abort();
        if (typeof stop === 'function') (stop as () => void)();
      }
    },
    shutdown: () => backend.shutdown(),
  };
}

/** Returns how many reports, logs and bundles were made. */
async function live(
  page: Page,
  {
    workspace,
    dumps,
    canaries,
    isFirst,
  }: {
    readonly workspace: string;
    readonly dumps: string;
    readonly canaries: Canaries;
    readonly isFirst: boolean;
  },
  failures: string[],
): Promise<number> {
  const { id: workspaceId } = await page.ask<{ id: string }>('workspaces.open', { path: workspace });
  if (isFirst) {
    const secret = Object.fromEntries(Object.keys(canaries.server).map((name) => [name, { secret: true }]));
    await page.ask('mcp.save', {
      previousId: null,
      id: 'leaky',
      entry: {
        type: 'stdio',
        command: process.execPath,
        args: [PROGRAM, dumps, 'server'],
        env: { ...secret, REFERRED: '${env:SERVER_REFERRED_TOKEN}' },
        enabled: true,
      },
      secrets: canaries.server,
      keep: 'stored',
    });
  }
  await page.hear('mcp.test', { workspaceId: null, id: 'leaky' }, (text) =>
    text.includes('"outcome":"failed"'),
  );
  for (const stream of ['settings.watch', 'agents.watch', 'mcp.watch', 'storage.watch', 'sessions.watch'])
    await page.hear(stream, {}, () => true);
  let made = 0;
  for (const agentId of ['plain', 'tells']) {
    const { sessionId } = await page.ask<{ sessionId: string }>('sessions.create', { workspaceId, agentId });
    const fresh = () => ({ sessionId, windowId: crypto.randomUUID() });
    const hears = (...words: readonly string[]) =>
      page.hear('session.watch', fresh(), (text) => words.some((word) => text.includes(word)));
    if (agentId === 'tells' && isFirst) {
      await hears('auth-required');
      await page.ask('signIn.start', { sessionId, methodId: 'program' });
      await page.hear('signIn.output', { sessionId }, (text) => text.includes('your code is'));
    }
    await hears('"agent-ready"', '"name":"ready"');
    const failed = hears('"agent-failed"', '"name":"failed"');
    await page.ask('session.prompt', { sessionId, prompt: [{ type: 'text', text: 'fail' }] });
    await failed;
    await page.hear('protocol.watch', { sessionId }, (text) => text.includes('process-exited'));
    const bodies = { sessionId, seqs: null };
    await page.ask('protocol.export', bodies);
    for (let seq = 1; seq <= 6; seq += 1)
      await page.ask('protocol.body', { sessionId, seq }).catch(() => undefined);
    for (const withBodies of [false, true]) {
      const { text } = await page.ask<{ text: string }>('protocol.report', { sessionId, bodies: withBodies });
      if (!text.includes('broken with')) failures.push('a report without the last words proves nothing');
    }
    for (const format of ['markdown', 'jsonl', 'support'])
      await page.ask('session.export', { sessionId, format });
    made += 6;
  }
  return made;
}
