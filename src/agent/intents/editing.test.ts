import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Connected,
  connected,
  type ConnectOptions,
  FILES,
  plansOf,
  spoken,
  statusOf,
  temporaryFolder,
  toolCalls,
} from '../testing/connected.ts';

const open: Connected[] = [];
async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const link = await connected(options);
  open.push(link);
  return link;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((link) => link.close()));
});

describe('editing', () => {
  it('replaces across files with a plan, one call and one question a file', async () => {
    const link = await connect();
    await link.say(await link.open(), 'rename maxTries to maxAttempts in src');
    expect(link.asked.map((request) => request.options)).toEqual(
      Array.from({ length: 2 }, () => [
        { optionId: 'allow-once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'allow-session', name: 'Always allow edits in this session', kind: 'allow_always' },
        { optionId: 'reject-once', name: 'Reject', kind: 'reject_once' },
        { optionId: 'reject-session', name: 'Always reject edits in this session', kind: 'reject_always' },
      ]),
    );
    expect(link.asked[0]?.toolCall).toMatchObject({
      kind: 'edit',
      title: 'Edit src/a.ts',
      content: [
        {
          type: 'diff',
          path: join(link.cwd, 'src/a.ts'),
          oldText: FILES['src/a.ts'],
          newText: FILES['src/a.ts'].replaceAll('maxTries', 'maxAttempts'),
        },
      ],
    });
    expect(plansOf(link.updates)).toEqual(['ip', 'ci', 'cc']);
    expect(statusOf(link.updates)).toEqual(['completed', 'completed', 'completed']);
    expect(await readFile(join(link.cwd, 'src/b.ts'), 'utf8')).toBe(
      FILES['src/b.ts'].replaceAll('maxTries', 'maxAttempts'),
    );
    expect(spoken(link.updates)).toContain('Replaced 4 places in 2 files.');
  });

  it('writes through a client that offers it, and to disk otherwise', async () => {
    const through = await connect({ capabilities: { fs: { writeTextFile: true } } });
    const sessionId = await through.open();
    await through.say(sessionId, 'create docs/deep/new.md with hello');
    expect(through.written).toEqual([
      { sessionId, path: join(through.cwd, 'docs/deep/new.md'), content: 'hello\n' },
    ]);
    const direct = await connect();
    await direct.say(await direct.open(), 'create docs/deep/new.md with hello');
    expect(direct.written).toEqual([]);
    expect(await readFile(join(direct.cwd, 'docs/deep/new.md'), 'utf8')).toBe('hello\n');
    expect(toolCalls(direct.updates)).toMatchObject([
      { kind: 'edit', status: 'completed', content: [{ type: 'diff', oldText: null, newText: 'hello\n' }] },
    ]);
  });

  it('leaves a rejected file alone and goes on with the next', async () => {
    const answers = ['reject-once', 'allow-once'];
    const link = await connect({ decide: () => answers.shift() ?? 'cancelled' });
    await link.say(await link.open(), 'replace maxTries with limit');
    expect(statusOf(link.updates)).toEqual(['completed', 'failed', 'completed']);
    expect(await readFile(join(link.cwd, 'src/a.ts'), 'utf8')).toBe(FILES['src/a.ts']);
    expect(await readFile(join(link.cwd, 'src/b.ts'), 'utf8')).not.toBe(FILES['src/b.ts']);
    expect(spoken(link.updates)).toContain(
      'Replaced 2 places in 1 file. 1 file rejected and left as before.',
    );
  });

  it('asks once when edits are always allowed, and still asks for commands', async () => {
    const link = await connect({ decide: () => 'allow-session' });
    const session = await link.open();
    await link.say(session, 'replace maxTries with limit');
    await link.say(session, 'create new.md with x');
    await link.say(session, 'run echo one');
    expect(link.asked.map((request) => request.toolCall.title)).toEqual(['Edit src/a.ts', 'echo one']);
  });

  it('remembers an always for the one session in which it was given', async () => {
    const link = await connect({ decide: () => 'allow-session' });
    await link.say(await link.open(), 'create one.md');
    await link.say(await link.open(), 'create two.md');
    expect(link.asked).toHaveLength(2);
  });

  it('asks never again after an always reject', async () => {
    const link = await connect({ decide: () => 'reject-session' });
    const session = await link.open();
    await link.say(session, 'replace maxTries with limit');
    await link.say(session, 'create new.md');
    expect(link.asked).toHaveLength(1);
    expect(statusOf(link.updates)).toEqual(['completed', 'failed', 'failed']);
    expect(spoken(link.updates)).toContain('1 file not tried');
    await expect(stat(join(link.cwd, 'new.md'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('takes an option that it did not offer as a rejection', async () => {
    const link = await connect({ decide: () => 'yes-to-everything' });
    await link.say(await link.open(), 'create new.md');
    await expect(stat(join(link.cwd, 'new.md'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('writes nothing when the file changed while the person was thinking', async () => {
    const cwd = await temporaryFolder('changing');
    const link = await connect({
      cwd,
      files: FILES,
      decide: async () => {
        await writeFile(join(cwd, 'src/a.ts'), 'someone else was here: maxTries\n');
        return 'allow-once';
      },
    });
    await link.say(await link.open(), 'replace maxTries with limit in src/a.ts');
    expect(await readFile(join(cwd, 'src/a.ts'), 'utf8')).toBe('someone else was here: maxTries\n');
    expect(statusOf(link.updates)).toEqual(['completed', 'failed']);
    expect(spoken(link.updates)).toContain('changed on disk after I had read it');
    await rm(cwd, { recursive: true });
  });

  it('changes nothing when the client cannot ask', async () => {
    const link = await connect({
      decide: () => {
        throw new Error('no window');
      },
    });
    expect(await link.say(await link.open(), 'create new.md')).toEqual({ stopReason: 'end_turn' });
    expect(statusOf(link.updates)).toEqual(['failed']);
    await expect(stat(join(link.cwd, 'new.md'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('does not overwrite a file that exists', async () => {
    const link = await connect();
    await link.say(await link.open(), 'create src/a.ts with x');
    expect(await readFile(join(link.cwd, 'src/a.ts'), 'utf8')).toBe(FILES['src/a.ts']);
    expect(spoken(link.updates)).toContain('exists already');
    expect(link.asked).toEqual([]);
  });

  it('keeps byte order marks and line ends of what it edits', async () => {
    const link = await connect({ files: { 'x.txt': '\ufeffold\r\nold\r\n' } });
    await link.say(await link.open(), 'replace old with new');
    expect(await readFile(join(link.cwd, 'x.txt'), 'utf8')).toBe('\ufeffnew\r\nnew\r\n');
  });

  it('shows only what changes of a file that is too large to show whole', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line number ${index}`);
    lines[10_000] = 'the needle';
    const link = await connect({ files: { 'big.txt': lines.join('\n') } });
    await link.say(await link.open(), 'replace needle with thread in big.txt');
    expect(link.asked[0]?.toolCall.content).toEqual([
      {
        type: 'diff',
        path: join(link.cwd, 'big.txt'),
        oldText: `${lines.slice(9_997, 10_004).join('\n')}\n`,
        newText: `${lines.slice(9_997, 10_004).join('\n')}\n`.replace('needle', 'thread'),
      },
    ]);
    expect(await readFile(join(link.cwd, 'big.txt'), 'utf8')).toBe(
      lines.join('\n').replace('needle', 'thread'),
    );
  });
});
