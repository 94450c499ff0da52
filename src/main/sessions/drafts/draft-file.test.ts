import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_DRAFT_MEDIA, MAX_DRAFTS, MAX_SENT } from '../../../shared/ipc/contract/drafts.ts';
import { openDraftFile } from './draft-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drafts-'));
  file = join(folder, 'drafts/drafts.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const quiet = { report: () => undefined };
const text = (words: string) => ({ text: words, attachments: [] });

test('drafts and what was sent are there after a restart, files by their place', async () => {
  const first = await openDraftFile(file, quiet);
  const draft = {
    text: 'half a thought',
    attachments: [{ type: 'file' as const, id: '1', name: 'a.ts', uri: 'file:///w/a.ts' }],
  };
  first.keep('s1', draft);
  first.keep('s2', text('gone'));
  first.keep('s2', null);
  first.sent('one');
  first.sent('two');
  first.sent('one');
  await first.flush();
  const again = await openDraftFile(file, quiet);
  expect(again.all()).toEqual({ drafts: [{ place: 's1', draft }], sent: ['one', 'two'] });
});

test('many changes are one write, and a write that fails loses nothing', async () => {
  const writes: string[] = [];
  const errors: unknown[] = [];
  const due: (() => void)[] = [];
  const drafts = await openDraftFile(file, {
    write: async (_path, what) => {
      writes.push(what);
      if (writes.length === 1) throw new Error('disk full');
    },
    after: (_ms, run) => {
      due.push(run);
      return () => undefined;
    },
    report: (error) => errors.push(error),
  });
  for (let index = 0; index < 40; index += 1) drafts.keep('s', text('x'.repeat(index + 1)));
  expect([due.length, writes.length]).toEqual([1, 0]);
  due[0]?.();
  await drafts.flush();
  expect([writes.length, errors.length]).toEqual([1, 1]);
  drafts.keep('t', text('y'));
  await drafts.flush();
  expect(writes[1]).toContain('x'.repeat(40));
});

test('the oldest go when there are too many, and their pictures before them', async () => {
  const drafts = await openDraftFile(file, { ...quiet, after: () => () => undefined });
  for (let index = 0; index <= MAX_DRAFTS; index += 1) drafts.keep(`s${index}`, text('x'));
  expect(drafts.all().drafts[0]?.place).toBe('s1');
  const picture = (id: string) => ({
    text: id,
    attachments: [
      { type: 'image' as const, id, name: '', mimeType: 'image/png', data: 'A'.repeat(MAX_DRAFT_MEDIA) },
    ],
  });
  for (const id of ['a', 'b', 'c']) drafts.keep(id, picture(id));
  const kept = new Map(drafts.all().drafts.map(({ place, draft }) => [place, draft.attachments.length]));
  expect(['a', 'b', 'c'].map((id) => kept.get(id))).toEqual([0, 1, 1]);
  for (let index = 0; index <= MAX_SENT; index += 1) drafts.sent(`prompt ${index}`);
  expect([drafts.all().sent.length, drafts.all().sent[0]]).toEqual([MAX_SENT, `prompt ${MAX_SENT}`]);
});

test.each(['not json', '{"version":2}', '{"version":1,"drafts":[1],"sent":[]}'])(
  'a file that says %j is kept beside the new one',
  async (before) => {
    await (await openDraftFile(file, quiet)).flush();
    await writeFile(file, before);
    const drafts = await openDraftFile(file, quiet);
    expect(drafts.all().drafts).toEqual([]);
    drafts.keep('s', text('new'));
    await drafts.flush();
    const names = await readdir(join(folder, 'drafts'));
    const aside = names.find((name) => name.includes('unreadable')) ?? '';
    expect(await readFile(join(folder, 'drafts', aside), 'utf8')).toBe(before);
    expect(await readFile(file, 'utf8')).toContain('new');
  },
);
