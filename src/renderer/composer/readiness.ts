/** Whether a prompt can be sent now, what becomes of it, and why not. */
import type { Phase } from '../../shared/session/state.ts';

export type Readiness =
  | { readonly type: 'sends' }
  /** `turn`: one runs. `agent`: it is still starting. */
  | { readonly type: 'queues'; readonly behind: 'turn' | 'agent' }
  | { readonly type: 'blocked'; readonly by: 'failed' | 'stopped' };

export function readinessOf({
  phase,
  runs,
}: {
  readonly phase: Phase['name'];
  /** A turn runs. */
  readonly runs: boolean;
}): Readiness {
  switch (phase) {
    case 'failed':
    case 'stopped':
      return { type: 'blocked', by: phase };
    case 'new':
    case 'starting':
      return { type: 'queues', behind: 'agent' };
    case 'parked':
      return { type: 'queues', behind: 'agent' };
    case 'ready':
      return runs ? { type: 'queues', behind: 'turn' } : { type: 'sends' };
  }
}
