import { z } from 'zod';
import { request, stream } from '../method.ts';
import { customAgent } from './settings.ts';

/** One catalogue entry as the UI needs it. */
export type AgentSummary = {
  readonly id: string;
  readonly name: string;
  /** `installed`: from the catalogue; `found`: on the person's PATH. */
  readonly origin: 'bundled' | 'custom' | 'installed' | 'found';
  /** The command line in words, for showing. */
  readonly commandLine: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Values are not sent to the page. */
  readonly envNames: readonly string[];
  /** Of an installed one. */
  readonly version?: string;
};

export const agentsContract = {
  'agents.watch': stream<readonly AgentSummary[]>()(z.object({}), { merge: (_, next) => next }),
  /** Adds an agent, or replaces the custom one of that id. */
  'agents.save': request<null>()(z.object({ agent: customAgent, replace: z.boolean() }), [
    'id-taken',
    'file-broken',
    'write-failed',
  ]),
  'agents.remove': request<null>()(z.object({ id: z.string() }), [
    'not-found',
    'file-broken',
    'write-failed',
  ]),
} as const;
