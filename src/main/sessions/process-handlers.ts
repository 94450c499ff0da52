/** `process.*` of the IPC contract: what the agent of a session uses of the machine. */
import type { ProcessFrame, TreeSample, processContract } from '../../shared/ipc/contract/process.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import type { SessionDirectory } from './session-directory.ts';

export type ProcessPorts = {
  readonly directory: Pick<SessionDirectory, 'get'>;
  readonly sampler: {
    samplesOf(runId: string): readonly TreeSample[];
    sample(): Promise<void>;
    watch(watcher: () => void): () => void;
  };
};

export function processHandlers({ directory, sampler }: ProcessPorts): Handlers<typeof processContract> {
  return {
    'process.watch': ({ sessionId }, { emit, end }) => {
      const session = directory.get(sessionId);
      // One that nobody opened has no process.
      if (session === null) {
        emit({ process: null, account: null, samples: [] });
        return undefined;
      }
      const tell = () => {
        const { process } = session;
        const frame: ProcessFrame = {
          process:
            process === null
              ? null
              : { pid: process.pid, startedAt: process.startedAt, running: session.processRuns },
          account: session.state.account,
          samples: process === null ? [] : sampler.samplesOf(process.runId),
        };
        emit(frame);
      };
      tell();
      void sampler.sample();
      const stop = sampler.watch(tell);
      const stopSession = session.watch({
        onEvents: (events) => {
          if (events.some(({ type }) => type.startsWith('agent-') || type === 'parked' || type === 'account'))
            tell();
        },
        onEnd: () => end(null),
      }).stop;
      return () => {
        stop();
        stopSession();
      };
    },
  };
}
