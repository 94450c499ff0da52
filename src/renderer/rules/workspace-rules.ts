/** What the file of a workspace says about permissions, read when it is looked at and when the window is. */
import { useEffect, useState } from 'react';
import type { WorkspacePermissions } from '../../shared/ipc/contract/permissions.ts';
import { useServices } from '../shell/services.tsx';

/** Null while it is read, and without a workspace. */
export function useWorkspaceRules(workspaceId: string | null): WorkspacePermissions | null {
  const { client } = useServices();
  const [found, setFound] = useState<{
    readonly workspaceId: string;
    readonly rules: WorkspacePermissions;
  } | null>(null);
  useEffect(() => {
    if (workspaceId === null) return;
    let over = false;
    const read = () =>
      void client.request('permissions.workspace', { workspaceId }).then((answer) => {
        if (answer.ok && !over) setFound({ workspaceId, rules: answer.value });
      });
    read();
    window.addEventListener('focus', read);
    return () => {
      over = true;
      window.removeEventListener('focus', read);
    };
  }, [client, workspaceId]);
  return found?.workspaceId === workspaceId ? found.rules : null;
}
