/** The agent form as text, and what it means: parsed with the contract's own schema. */
import { customAgent, type CustomAgent } from '../../shared/ipc/contract/settings.ts';
import type { AgentSummary } from '../../shared/ipc/contract/agents.ts';

export type AgentDraft = {
  readonly name: string;
  readonly id: string;
  readonly command: string;
  /** One argument a line. */
  readonly args: string;
  /** One NAME=value a line. */
  readonly env: string;
};
export type DraftField = keyof AgentDraft;

/** `problem` names a message of the catalogue; `values` go into it. */
export type DraftProblem = {
  readonly problem:
    | 'nameEmpty'
    | 'nameLong'
    | 'id'
    | 'commandEmpty'
    | 'tooLong'
    | 'tooMany'
    | 'envLine'
    | 'envName'
    | 'other';
  readonly values: { readonly line?: number; readonly name?: string; readonly message?: string };
};
export type ReadDraft =
  | { readonly ok: true; readonly agent: CustomAgent }
  | { readonly ok: false; readonly problems: Partial<Record<DraftField, DraftProblem>> };

export const emptyDraft: AgentDraft = { name: '', id: '', command: '', args: '', env: '' };

/** Values of variables never reach the page: a name with an empty value keeps the stored one. */
export function draftOf(agent: AgentSummary): AgentDraft {
  return {
    name: agent.name,
    id: agent.id,
    command: agent.command,
    args: agent.args.join('\n'),
    env: agent.envNames.map((name) => `${name}=`).join('\n'),
  };
}

/** An id made of a name: `My Agent 2` gives `my-agent-2`. May be empty. */
export function idFromName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 64);
}

export function readDraft(draft: AgentDraft): ReadDraft {
  const problems: Partial<Record<DraftField, DraftProblem>> = {};
  const env = readEnv(draft.env);
  if ('problem' in env) problems.env = env.problem;
  const parsed = customAgent.safeParse({
    id: draft.id,
    name: draft.name,
    command: draft.command,
    args: linesOf(draft.args),
    env: 'values' in env ? env.values : {},
  });
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const field = String(issue.path[0]) as DraftField;
    problems[field] ??= describeIssue(field, issue.code, issue.message);
  }
  if (Object.keys(problems).length > 0 || !parsed.success) return { ok: false, problems };
  return { ok: true, agent: parsed.data };
}

/** Blank lines at the end are no arguments; one in between is an empty argument. */
export function linesOf(text: string): string[] {
  const trimmed = text.replace(/(?:\r?\n)+$/, '');
  return trimmed === '' ? [] : trimmed.split(/\r?\n/);
}

export function readEnv(
  text: string,
): { readonly values: Record<string, string> } | { readonly problem: DraftProblem } {
  const values: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    if (at <= 0) return { problem: { problem: 'envLine', values: { line: index + 1 } } };
    const name = line.slice(0, at).trim();
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return { problem: { problem: 'envName', values: { name } } };
    values[name] = line.slice(at + 1);
  }
  return { values };
}

function describeIssue(field: DraftField, code: string, message: string): DraftProblem {
  if (field === 'id') return { problem: 'id', values: {} };
  if (code === 'too_small') return { problem: field === 'name' ? 'nameEmpty' : 'commandEmpty', values: {} };
  if (code === 'too_big') {
    if (field === 'args') return { problem: 'tooMany', values: {} };
    return { problem: field === 'name' ? 'nameLong' : 'tooLong', values: {} };
  }
  return { problem: 'other', values: { message } };
}
