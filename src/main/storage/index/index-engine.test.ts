import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mostCounted } from '../../../shared/session/search.ts';
import { chunk, ended, tool, turn } from '../../../shared/session/testing/events.ts';
import type { IndexChanges } from './session-index.ts';
import { NOW, type IndexRig, createIndexRig, factsOf, shown, upToDate } from './testing/index-rig.ts';

let rig: IndexRig;
beforeEach(async () => {
  rig = await createIndexRig();
});
afterEach(() => rig.close());

const find = async (engine: ReturnType<IndexRig['engine']>, text: string, more = {}) =>
  shown(await engine.search({ text, ...more }));

test('prompts, messages, thoughts, calls and titles are found at their place, newest first', async () => {
  await rig.write(factsOf('s1'), [
    turn('t1', 'Fix the Zürich timezone'),
    chunk('thought', 'the timezone table is stale'),
    tool('c1', { title: 'Run tests', kind: 'execute', rawInput: { command: 'npm test -- timezone.spec' } }),
    chunk('agent', 'Fixed the timezone.'),
    ended('t1'),
    { type: 'renamed', alias: 'Timezone work' },
    { type: 'notice', severity: 'info', title: 'timezone notice', description: null },
  ]);
  const engine = await upToDate(rig.engine());
  expect(await find(engine, 'timezone', { perSession: 20 })).toEqual([
    's1/background-7/e7 [timezone] notice',
    's1/t1/e4 Fixed the [timezone].',
    's1/t1/e3 Run tests npm test -- [timezone].spec',
    's1/t1/e2 the [timezone] table is stale',
    's1/t1/null Fix the Zürich [timezone]',
    's1/null/null [Timezone] work',
  ]);
  expect(await find(engine, 'zurich')).toEqual(['s1/t1/null Fix the [Zürich] timezone']);
  expect(await find(engine, 'role:thought timezone')).toEqual(['s1/t1/e2 the [timezone] table is stale']);
});

test('Chinese is found by any part of a sentence, one sign too, and mixed with other words', async () => {
  await rig.write(factsOf('s1'), [
    turn('t1', '请修复时区测试，然后提交代码'),
    chunk('agent', '已修复bug，测试全部通过。'),
    ended('t1'),
  ]);
  const engine = await upToDate(rig.engine());
  expect(await find(engine, '时区')).toEqual(['s1/t1/null 请修复[时区]测试，然后提交代码']);
  expect(await find(engine, '修复bug')).toEqual(['s1/t1/e2 已[修复bug]，测试全部通过。']);
  expect(await find(engine, '测试')).toEqual([
    's1/t1/e2 已修复bug，[测试]全部通过。',
    's1/t1/null 请修复时区[测试]，然后提交代码',
  ]);
  expect(await find(engine, '码')).toHaveLength(1);
  expect(await find(engine, '区时')).toEqual([]);
});

test('a session shows so many hits and a count of the rest; a page ends and the next goes on', async () => {
  for (const id of ['a', 'b', 'c']) {
    await rig.write(
      factsOf(id),
      Array.from({ length: 10 }, (_, index) => [
        turn(`t${index}`, `needle ${id}${index}`),
        ended(`t${index}`),
      ]).flat(),
    );
  }
  const engine = await upToDate(rig.engine());
  const first = await engine.search({ text: 'needle', perSession: 3, limit: 4 });
  expect(first.groups.map(({ sessionId, hits, more }) => [sessionId, hits.length, more])).toHaveLength(2 + 1);
  const all = new Map<string, { hits: number; more: number }>();
  let page = first;
  for (;;) {
    for (const { sessionId, hits, more } of page.groups) {
      all.set(sessionId, { hits: (all.get(sessionId)?.hits ?? 0) + hits.length, more });
    }
    if (page.next === null) break;
    page = await engine.search({ text: 'needle', perSession: 3, limit: 4, cursor: page.next });
  }
  expect(Object.fromEntries(all)).toEqual({
    a: { hits: 3, more: 7 },
    b: { hits: 3, more: 7 },
    c: { hits: 3, more: 7 },
  });
  const one = await engine.search({ text: 'needle', sessionId: 'b', limit: 100 });
  expect(one.groups).toMatchObject([{ sessionId: 'b', more: 0 }]);
  expect(one.groups[0]?.hits).toHaveLength(10);
});

