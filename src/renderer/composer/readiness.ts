/** Whether a prompt can be sent now, what becomes of it, and why not. */
import type { RecordState } from '../../shared/session/select.ts';
import type { Phase } from '../../shared/session/state.ts';

export type Readiness =
  | { readonly type: 'sends' }
  /** `turn`: one runs. `agent`: it is still starting. */
  | { readonly type: 'queues'; readonly behind: 'turn' | 'agent' }
  /** The agent does not run: it starts with the prompt. */
  | { readonly type: 'wakes' }
  | { readonly type: 'blocked'; readonly by: 'sign-in' | 'record' };

export function readinessOf({
  phase,
  runs,
  signsIn,
  record,
}: {
  readonly phase: Phase['name'];
  /** A turn runs. */
  readonly runs: boolean;
  /** The agent wants a sign-in. */
  readonly signsIn: boolean;
  readonly record: RecordState['type'];
}): Readiness {
  if (record === 'read-only' || record === 'unreadable') return { type: 'blocked', by: 'record' };
  switch (phase) {
    case 'failed':
      return signsIn ? { type: 'blocked', by: 'sign-in' } : { type: 'wakes' };
    case 'stopped':
    case 'parked':
      return { type: 'wakes' };
    case 'new':
    case 'starting':
      return { type: 'queues', behind: 'agent' };
    case 'ready':
      return runs ? { type: 'queues', behind: 'turn' } : { type: 'sends' };
  }
}
