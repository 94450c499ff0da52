/** Real ptys under a real supervisor, with a plain shell. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TerminalFrame } from '../../../shared/ipc/contract/terminals.ts';
import { createSupervisor } from '../../processes/supervisor.ts';
import type { Supervisor } from '../../processes/supervisor.ts';
import { openTerminals } from '../open-terminals.ts';
import type { Terminals } from '../terminals.ts';

export type RealTerminals = {
  readonly terminals: Terminals;
  readonly supervisor: Supervisor;
  readonly folder: string;
  readonly close: () => Promise<void>;
};

export async function realTerminals(): Promise<RealTerminals> {
  const folder = await mkdtemp(join(tmpdir(), 'terminals-'));
  const supervisor = createSupervisor({
    dataDir: join(folder, 'data'),
    report: () => {},
    // No start files: what is seen is what the test typed.
    appEnv: { PATH: process.env['PATH'], HOME: folder, SHELL: '/bin/sh', PS1: '$ ', SHLVL: '1', TERM: 'x' },
  });
  const terminals = openTerminals({
    supervisor,
    folderOf: (id) => (id === 'here' ? folder : null),
    version: '1',
  });
  return {
    terminals,
    supervisor,
    folder,
    async close() {
      await supervisor.processes.stopAll({ deadlineMs: 2000 });
      await supervisor.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A reader that keeps everything and says so, or not. */
export function reader(terminals: Terminals, id: string, { acknowledges = true } = {}) {
  const viewId = '00000000-0000-4000-8000-00000000000a';
  const frames: TerminalFrame[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  const stop = terminals.watch(id, viewId, (frame) => {
    frames.push(frame);
    if (frame.type !== 'resized') {
      text += frame.text;
      if (acknowledges) terminals.acknowledge(id, viewId, frame.at);
    }
    for (const look of waiting) look();
  });
  return {
    frames,
    text: () => text,
    stop: () => stop?.(),
    /** Resolves when what was read holds it. */
    until: (wanted: (text: string) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!wanted(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
