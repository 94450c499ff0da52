/** Whether a prompt can be sent now, what becomes of it, and why not. */
import type { SessionState } from '../../shared/session/state.ts';

export type Readiness =
  | { readonly type: 'sends' }
  /** `turn`: one runs. `agent`: it is still starting. */
  | { readonly type: 'queues'; readonly behind: 'turn' | 'agent' }
  | { readonly type: 'blocked'; readonly by: 'failed' | 'stopped' };

export function readinessOf(state: Pick<SessionState, 'phase' | 'active'>): Readiness {
  switch (state.phase.name) {
    case 'failed':
    case 'stopped':
      return { type: 'blocked', by: state.phase.name };
    case 'new':
    case 'starting':
      return { type: 'queues', behind: 'agent' };
    case 'ready':
      return state.active === null ? { type: 'sends' } : { type: 'queues', behind: 'turn' };
  }
}
