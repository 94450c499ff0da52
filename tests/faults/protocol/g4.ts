/** G4: paths that lead out of the workspace, by every way that an agent or a prompt has to a file. */
import { execFile } from 'node:child_process';
import { link, mkdir, readFile, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type FaultRun, controlFailure } from '../fault-run.ts';
import { agentOf, promptAndWait, startRig } from '../rig.ts';

/** A name and a text that nobody inside may hear. */
const OUTSIDE = 'kept-outside-7f3a9c';
const SECRET = 'canary-of-the-outside-51b2';

type Way = { readonly name: string; readonly method: string; readonly params: (path: string) => object };

const ways: readonly Way[] = [
  { name: 'read', method: 'fs/read_text_file', params: (path) => ({ path }) },
  { name: 'part', method: 'fs/read_text_file', params: (path) => ({ path, line: 1, limit: 5 }) },
  { name: 'write', method: 'fs/write_text_file', params: (path) => ({ path, content: 'pwned' }) },
  { name: 'cwd', method: 'terminal/create', params: (cwd) => ({ command: 'true', args: [], cwd }) },
];

type Places = { readonly root: string; readonly outside: string };

export const g4: FaultRun = {
  name: 'G4',
  alone: true,
  async run({ scratch }) {
    const places = await makePlaces(await realpath(scratch));
    const escapes = escapesOf(places);
    const legal = legalPaths(places);
    const before = await everythingIn(places.outside);
    const failures: string[] = [];
    const asked = ways.flatMap((way) => escapes.map((path) => ({ way, path })));
    const allowed = ways.flatMap((way) =>
      way.name === 'cwd'
        ? []
        : legal.map((path) => ({ way, path: way.name === 'write' ? `${path}.new` : path })),
    );
    const lines = [...asked, ...allowed].map(({ way, path }, id) =>
      Buffer.from(
        JSON.stringify({
          ...{ jsonrpc: '2.0', id, method: way.method },
          params: { sessionId: '@SESSION@', ...way.params(path) },
        }),
      ).toString('base64'),
    );
    await writeFile(join(scratch, 'script.json'), JSON.stringify([lines]));
    const heardFile = join(scratch, 'heard');
    const rig = startRig({
      launches: [agentOf('says-lines', join(scratch, 'script.json'), heardFile)],
      workspace: places.root,
    });
    try {
      const session = await rig.open('says-lines');
      // Whoever asks before he looks would get what he asks for.
      session.watch({
        onEvents: () => {
          for (const { requestId } of session.state.permissions)
            void session.answerPermission(requestId, 'allow');
        },
        onEnd: () => undefined,
      });
      await promptAndWait(session);
      for (const paths of [escapes.filter((path) => path.startsWith('/')), legal]) {
        const links = paths.map((path) => ({
          type: 'resource-link' as const,
          uri: path.includes('\0') ? `file://${path.replace('\0', '%00')}` : pathToFileURL(path).href,
          name: 'a file',
        }));
        const turns = session.state.turns.length;
        await session.prompt(links);
        await new Promise<void>((resolve) => {
          const look = () => void (session.state.turns.length > turns && resolve());
          session.watch({ onEvents: look, onEnd: look });
        });
      }
    } finally {
      await rig.close();
    }
    const heard = (await readFile(heardFile, 'utf8')).split('\n').filter((line) => line !== '');
    const prompts = heard.filter((line) => line.startsWith('{"prompt"'));
    const replies = new Map(
      heard
        .filter((line) => !line.startsWith('{"prompt"'))
        .map((line) => [(JSON.parse(line) as { id: number }).id, line] as const),
    );
    for (const [id, { way, path }] of asked.entries()) {
      const reply = replies.get(id) ?? '';
      if (!reply.includes('"error"'))
        failures.push(`${way.name} of ${JSON.stringify(path)}: ${reply.slice(0, 80)}`);
      const told = reply.replaceAll(JSON.stringify(path).slice(1, -1), '');
      if (told.includes(OUTSIDE) || told.includes(SECRET))
        failures.push(`${way.name} tells of the outside: ${path}`);
    }
    for (const [index, { way, path }] of allowed.entries()) {
      const reply = replies.get(asked.length + index) ?? 'nothing';
      if (!reply.includes('"result"'))
        failures.push(`legal ${way.name} of ${JSON.stringify(path)}: ${reply.slice(0, 99)}`);
    }
    const embedded = (text: string) => text.split('"type":"resource"').length - 1;
    if (embedded(prompts[1] ?? '') > 0 || heard.some((line) => line.includes(SECRET))) {
      failures.push('an attachment took something of the outside along');
    }
    if (embedded(prompts[2] ?? '') !== legal.length) {
      failures.push(`${embedded(prompts[2] ?? '')} of ${legal.length} legal attachments went along`);
    }
    if ((await everythingIn(places.outside)) !== before) failures.push('something outside was changed');
    const control = (await Promise.all(escapes.map((path) => isLetOutNaively(places, path)))).filter(
      Boolean,
    ).length;
    return {
      type: 'done',
      figure:
        `${escapes.length} escapes by ${ways.length + 1} ways (read, part of a file, write, directory of a command, attachment): ` +
        `${failures.length === 0 ? 'all refused, no name of the outside told' : `${failures.length} wrong`}, ${legal.length} legal paths pass; ` +
        `edits of language servers and applied diffs do not exist yet; control, a look at how the path begins: ${control} let out`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};

async function makePlaces(base: string): Promise<Places> {
  const root = join(base, 'ws');
  const outside = join(base, OUTSIDE);
  for (const folder of [join(root, 'sub/deep'), join(outside, 'dir'), `${root}-evil`]) {
    await mkdir(folder, { recursive: true });
  }
  for (const file of [
    join(outside, 'secret.txt'),
    join(outside, 'dir/secret.txt'),
    `${root}-evil/secret.txt`,
  ]) {
    await writeFile(file, SECRET);
  }
  const links: readonly (readonly [to: string, at: string])[] = [
    [`../${OUTSIDE}/secret.txt`, 'leaf'],
    [join(outside, 'secret.txt'), 'leaf-absolute'],
    [`../${OUTSIDE}`, 'folder'],
    [`../../${OUTSIDE}/dir`, 'sub/folder'],
    ['/', 'slash'],
    ['/etc', 'etc'],
    [`../${OUTSIDE}/new.txt`, 'dangling'],
    [`../${OUTSIDE}/none`, 'dangling-folder'],
    ['chain-2', 'chain-1'],
    ['sub/chain-3', 'chain-2'],
    [`../../${OUTSIDE}/secret.txt`, 'sub/chain-3'],
    ['loop-2', 'loop-1'],
    ['loop-1', 'loop-2'],
    ['../..', 'sub/up'],
    ['../ws-evil', 'sibling'],
    ['/proc/self/environ', 'environ'],
    ['/dev/zero', 'zero'],
    ['/proc/self/root', 'proc-root'],
    ['/proc/self/cwd', 'proc-cwd'],
    ['sub', 'inside-folder'],
  ];
  for (const [to, at] of links) await symlink(to, join(root, at));
  for (const path of legalPaths({ root, outside })) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'legal');
  }
  await link(join(root, 'a.txt'), join(root, 'sub/linked.txt'));
  await promisify(execFile)('mkfifo', [join(root, 'pipe')]);
  return { root, outside };
}

