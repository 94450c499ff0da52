/** The conversations that an agent keeps by itself, over all pages of its list. */
import { readListPage } from './agent-answers.ts';
import { AgentRequestError, MAX_KEPT_SESSIONS } from './agent-link.ts';
import type { KeptSession } from './agent-link.ts';

/** `ask`: session/list. Rejects as it does, and when the answer is no list. */
export async function listKeptSessions(
  cwd: string,
  ask: (params: object) => Promise<unknown>,
): Promise<readonly KeptSession[]> {
  const found: KeptSession[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ;) {
    const page = readListPage(await ask({ cwd, ...(cursor === null ? {} : { cursor }) }));
    if (page === null) throw new AgentRequestError(-32603, 'its answer to session/list is no list');
    found.push(...page.sessions);
    cursor = page.nextCursor;
    // An agent that gives the same page again and again is not asked for ever.
    if (cursor === null || cursors.has(cursor) || found.length >= MAX_KEPT_SESSIONS) break;
    cursors.add(cursor);
  }
  return found.slice(0, MAX_KEPT_SESSIONS);
}
