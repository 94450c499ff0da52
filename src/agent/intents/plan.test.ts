import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Connected,
  connected,
  type ConnectOptions,
  plansOf,
  spoken,
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

describe('plans', () => {
  it('works through the steps and shows where it is', async () => {
    const link = await connect();
    await link.say(
      await link.open(),
      'plan: 1) find maxTries 2) rename maxTries to limit in src/b.ts 3) run echo done',
    );
    expect(plansOf(link.updates)).toEqual(['ipp', 'cip', 'cci', 'ccc']);
    expect(toolCalls(link.updates).map((call) => call['kind'])).toEqual([
      'search',
      'search',
      'edit',
      'execute',
    ]);
    expect(spoken(link.updates)).toContain('All 3 steps done.');
  });

  it.each([
    ['fails', 'run exit 1', 'Stopped at step 2 of 3, which failed. 1 step not started.'],
    ['is rejected', 'create no.md', 'Stopped at step 2 of 3, which was rejected. 1 step not started.'],
  ])('stops at a step that %s', async (_, step, said) => {
    const link = await connect({
      decide: ({ toolCall }) => (toolCall.kind === 'edit' ? 'reject-once' : 'allow-once'),
    });
    await link.say(await link.open(), `plan: find maxTries; ${step}; run touch ran.txt`);
    expect(plansOf(link.updates)).toEqual(['ipp', 'cip', 'cpp']);
    expect(spoken(link.updates)).toContain(said);
    await expect(stat(join(link.cwd, 'ran.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('starts nothing when it does not understand a step', async () => {
    const link = await connect();
    await link.say(await link.open(), 'plan: run touch ran.txt; make it nicer');
    expect(spoken(link.updates)).toContain('- `make it nicer`');
    expect([plansOf(link.updates), toolCalls(link.updates)]).toEqual([[], []]);
  });
});
