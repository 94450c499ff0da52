/** Agents on the person's PATH. Looking runs none of them. */
import { findPrograms } from './install/program-search.ts';
import type { SearchPath } from './install/program-search.ts';
import { KNOWN_PROGRAMS } from './known-programs.ts';
import type { KnownProgram } from './known-programs.ts';

export type FoundAgent = KnownProgram & {
  /** Absolute. */
  readonly path: string;
};

/** The first of each id. */
export async function findAgents(
  path: SearchPath,
  known: readonly KnownProgram[] = KNOWN_PROGRAMS,
): Promise<readonly FoundAgent[]> {
  const found = await Promise.all(
    known.map(async (each) => ({ each, at: (await findPrograms(each.program, path))[0] })),
  );
  const agents = new Map<string, FoundAgent>();
  for (const { each, at } of found) {
    if (at !== undefined && !agents.has(each.id)) agents.set(each.id, { ...each, path: at });
  }
  return [...agents.values()];
}