test('sessions of one time and of times of their own are passed by without a hit missed or counted wrong', async () => {
  const minute = 60_000;
  const sizes = { mixed1: 50, mixed2: 50, mixed3: 50, early: 40, late: 40, few: 5 };
  const offsets = { mixed1: 0, mixed2: 1, mixed3: 2, early: -60, late: 200, few: 150 };
  for (const id of Object.keys(sizes) as (keyof typeof sizes)[]) {
    const turns = Array.from({ length: sizes[id] }, (_, index) => {
      const at = NOW + (offsets[id] + index) * minute;
      return [
        { ...turn(`t${index}`, `needle${index % 2} ${id}${index}`), at },
        { ...ended(`t${index}`), at },
      ];
    });
    await rig.write(factsOf(id), turns.flat());
  }
  const engine = await upToDate(rig.engine());
  for (const [text, share] of [
    ['needle*', 1],
    ['needle1', 0.5],
  ] as const) {
    const totals = Object.entries(sizes).map(([id, size]) => [id, Math.floor(size * share)] as const);
    const whole = await engine.search({ text, perSession: 200, limit: 200 });
    const inOrder = whole.groups.flatMap(({ hits }) => hits).sort((a, b) => b.at - a.at);
    expect(inOrder.length).toBe(
      Math.min(
        200,
        totals.reduce((sum, [, total]) => sum + total, 0),
      ),
    );
    for (const perSession of [1, 3, 7]) {
      for (const limit of [7, 9, 30]) {
        const seen = new Map<string, { hits: string[]; more: number }>();
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await engine.search({ text, perSession, limit, ...(cursor && { cursor }) });
          for (const { sessionId, hits, more } of page.groups) {
            const before = seen.get(sessionId)?.hits ?? [];
            seen.set(sessionId, { hits: [...before, ...hits.map(({ turnId }) => String(turnId))], more });
          }
          cursor = page.next;
        }
        const wanted = totals.map(([id, total]) => {
          const newest = Array.from({ length: sizes[id as keyof typeof sizes] }, (_, index) => index)
            .filter((index) => share === 1 || index % 2 === 1)
            .reverse()
            .slice(0, perSession);
          const more = Math.min(mostCounted, total - newest.length);
          return [id, { hits: newest.map((index) => `t${index}`), more }];
        });
        expect(Object.fromEntries(seen), `${text} ${perSession} ${limit}`).toEqual(
          Object.fromEntries(wanted),
        );
      }
    }
  }
});

test('agents, workspaces and days narrow a search, and what does not exist is said', async () => {
  const day = (date: number) => new Date(2026, 2, date, 10).getTime();
  await rig.write(factsOf('s1'), [{ ...turn('t1', 'needle one'), at: day(1) }]);
  await rig.write(
    factsOf('s2', { agentId: 'a2', agentName: 'Agent Two', workspaceId: 'w2', cwd: '/home/x/storefront' }),
    [{ ...turn('t1', 'needle two'), at: day(3) }],
  );
  const engine = await upToDate(rig.engine());
  expect(await find(engine, 'needle agent:a2')).toEqual(['s2/t1/null [needle] two']);
  expect(await find(engine, 'needle agent:"agent one"')).toEqual(['s1/t1/null [needle] one']);
  expect(await find(engine, 'workspace:payments-api')).toEqual(['s1/t1/null needle one']);
  expect(await find(engine, 'needle after:2026-03-02')).toEqual(['s2/t1/null [needle] two']);
  expect(await find(engine, 'needle before:2026-03-03')).toEqual(['s1/t1/null [needle] one']);
  expect(await find(engine, 'after:2026-03-01 before:2026-03-02')).toEqual(['s1/t1/null needle one']);
  expect(await engine.search({ text: 'needle agent:nobody' })).toEqual({
    groups: [],
    next: null,
    problems: [{ code: 'unknown-agent', part: 'nobody' }],
  });
});

