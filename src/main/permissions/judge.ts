/**
 * From a tool call to a judgement: the request it stands for, with paths resolved on the disk, what the engine
 * decides about it, and which rules the person could be offered for good.
 */
import { realpath } from 'node:fs/promises';
import { dirname, join, basename, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HookNote } from '../../shared/permission/hook-answer.ts';
import { narrowRules } from '../../shared/permission/narrow-rules.ts';
import type { PathAccess, PermissionRequest } from '../../shared/permission/permission-request.ts';
import { decidesLater, isSecret } from '../../shared/permission/places.ts';
import { type CallFacts, requestOfCall } from '../../shared/permission/request-of-call.ts';
import type { RuleText } from '../../shared/permission/rule.ts';
import type { Verdict } from '../../shared/permission/verdict.ts';
import { isInside } from '../workspaces/path-guard.ts';
import type { PermissionEngine, SessionPolicy } from './permission-engine.ts';

export type Judgement = {
  readonly request: PermissionRequest;
  readonly verdict: Verdict;
  /** What “always” may mean, narrowest first; each is a set of rules that covers the request. */
  readonly offers: readonly (readonly RuleText[])[];
  /** What hooks say about it. */
  readonly notes?: readonly HookNote[];
};

export type JudgedCall = {
  readonly call: CallFacts;
  readonly cwd: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly mcp: PermissionRequest['mcp'];
};

/** Paths of one request that are looked up on the disk; the others count as they are written. */
const MOST_LOOKUPS = 200;

export async function judge(
  engine: Pick<PermissionEngine, 'decide'>,
  { call, cwd, sessionId, agentId, mcp }: JudgedCall,
  policy: SessionPolicy,
  home: string | null,
): Promise<Judgement> {
  const { workspace } = policy;
  const written = requestOfCall(call, { cwd, workspace, agentId, sessionId, mcp });
  const request = { ...written, paths: (await Promise.all(written.paths.map(located))).flat() };
  const verdict = await engine.decide(request, policy);
  const offers = verdict.effect === 'ask' ? narrowRules(request, home) : [];
  return { request, verdict, offers };

  async function located(each: PathAccess, index: number): Promise<readonly PathAccess[]> {
    if (index >= MOST_LOOKUPS) return [each];
    const path = await realPath(cwd, each.path);
    const called = resolve(cwd, fromUri(each.path));
    // A link of a guarded name is guarded wherever it leads.
    const isGuarded = path !== called && isInside(cwd, called) && guards(relative(cwd, called));
    return isGuarded
      ? [
          { ...each, path },
          { ...each, path: called },
        ]
      : [{ ...each, path }];
  }
}

function guards(path: string): boolean {
  const segments = path.split(/[\\/]/);
  return decidesLater(segments) || isSecret(segments);
}

/** Through every link, also where the end of the path does not exist yet. Never rejects. */
export async function realPath(cwd: string, path: string): Promise<string> {
  const written = fromUri(path);
  if (written.startsWith('~')) return written;
  const absolute = isAbsolute(written) ? resolve(written) : resolve(cwd, written);
  const missing: string[] = [];
  for (let at = absolute; ; at = dirname(at)) {
    try {
      return join(await realpath(at), ...missing);
    } catch {
      if (dirname(at) === at) return absolute;
      missing.unshift(basename(at));
    }
  }
}

function fromUri(path: string): string {
  if (!/^file:\/\//i.test(path)) return path;
  try {
    return fileURLToPath(path);
  } catch {
    return path;
  }
}
