import type { ProcessFrame } from '../../src/shared/ipc/contract/process.ts';

/** An agent with a helper and a command that runs. */
export function stageProcess(): ProcessFrame {
  const mib = 1024 ** 2;
  const row = (
    pid: number,
    ppid: number,
    name: string,
    size: number,
    threads: number,
    handles: number | null,
  ) => ({
    pid,
    ppid,
    name,
    rssBytes: size * mib,
    threads,
    handles,
  });
  return {
    process: { pid: 48_213, startedAt: Date.now() - 26 * 60_000, running: true },
    account: { state: 'authenticated', labels: ['OpenAI API key'] },
    samples: [
      {
        at: Date.now() - 4000,
        processes: [
          row(48_213, 48_001, 'node', 186, 11, 34),
          row(48_230, 48_213, 'opencode', 412, 22, 61),
          row(48_512, 48_230, 'sh', 2, 1, 4),
          row(48_513, 48_512, 'npm test', 96, 11, null),
        ],
      },
    ],
  };
}
