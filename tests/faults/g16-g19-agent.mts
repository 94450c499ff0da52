/** Real agents through the whole of the app's side: registry, stop ladder, connection. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentLink } from '../../src/main/agents/agent-link.ts';
import { createStartAgent } from '../../src/main/agents/start-agent.ts';
import type { ProcessRegistry } from '../../src/main/processes/registry.ts';
import type { Failure } from '../../src/shared/session/event.ts';
import { project } from './g16-g19-real.mts';

export type Family = 'none' | 'child' | 'deaf' | 'session' | 'double-fork' | 'wiped' | 'all';
/** How many sleepers each has. */
export const SLEEPERS: Readonly<Record<Family, number>> = {
  none: 0,
  child: 1,
  deaf: 2,
  session: 1,
  'double-fork': 1,
  wiped: 1,
  all: 6,
};

export type TestAgentOptions = {
  readonly mark: string;
  readonly family: Family;
  readonly onPrompt?: 'exit' | 'kill' | 'abort' | 'wrapper' | 'disconnect' | 'never';
  readonly flags?: readonly ('deaf' | 'mute' | 'now')[];
};

export function agentWords({ mark, family, onPrompt = 'never', flags = [] }: TestAgentOptions) {
  const words = [
    join(project, 'tests/faults/g16-agent.mjs'),
    ...['--mark', mark, '--family', family, '--on-prompt', onPrompt],
    ...flags.map((flag) => `--${flag}`),
  ];
  return onPrompt === 'wrapper'
    ? { command: 'sh', args: ['-c', '"$@"; exit $?', 'wrapper', process.execPath, ...words] }
    : { command: process.execPath, args: words };
}

export type TestAgent = {
  readonly link: AgentLink;
  readonly acpSessionId: string;
  /** Resolves when the app is told that it was lost. */
  readonly lost: Promise<Failure>;
};

const INITIALIZE_MS = 20_000;

export async function startTestAgent(
  processes: ProcessRegistry,
  options: TestAgentOptions,
  initializeMs = INITIALIZE_MS,
): Promise<TestAgent> {
  let lose: (failure: Failure) => void = () => {};
  const lost = new Promise<Failure>((resolve) => {
    lose = resolve;
  });
  const start = createStartAgent({ processes, clientVersion: '0', timeouts: { initialize: initializeMs } });
  const link = await start(
    { agentId: 'test', name: 'Test', ...agentWords(options), env: {} },
    tmpdir(),
    {
      onEvents: () => {},
      onPermission: async () => ({ outcome: 'cancelled', why: 'closed' }),
      onQuestion: async () => ({ outcome: 'cancelled', why: 'closed' }),
      onQuestionCompleted: () => {},
      onExit: (failure) => lose(failure),
    },
    () => {},
    new AbortController().signal,
  );
  const { acpSessionId } = await link.openSession(tmpdir());
  return { link, acpSessionId, lost };
}

/** How it ended, for an agent that may be lost meanwhile. */
export async function promptOf({ link, acpSessionId }: TestAgent): Promise<'answered' | 'rejected'> {
  return link.prompt(acpSessionId, [{ type: 'text', text: 'go' }]).then(
    () => 'answered' as const,
    () => 'rejected' as const,
  );
}
