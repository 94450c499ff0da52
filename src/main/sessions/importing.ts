/** Conversations that an agent keeps by itself, also those that were had outside the app. */
import { err, ok, type Result } from '../../shared/result.ts';
import type { KeptSession, AgentLaunch, StartAgent } from '../agents/agent-link.ts';
import { failureOf } from './agent-run.ts';
import { within } from '../waking-clock.ts';

/** How long an agent may take to come up and tell, in ms. */
const PATIENCE_MS = 60_000;

export type ImportError = { readonly code: 'not-offered' | 'agent-refused'; readonly message: string };

/** Asks a process of its own, which ends then. */
export async function keptSessions(
  startAgent: StartAgent,
  launch: AgentLaunch,
  cwd: string,
): Promise<Result<readonly KeptSession[], ImportError>> {
  const abort = new AbortController();
  try {
    const asked = await within(askKept(startAgent, launch, cwd, abort.signal), PATIENCE_MS);
    return asked ?? err({ code: 'agent-refused', message: 'the agent did not tell in time' });
  } catch (error) {
    return err({ code: 'agent-refused', message: failureOf(error).message });
  } finally {
    abort.abort();
  }
}

async function askKept(
  startAgent: StartAgent,
  launch: AgentLaunch,
  cwd: string,
  signal: AbortSignal,
): Promise<Result<readonly KeptSession[], ImportError>> {
  const link = await startAgent(
    launch,
    cwd,
    {
      onEvents: () => undefined,
      onPermission: () => Promise.resolve({ outcome: 'cancelled', why: 'agent-gone' }),
      onQuestion: () => Promise.resolve({ outcome: 'cancelled', why: 'agent-gone' }),
      onQuestionCompleted: () => undefined,
      onExit: () => undefined,
    },
    () => undefined,
    signal,
  );
  signal.addEventListener('abort', () => void link.stop(), { once: true });
  try {
    if (link.agent.offers?.includes('list') !== true || !link.agent.loadSession) {
      return err({ code: 'not-offered', message: 'the agent cannot list and load conversations' });
    }
    return ok(await link.listSessions(cwd));
  } finally {
    await link.stop();
  }
}
