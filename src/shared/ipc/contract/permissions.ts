import { z } from 'zod';
import type { AuditRow } from '../../permission/audit-row.ts';
import type { Hook } from '../../permission/hook.ts';
import type { RuleProblem } from '../../permission/parse-rules.ts';
import { type Mode, type Rule, modes, ruleSchema } from '../../permission/rule.ts';
import type { Suggestion } from '../../permission/suggest-rules.ts';
import type { Verdict } from '../../permission/verdict.ts';
import { request, stream } from '../method.ts';

export type RuleUse = { readonly count: number; readonly lastAt: number };

/** The person's own rules and those of the app. */
export type PermissionsState = {
  readonly path: string;
  readonly builtIn: readonly Rule[];
  readonly rules: readonly Rule[];
  /** In general; the default where the file says nothing. */
  readonly mode: Mode;
  /** By the canonical path of a workspace. */
  readonly modes: Readonly<Record<string, Mode>>;
  readonly hooks: readonly Hook[];
  readonly problems: readonly RuleProblem[];
  /** How often each rule had a part in a decision, and when last, by its id: of the decisions still on the list. */
  readonly uses: Readonly<Record<string, RuleUse>>;
};

/** What a workspace's own file says. */
export type WorkspacePermissions = {
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly mode: Mode | null;
  /** They run only where the workspace is trusted and the very hook was accepted. */
  readonly hooks: readonly WorkspaceHookView[];
  readonly problems: readonly RuleProblem[];
};

export type WorkspaceHookView = {
  readonly id: string;
  readonly hook: Hook;
  /** `unreadable`: a file that it names cannot be read, so nobody can say what it would do. */
  readonly state: 'not-trusted' | 'not-accepted' | 'unreadable' | 'active';
  /** What accepting it accepts: its words and the files of the workspace that they name. */
  readonly digest: string | null;
};

export type DryRunChange = {
  readonly row: AuditRow;
  readonly before: Verdict;
  readonly after: Verdict;
};

const editCodes = ['file-broken', 'write-failed', 'no-rule', 'bad-rule'] as const;
const mode = z.enum(modes);
const text = z.string().max(4 * 1024 * 1024);

export const permissionsContract = {
  'permissions.watch': stream<PermissionsState>()(z.object({}), { merge: (_previous, next) => next }),
  'permissions.workspace': request<WorkspacePermissions>()(z.object({ workspaceId: z.string().max(200) }), [
    'no-workspace',
  ]),
  /** `digest` as it was shown; null takes it back. `changed`: it is another one meanwhile, or may not be accepted. */
  'permissions.acceptHook': request<null>()(
    z.object({
      workspaceId: z.string().max(200),
      hookId: z.string().max(200),
      digest: z.string().max(100).nullable(),
    }),
    ['no-workspace', 'changed', 'write-failed'],
  ),
  'permissions.add': request<null>()(z.object({ rules: z.array(ruleSchema).min(1).max(50) }), editCodes),
  'permissions.remove': request<null>()(z.object({ ruleId: z.string().max(200) }), editCodes),
  /** `workspaceId` null: in general. `mode` null: as it is in general. */
  'permissions.setMode': request<null>()(
    z.object({ mode: mode.nullable(), workspaceId: z.string().max(200).nullable() }),
    [...editCodes, 'no-workspace'],
  ),
  /** The file as it stands. */
  'permissions.text': request<{ readonly text: string }>()(z.object({})),
  'permissions.replace': request<null>()(z.object({ text }), editCodes),
  /** What would have been decided otherwise, of the last requests, with that text for the person's file. */
  'permissions.dryRun': request<{
    readonly checked: number;
    readonly changes: readonly DryRunChange[];
    readonly problems: readonly RuleProblem[];
  }>()(z.object({ text })),
  /** What would be decided, in a workspace or in a session with its own rules and mode. */
  'permissions.test': request<{ readonly verdict: Verdict; readonly mode: Mode }>()(
    z.object({
      workspaceId: z.string().max(200),
      sessionId: z.uuid().nullable(),
      agentId: z.string().max(200),
      asks: z.discriminatedUnion('type', [
        z.object({ type: z.literal('command'), command: z.string().max(64 * 1024) }),
        z.object({ type: z.literal('path'), path: z.string().max(4096), access: z.enum(['read', 'write']) }),
        z.object({ type: z.literal('host'), host: z.string().max(1000) }),
        z.object({ type: z.literal('mcp'), server: z.string().max(500), tool: z.string().max(500) }),
      ]),
    }),
    ['no-workspace', 'no-session'],
  ),
  'permissions.audit': request<{ readonly rows: readonly AuditRow[]; readonly next: number | null }>()(
    z.object({
      text: z.string().max(1000),
      answer: z.enum(['allowed', 'denied', 'cancelled', 'other']).nullable(),
      sessionId: z.uuid().nullable(),
      before: z.number().int().min(0).nullable(),
      limit: z.number().int().min(1).max(500),
    }),
  ),
  'permissions.suggestions': request<readonly Suggestion[]>()(z.object({})),
} as const;