function escapesOf({ root, outside }: Places): readonly string[] {
  const at = (path: string) => join(root, path);
  return [
    // No paths.
    ...[
      '',
      'a.txt',
      './a.txt',
      `../${OUTSIDE}/secret.txt`,
      '~/secret',
      '..',
      'C:\\work\\a',
      '\\\\host\\share\\a',
    ],
    ...[`file://${root}/a.txt`, `${root}/a.txt\0.png`, `${root}/${'x'.repeat(5000)}`],
    // By their text.
    ...[
      '/',
      '/etc',
      '/etc/passwd',
      '/proc/self/environ',
      '/proc/1/root/etc/passwd',
      '/dev/zero',
      '/dev/stdin',
    ],
    ...[
      outside,
      join(outside, 'secret.txt'),
      `${root}/..`,
      `${root}/../${OUTSIDE}`,
      `${root}/../${OUTSIDE}/secret.txt`,
    ],
    ...[`${root}/sub/../../${OUTSIDE}/secret.txt`, `${root}/./sub/./../../${OUTSIDE}/dir`],
    ...[
      `${root}//..//${OUTSIDE}//secret.txt`,
      `${root}-evil`,
      `${root}-evil/secret.txt`,
      `/${root}/../${OUTSIDE}/dir`,
    ],
    ...[
      `${root}/missing/../../${OUTSIDE}/secret.txt`,
      `${root}/../${OUTSIDE}/new.txt`,
      `${root}/../new/new.txt`,
    ],
    ...[`${root}/sub/../../../../../../../../etc/passwd`, `${root}/a.txt/../../${OUTSIDE}/dir`],
    // By a link.
    ...[at('leaf'), at('leaf-absolute'), at('folder'), at('folder/secret.txt'), at('folder/new.txt')],
    ...[
      at('folder/new-folder/new.txt'),
      at('sub/folder'),
      at('sub/folder/secret.txt'),
      at('slash'),
      at('slash/etc'),
    ],
    ...[
      at('slash/etc/passwd'),
      at('etc/passwd'),
      at('etc/new.txt'),
      at('chain-1'),
      at('chain-2'),
      at('sub/up'),
    ],
    ...[at(`sub/up/${OUTSIDE}/secret.txt`), at('sub/up/new.txt'), at('inside-folder/up/new.txt')],
    ...[at('sibling'), at('sibling/secret.txt'), at('environ'), at('zero'), at('proc-root/etc/passwd')],
    ...[at('proc-cwd/package.json'), at('dangling'), at('dangling-folder/new.txt'), at('loop-1'), at('pipe')],
  ];
}

function legalPaths({ root }: Places): readonly string[] {
  return [
    ...[
      'a.txt',
      'sub/b.txt',
      'sub/deep/c.txt',
      'with space.txt',
      '文件.txt',
      'ümlaut.md',
      '.hidden',
      '.github/ci.yml',
    ],
    ...[
      '..two.txt',
      '...',
      'a..b',
      'etc',
      'new\nline.txt',
      '#hash?.txt',
      '%2e%2e.txt',
      'a'.repeat(200),
      "quo'te.txt",
    ],
    ...['sub/deep/deeper/deepest/d.txt', 'back\\slash.txt', '🚂.txt'],
  ].map((name) => join(root, name === 'etc' ? 'etc.d/hosts' : name));
}

async function everythingIn(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).sort();
  return JSON.stringify(names);
}

/** The look at the beginning of a path that does not resolve it. */
async function isLetOutNaively({ root, outside }: Places, path: string): Promise<boolean> {
  if (!path.startsWith(root)) return false;
  const real = await realpath(path).catch(() => null);
  return real !== null && (real.startsWith(outside) || !real.startsWith(`${root}/`));
}
