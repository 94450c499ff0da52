import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useSession } from '../sessions/session-context.tsx';
import { useServices } from '../shell/services.tsx';
import { modeInForce, type ModeInForce } from './mode-in-force.ts';
import { useWorkspaceRules } from './workspace-rules.ts';

/** The app's mode of the session around it; null until it is known. */
export function useMode(): ModeInForce | null {
  const { permissions } = useServices();
  const general = useStore(permissions, (state) => state?.mode ?? null);
  const modes = useStore(permissions, (state) => state?.modes ?? null);
  const chosen = useSession(({ state }) => state.chosenMode);
  const workspace = useSession(({ summary }) => summary?.cwd ?? '');
  const workspaceId = useSession(({ summary }) => summary?.workspaceId ?? null);
  const workspaceMode = useWorkspaceRules(workspaceId)?.mode ?? null;
  return useMemo(
    () =>
      general === null || modes === null
        ? null
        : modeInForce({ chosen, general, modes, workspace, workspaceMode }),
    [chosen, general, modes, workspace, workspaceMode],
  );
}
