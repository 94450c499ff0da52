/** Which of the app's modes holds for a session, and what would without a choice of its own. Pure. */
import { tighter } from '../../shared/permission/policy.ts';
import type { Mode } from '../../shared/permission/rule.ts';

export type ModeInForce = {
  readonly mode: Mode;
  /** What holds without a choice for the session. */
  readonly byDefault: Mode;
  /** The workspace's file, which allows no more; null: it does not matter here. */
  readonly limit: Mode | null;
};

/** `modes`: by the path of a workspace. `workspaceMode`: what its own file asks for. */
export function modeInForce({
  chosen,
  general,
  modes,
  workspace,
  workspaceMode,
}: {
  readonly chosen: Mode | null;
  readonly general: Mode;
  readonly modes: Readonly<Record<string, Mode>>;
  readonly workspace: string;
  readonly workspaceMode: Mode | null;
}): ModeInForce {
  const ownDefault = modes[workspace] ?? general;
  const limited = (mode: Mode) => (workspaceMode === null ? mode : tighter(mode, workspaceMode));
  const wanted = chosen ?? ownDefault;
  const mode = limited(wanted);
  return { mode, byDefault: limited(ownDefault), limit: mode === wanted ? null : workspaceMode };
}
