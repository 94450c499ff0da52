/** Which notices a state of the disk and the files calls for, most pressing first. Pure. */
import type { ProfileProblem, StorageState } from '../../shared/ipc/contract/storage.ts';

export type StorageNotice = {
  /** The same as long as it is about the same. */
  readonly id: string;
  /** It cannot be put away while it lasts: something is not saved. */
  readonly stays: boolean;
} & (
  | { readonly type: 'full' | 'very-low' | 'low' | 'paused' | 'read-only' | 'safe-mode' | 'large' }
  | { readonly type: 'problem'; readonly problem: ProfileProblem }
);

export function storageNotices(state: StorageState): readonly StorageNotice[] {
  const notices: StorageNotice[] = [];
  const { disk } = state;
  if (disk === 'full') notices.push({ type: 'full', id: 'full', stays: true });
  // A full disk is why they wait.
  else if (state.paused > 0) notices.push({ type: 'paused', id: 'paused', stays: true });
  if (state.safeMode) notices.push({ type: 'safe-mode', id: 'safe-mode', stays: false });
  for (const problem of state.problems) {
    notices.push({ type: 'problem', problem, id: `problem ${problem.path}`, stays: false });
  }
  if (disk === 'very-low' || disk === 'low') notices.push({ type: disk, id: disk, stays: false });
  if (state.readOnly > 0) {
    notices.push({ type: 'read-only', id: `read-only ${state.readOnly}`, stays: false });
  }
  if (state.sessionsAreLarge) notices.push({ type: 'large', id: 'large', stays: false });
  return notices;
}
