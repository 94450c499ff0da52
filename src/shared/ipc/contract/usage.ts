import { z } from 'zod';
import { request } from '../method.ts';

/** What the sessions of one agent in one workspace took on one day. */
export type UsageRow = {
  /** `2026-11-30`, UTC. */
  readonly day: string;
  readonly agentId: string;
  /** Untrusted text. */
  readonly agentName: string;
  readonly workspaceId: string;
  readonly turns: number;
  /** Of the turns, those whose tokens are known. */
  readonly counted: number;
  /** null: of none of them are they known. */
  readonly tokens: number | null;
  /** By currency; empty: unknown. */
  readonly costs: Readonly<Record<string, number>>;
};

export type UsageSummary = {
  readonly rows: readonly UsageRow[];
  /** Sessions whose record has no such figures yet: they count once they are opened. */
  readonly unknown: number;
};

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const usageContract = {
  /** Both days count. Of sessions in the list: what was deleted is not in it. */
  'usage.summary': request<UsageSummary>()(z.object({ fromDay: day, toDay: day }), []),
} as const;
