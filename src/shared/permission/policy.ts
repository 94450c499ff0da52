/** The layers joined to the policy that counts. A workspace may only tighten it. */
import { type Mode, type Policy, type Rule, modes } from './rule.ts';

export type PolicyParts = {
  readonly builtIn: readonly Rule[];
  readonly user: readonly Rule[];
  /** Of its own file: can only tighten, so it needs no trust. */
  readonly workspace: readonly Rule[];
  readonly session: readonly Rule[];
  /** The person's choice: for the session, else for the workspace, else in general. */
  readonly mode: Mode;
  /** What the workspace's file asks for; null: nothing. */
  readonly workspaceMode: Mode | null;
};

export function policyOf(parts: PolicyParts): Policy {
  const { builtIn, user, workspace, session, mode, workspaceMode } = parts;
  return {
    rules: [...builtIn, ...user, ...workspace.filter(({ effect }) => effect !== 'allow'), ...session],
    mode: workspaceMode === null ? mode : tighter(mode, workspaceMode),
  };
}

/** `modes` goes from tight to loose. */
export function tighter(a: Mode, b: Mode): Mode {
  return modes.indexOf(a) < modes.indexOf(b) ? a : b;
}

/** What no rule and no mode opens. `dataDir`: the app's own, absolute, with rules and records in it. */
export function builtInRules(dataDir: string): readonly Rule[] {
  const rule = (id: string, body: Omit<Rule, 'id' | 'layer' | 'effect'>): Rule => ({
    id: `built-in:${id}`,
    layer: 'built-in',
    effect: 'deny',
    ...body,
  });
  return [
    rule('own-data', {
      path: `${dataDir.replace(/[\\/]+$/, '')}/**`,
      access: 'write',
      note: 'the app’s own files',
    }),
  ];
}
