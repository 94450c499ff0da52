/** What of a workspace's servers the person accepted: exactly what stood there then, by its digest. */
import { z } from 'zod';
import type { ProfileProblem } from '../../shared/ipc/contract/storage.ts';
import { openAtomicJson } from '../storage/atomic-json.ts';

export interface AcceptedServers {
  isAccepted(path: string, id: string, digest: string): boolean;
  /** Null takes it back. Both reject when the file cannot be written. */
  set(path: string, id: string, digest: string | null): Promise<void>;
  /** Instead of all that was accepted of that workspace. */
  replace(path: string, digests: Readonly<Record<string, string>>): Promise<void>;
}

const stored = z.object({
  version: z.literal(1),
  /** By canonical path of the workspace, then by server. */
  accepted: z.record(z.string(), z.record(z.string(), z.string())),
});

export async function openAcceptedServers(
  path: string,
  onProblem?: (problem: ProfileProblem) => void,
): Promise<AcceptedServers> {
  const file = await openAtomicJson(path, stored, { version: 1, accepted: {} }, onProblem);

  const change = (workspace: string, derive: (before: Record<string, string>) => Record<string, string>) =>
    file.change(({ accepted }) => {
      const { [workspace]: before = {}, ...others } = accepted;
      const next = derive(before);
      return {
        version: 1,
        accepted: Object.keys(next).length === 0 ? others : { ...others, [workspace]: next },
      };
    });

  return {
    isAccepted: (workspace, id, digest) => {
      const { accepted } = file.value;
      const own = Object.hasOwn(accepted, workspace) ? accepted[workspace] : undefined;
      return own !== undefined && Object.hasOwn(own, id) && own[id] === digest;
    },
    set: (workspace, id, digest) =>
      change(workspace, ({ [id]: _before, ...others }) =>
        digest === null ? others : { ...others, [id]: digest },
      ),
    replace: (workspace, digests) => change(workspace, () => ({ ...digests })),
  };
}
