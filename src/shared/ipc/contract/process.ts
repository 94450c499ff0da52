import { z } from 'zod';
import type { AgentAccount } from '../../session/sign-in.ts';
import { stream } from '../method.ts';

/** Samples that are kept of one process tree: ten minutes. */
export const RUN_SAMPLES = 60;

/** One look at the process tree of an agent. Null where the system does not tell. */
export type TreeSample = {
  /** ms since the epoch. */
  readonly at: number;
  /** The agent's own first. */
  readonly processes: readonly {
    readonly pid: number;
    readonly ppid: number;
    /** Of the program, without its arguments. */
    readonly name: string;
    readonly rssBytes: number;
    readonly threads: number | null;
    readonly handles: number | null;
  }[];
};

export type ProcessFrame = {
  /** The one that ran last; null: none has been started since the app is. */
  readonly process: { readonly pid: number; readonly startedAt: number; readonly running: boolean } | null;
  /** With whose account it works, as it says itself; null: it does not say. */
  readonly account: AgentAccount | null;
  /** Oldest first, at most `RUN_SAMPLES`. */
  readonly samples: readonly TreeSample[];
};

export const processContract = {
  /** What the agent of a session uses of the machine, for as long as somebody looks. */
  'process.watch': stream<ProcessFrame>()(z.object({ sessionId: z.uuid() }), {
    codes: ['no-session'],
    merge: (_, next) => next,
  }),
} as const;