test('no input throws', async () => {
  await rig.write(factsOf('s1'), [turn('t1', 'needle')]);
  const engine = await upToDate(rig.engine());
  const hostile = [
    '',
    ' ',
    '"',
    '""',
    '*',
    '**',
    'AND',
    'NOT OR AND',
    '(',
    ')',
    '{text}: x',
    'a"b*',
    "';DROP TABLE entry;--",
    '-',
    '^a',
    'a^',
    'NEAR(a b)',
    'text:',
    'role:',
    'role:x',
    'before:',
    'before:2026-99-99',
    'agent:',
    '\0',
    '\u0000needle',
    'x'.repeat(5000),
    'a '.repeat(900),
    '"'.repeat(999),
    '\ud83d',
    '🚂',
    'after:99999d',
    '“needle”',
    'Ａ',
    'ﬁ',
  ];
  for (const text of hostile) {
    for (const unfinished of [false, true]) {
      await expect(engine.search({ text, unfinished }), JSON.stringify(text)).resolves.toBeDefined();
    }
  }
  for (const cursor of ['', 'x', '1;', '99999999999999999;1.1', '1;1.1,', `${'9'.repeat(16)};`]) {
    await expect(engine.search({ text: 'needle', cursor })).resolves.toBeDefined();
  }
  expect(await find(engine, '“needle”')).toHaveLength(1);
});

test('refresh tells what came, changed and went, and nothing when nothing did', async () => {
  await rig.write(factsOf('one'), [turn('t1', 'needle')]);
  await rig.write(factsOf('two'), [turn('t1', 'needle')]);
  const engine = rig.engine();
  const told = async () => {
    const all: IndexChanges[] = [];
    await engine.refresh((changes) => all.push(changes));
    await engine.settled();
    return {
      changed: all.flatMap(({ changed }) => changed.map(({ id }) => id)).sort(),
      removed: all.flatMap(({ removed }) => removed),
    };
  };
  expect(await told()).toEqual({ changed: ['one', 'two'], removed: [] });
  expect(await told()).toEqual({ changed: [], removed: [] });
  await rig.write(factsOf('one'), [chunk('agent', 'more')]);
  await rig.store.trash('two');
  await rig.write(factsOf('three'), [turn('t1', 'other')]);
  expect(await told()).toEqual({ changed: ['one', 'three'], removed: ['two'] });
  expect(await find(engine, 'needle')).toEqual(['one/t1/null [needle]']);
  expect(await find(engine, 'more')).toHaveLength(1);
});

test('what cannot be read is listed with its reason and does not stop the others', async () => {
  await rig.write(factsOf('good'), [turn('t1', 'needle')]);
  await writeFile(join(rig.dataDir, 'sessions/bad'), 'no folder');
  const engine = await upToDate(rig.engine());
  const parts: string[] = [];
  await engine.list((json) => parts.push(json));
  const listed = parts.flatMap((json) => JSON.parse(json) as { id: string; type: string }[]);
  expect(listed.map(({ id, type }) => `${id} ${type}`).sort()).toEqual(['bad unreadable', 'good journal']);
  expect(await find(engine, 'needle')).toHaveLength(1);
});

test('the list is the store’s list', async () => {
  for (const id of ['x', 'y', 'z']) await rig.write(factsOf(id), [turn('t1', id)]);
  const engine = await upToDate(rig.engine());
  const parts: string[] = [];
  await engine.list((json) => parts.push(json));
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  const listed = parts.flatMap((json) => JSON.parse(json) as { id: string }[]).sort(byId);
  expect(listed).toEqual([...(await rig.store.list())].sort(byId));
});

test('times out of any range are found too', async () => {
  await rig.write(factsOf('s1'), [
    { ...turn('t1', 'needle'), at: -5 },
    { ...chunk('agent', 'needle'), at: 0 },
    { ...chunk('thought', 'needle'), at: 8e15 },
    { ...chunk('agent', 'needle'), at: NOW + 0.5 },
  ]);
  const engine = await upToDate(rig.engine());
  expect(await find(engine, 'needle', { perSession: 9 })).toHaveLength(4);
});

test('the file may be deleted at any time between two runs', async () => {
  await rig.write(factsOf('s1'), [turn('t1', 'needle')]);
  const first = await upToDate(rig.engine());
  await first.close();
  for (const name of await readdir(rig.dataDir)) {
    if (name.startsWith('index.db')) await rm(join(rig.dataDir, name));
  }
  expect(await find(await upToDate(rig.engine()), 'needle')).toHaveLength(1);
});
