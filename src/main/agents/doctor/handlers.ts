/** `doctor.*` of the IPC contract. One check of an agent at a time; its log is kept until the next. */
import type { doctorContract } from '../../../shared/ipc/contract/doctor.ts';
import type { Handlers } from '../../../shared/ipc/handler.ts';
import { err, ok } from '../../../shared/result.ts';
import { exportLines } from '../../sessions/protocol-handlers.ts';
import type { AgentLaunch } from '../agent-link.ts';
import { ProtocolLog } from '../protocol-log.ts';
import type { StartProbed } from '../start-agent.ts';
import { runDoctor } from './doctor.ts';

export type DoctorPorts = {
  readonly startAgent: StartProbed;
  /** Null when there is no such agent. */
  readonly launchOf: (agentId: string) => AgentLaunch | null;
  /** Of the person, absolute. */
  readonly home: string;
  readonly report: (error: unknown) => void;
};

/** Logs of the agents that were checked last. */
const MAX_LOGS = 8;

/** Made once, since windows share it. */
export function doctorHandlers(ports: DoctorPorts): Handlers<typeof doctorContract> {
  const { startAgent, launchOf, home, report } = ports;
  const logs = new Map<string, ProtocolLog>();
  const running = new Set<string>();
  return {
    'doctor.run': ({ agentId }, { emit, end, signal }) => {
      const launch = launchOf(agentId);
      if (launch === null) {
        end({ code: 'no-agent', message: 'no such agent' });
        return undefined;
      }
      if (running.has(agentId)) {
        end({ code: 'busy', message: 'this agent is being checked already' });
        return undefined;
      }
      running.add(agentId);
      const log = new ProtocolLog();
      logs.delete(agentId);
      logs.set(agentId, log);
      for (const oldest of logs.keys()) {
        if (logs.size <= MAX_LOGS) break;
        logs.delete(oldest);
      }
      void runDoctor({ startAgent, launch, log, emit, signal })
        .catch(report)
        .finally(() => {
          running.delete(agentId);
          end(null);
        });
      return undefined;
    },
    'doctor.log': ({ agentId }) => {
      const log = logs.get(agentId);
      if (log === undefined) return err({ code: 'no-log' as const, message: 'it was not checked yet' });
      const values = Object.values(launchOf(agentId)?.env ?? {});
      return ok({ text: exportLines(log, null, { home, values }).text });
    },
  };
}
