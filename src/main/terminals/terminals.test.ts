/** Real shells in real ptys. */
import { spawn } from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostSystem } from '../processes/process-system.ts';
import { launchPty } from './node-pty-process.ts';
import { MOST_TERMINALS } from './terminals.ts';
import { reader, realTerminals } from './testing/real-terminals.ts';
import type { RealTerminals } from './testing/real-terminals.ts';

let real: RealTerminals;
beforeEach(async () => {
  real = await realTerminals();
});
afterEach(() => real.close());

const size = { cols: 80, rows: 24 };

async function opened(): Promise<string> {
  const answer = await real.terminals.open('here', size);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.id;
}

function ended(id: string): Promise<unknown> {
  return new Promise((resolve) => {
    const look = () => {
      const state = real.terminals.list().find((each) => each.id === id)?.state;
      if (state?.type === 'ended') resolve(state);
    };
    real.terminals.subscribe(look);
    look();
  });
}

describe.skipIf(process.platform === 'win32')('a terminal', () => {
  test('runs the shell in the folder, tells its exit code and starts it anew', async () => {
    const id = await opened();
    const read = reader(real.terminals, id);
    real.terminals.write(id, 'pwd; tty; echo "$TERM" "${SWITCHYARD_RUN:+tag}ged"\r');
    await read.until((text) => text.includes('xterm-256color tagged'));
    expect(read.text()).toContain(real.folder);
    expect(read.text()).toMatch(/\/dev\//);
    const end = ended(id);
    real.terminals.write(id, 'exit 3\r');
    expect(await end).toEqual({ type: 'ended', code: 3, signal: null });
    expect(real.terminals.write(id, 'x')).toMatchObject({ ok: false, error: { code: 'terminal-ended' } });
    expect(await real.terminals.restart(id)).toEqual({ ok: true, value: null });
    real.terminals.write(id, 'echo ag""ain\r');
    await read.until((text) => text.includes('again'));
    expect(await real.terminals.close(id)).toEqual({ ok: true, value: null });
    expect(real.terminals.list()).toEqual([]);
  });

  test('takes its size, and says in the output from where it counts', async () => {
    const id = await opened();
    const read = reader(real.terminals, id);
    real.terminals.resize(id, { cols: 101, rows: 33 });
    real.terminals.write(id, 'stty size\r');
    await read.until((text) => text.includes('33 101'));
    expect(read.frames).toContainEqual({ type: 'resized', cols: 101, rows: 33 });
  });

  test('lets a flooding program wait for a reader that does not keep up, and go on when it is gone', async () => {
    const id = await opened();
    const read = reader(real.terminals, id, { acknowledges: false });
    real.terminals.write(
      id,
      'i=0; while [ $i -lt 20000 ]; do echo 0123456789012345678901234567890123456789012345678901234567890123456789; i=$((i+1)); done; echo fin""ished\r',
    );
    await read.until((text) => text.length > 256 * 1024);
    // Another one answers meanwhile.
    const other = await opened();
    const second = reader(real.terminals, other);
    real.terminals.write(other, 'echo al""ive\r');
    await second.until((text) => text.includes('alive'));
    expect(read.text().length).toBeLessThan(1024 * 1024);
    expect(read.text()).not.toContain('finished');
    read.stop();
    const later = reader(real.terminals, id);
    await later.until((text) => text.includes('finished'));
  });

  test('is there again with all it showed for a reader that comes later', async () => {
    const id = await opened();
    const read = reader(real.terminals, id);
    real.terminals.write(id, String.raw`printf '\033[31mred\033[0m 海象\n'; echo do""ne` + '\r');
    await read.until((text) => text.includes('done'));
    read.stop();
    const later = reader(real.terminals, id);
    await later.until((text) => text.includes('done'));
    expect(later.frames[0]).toMatchObject({ type: 'screen', cols: 80, rows: 24 });
    expect(later.text()).toContain('\u001b[31mred');
    expect(later.text()).toContain('海象');
  });

  test('has an end to how many there are, and says so', async () => {
    for (let count = 0; count < MOST_TERMINALS; count++) await opened();
    expect(await real.terminals.open('here', size)).toMatchObject({
      ok: false,
      error: { code: 'too-many-terminals' },
    });
    expect(await real.terminals.open('elsewhere', size)).toMatchObject({
      ok: false,
      error: { code: 'no-workspace' },
    });
  });

  test('takes everything along when it is closed, also what wants to stay', async () => {
    const id = await opened();
    const read = reader(real.terminals, id);
    real.terminals.write(
      id,
      `(trap "" HUP TERM; exec sleep 86411) & nohup sleep 86412 >/dev/null 2>&1 & setsid sleep 86413 & echo star""ted\r`,
    );
    await read.until((text) => text.includes('started'));
    const runId = real.supervisor.processes.live.at(-1)?.runId ?? '';
    const tagged = async () => (await hostSystem.list()).filter((row) => row.runId === runId).length;
    // Control: all four are there, once each has become what it is.
    while ((await tagged()) < 4) await new Promise(setImmediate);
    await real.terminals.close(id);
    expect(await tagged()).toBe(0);
  });
});

describe.skipIf(process.platform !== 'linux')('the last output of a program', () => {
  const WRITE = 'head -c 65536 /dev/zero | tr "\\0" x';

  test('is whole, also when it is read with pauses; a pty alone loses some of it', async () => {
    const whole = async (pauses: boolean) => {
      const launched = await launchPty(size)(
        { command: '/bin/sh', args: ['-c', WRITE], cwd: '/', env: {} },
        { runId: crypto.randomUUID(), sources: { appEnv: process.env, shellEnv: null } },
      );
      if (!launched.ok) throw new Error(launched.error.message);
      const pty = launched.value;
      let bytes = 0;
      pty.onOutput((piece) => {
        bytes += piece.byteLength;
        if (!pauses) return;
        pty.pause();
        setTimeout(() => pty.resume(), 10);
      });
      await pty.exited;
      await pty.stop();
      return bytes;
    };
    const alone = () =>
      new Promise<number>((resolve) => {
        const pty = spawn('/bin/sh', ['-c', WRITE], { ...size, encoding: null });
        let bytes = 0;
        pty.onData((piece) => (bytes += piece.length));
        pty.onExit(() => resolve(bytes));
      });
    const runs = Array.from({ length: 24 }, (_, index) => index);
    const sizes: number[] = [];
    for (const run of runs) sizes.push(await whole(run % 4 === 0));
    expect(sizes).toEqual(runs.map(() => 65536));
    let lost = 0;
    for (let run = 0; run < 100 && lost === 0; run++) if ((await alone()) < 65536) lost += 1;
    expect(lost).toBe(1);
  });
});
