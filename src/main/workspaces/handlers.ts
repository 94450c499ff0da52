/** `workspaces.*` and `files.*` of the IPC contract. */
import type { filesContract } from '../../shared/ipc/contract/files.ts';
import type { workspacesContract } from '../../shared/ipc/contract/workspaces.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err, ok } from '../../shared/result.ts';
import { createFileAccess } from './file-access.ts';
import type { WorkspaceRegistry } from './workspace-registry.ts';

export type WorkspaceHandlerPorts = {
  readonly registry: WorkspaceRegistry;
  /** The system's folder dialog; null when dismissed. */
  readonly chooseFolder: () => Promise<string | null>;
  readonly hasSessions: (workspaceId: string) => boolean;
};

export function workspacesHandlers({
  registry,
  chooseFolder,
  hasSessions,
}: WorkspaceHandlerPorts): Handlers<typeof workspacesContract & typeof filesContract> {
  return {
    'workspaces.watch': (_input, { emit }) => {
      emit(registry.list());
      void registry.refresh();
      return registry.subscribe(emit);
    },
    'workspaces.open': ({ path }) => registry.open(path),
    'workspaces.openDialog': async () => {
      const path = await chooseFolder();
      return path === null ? ok(null) : registry.open(path);
    },
    'workspaces.remove': async ({ id }) => {
      if (hasSessions(id)) return err({ code: 'has-sessions' as const, message: 'close its sessions first' });
      const removed = await registry.remove(id);
      return removed ? ok(null) : err({ code: 'not-found' as const, message: 'no such workspace' });
    },
    'files.read': async ({ workspaceId, path }) => {
      const workspace = registry.get(workspaceId);
      if (workspace === null) return err({ code: 'no-workspace' as const, message: 'no such workspace' });
      return createFileAccess(workspace.path).readText(path);
    },
  };
}
