import { rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk/unstable';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Connected,
  connected,
  type ConnectOptions,
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

describe('finding and reading', () => {
  it('reports a search with locations and says the matches as a list', async () => {
    const link = await connect();
    const session = await link.open();
    expect(await link.say(session, 'find maxTries')).toEqual({ stopReason: 'end_turn' });
    expect(toolCalls(link.updates)).toMatchObject([
      {
        kind: 'search',
        status: 'completed',
        title: 'Find maxTries',
        locations: [
          { path: join(link.cwd, 'src/a.ts'), line: 1 },
          { path: join(link.cwd, 'src/a.ts'), line: 2 },
          { path: join(link.cwd, 'src/b.ts'), line: 1 },
          { path: join(link.cwd, 'src/b.ts'), line: 2 },
        ],
        rawOutput: { matches: 4, files: 2, searched: 3, skipped: 1, stoppedEarly: false },
      },
    ]);
    expect(spoken(link.updates)).toBe(
      [
        '4 matches for `maxTries`, in 2 files:',
        '',
        '- `src/a.ts:1` `export const maxTries = 5;`',
        '- `src/a.ts:2` `export const delay = maxTries * 2;`',
        "- `src/b.ts:1` `import { maxTries } from './a.ts';`",
        '- `src/b.ts:2` `console.log(maxTries);`',
        '',
        '',
      ].join('\n'),
    );
  });

  it('reads a file that is named without its folder, in a fence of its language', async () => {
    const link = await connect();
    const session = await link.open();
    await link.say(session, 'show line 2 of a.ts');
    const block = '```ts\nexport const delay = maxTries * 2;\n```\n';
    expect(toolCalls(link.updates)).toMatchObject([
      {
        kind: 'read',
        status: 'completed',
        locations: [{ path: join(link.cwd, 'src/a.ts'), line: 2 }],
        content: [{ type: 'content', content: { type: 'text', text: block } }],
      },
    ]);
    expect(spoken(link.updates)).toBe(`\`src/a.ts\`, lines 2 to 2 of 2:\n\n${block}\n`);
  });

  it('reads a file that was attached as a link', async () => {
    const link = await connect({ files: { 'my notes.md': 'hello\n' } });
    const sessionId = await link.open();
    await link.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [
        { type: 'text', text: 'read ' },
        { type: 'resource_link', uri: `file://${link.cwd}/my%20notes.md`, name: 'my notes.md' },
      ],
    });
    expect(spoken(link.updates)).toContain('```md\nhello\n```');
  });

  it('answers in Chinese when asked in Chinese', async () => {
    const link = await connect();
    await link.say(await link.open(), '在 docs 中查找 tries');
    expect(spoken(link.updates)).toContain('在 1 个文件中找到 1 处 `tries`');
  });

  it('says plainly that it is rule-based when it does not understand', async () => {
    const link = await connect();
    await link.say(await link.open(), 'make the code nicer');
    expect(spoken(link.updates)).toMatch(/rule-based helper without a language model/);
    expect(toolCalls(link.updates)).toEqual([]);
  });

  it('stops a regular expression that would run for years', async () => {
    const link = await connect({ files: { 'x.txt': `${'a'.repeat(60)}b` } });
    await link.say(await link.open(), 'find /(a+)+$/ in x.txt');
    expect(statusOf(link.updates)).toEqual(['failed']);
    expect(spoken(link.updates)).toContain('takes too long');
  });
});

describe('staying inside the workspace', () => {
  it.each([
    'read ../outside.txt',
    'read /etc/hostname',
    'read link.txt',
    'create ../new.txt with x',
    'create away/new.txt with x',
    'find x in ..',
  ])('refuses: %s', async (said) => {
    const outside = await temporaryFolder('outside');
    await writeFile(join(outside, 'secret.txt'), 'secret x');
    const link = await connect();
    await symlink(join(outside, 'secret.txt'), join(link.cwd, 'link.txt'));
    await symlink(outside, join(link.cwd, 'away'));
    await link.say(await link.open(), said);
    expect(spoken(link.updates)).toContain('is outside this workspace');
    expect(spoken(link.updates)).not.toContain('secret x');
    expect(link.asked).toEqual([]);
    await expect(stat(join(outside, 'new.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(outside, { recursive: true });
  });
});
