import { z } from 'zod';
import { request, stream } from '../method.ts';

/** What of an agent is looked over, in this order. */
export const doctorChecks = [
  'start',
  'initialize',
  'sign-in',
  'new',
  'prompt',
  'cancel',
  'modes',
  'options',
  'images',
  'terminals',
  'usage',
  'mcp',
  'list',
  'fork',
  'load',
  'resume',
  'stop',
] as const;
export type DoctorCheck = (typeof doctorChecks)[number];

/** What a row says beside its status; `detail` is untrusted text, or numbers and names of the protocol. */
export type DoctorNote = {
  readonly code:
    | 'plain' // the detail alone
    | 'failed' // the detail says why
    | 'needs-sign-in' // it has to be signed in to first; the detail names the ways
    | 'needs-none' // no way to sign in, and none needed
    | 'signed-in' // ways to sign in, but not needed now
    | 'too-early' // the turn was over before it could be stopped
    | 'depends' // what it builds on did not work
    | 'time-up' // took longer than was allowed
    | 'not-seen' // nothing of it came
    | 'not-started' // was given an MCP server and did not start it
    | 'own-command' // ran the command itself
    | 'through-app' // had the app run the command
    | 'cancelled'; // the person stopped the check
  readonly detail: string;
};

export type DoctorRow = {
  readonly check: DoctorCheck;
  readonly status: 'waiting' | 'running' | 'ok' | 'not-offered' | 'failed' | 'skipped';
  readonly ms: number | null;
  readonly note: DoctorNote | null;
};

export type DoctorState = {
  readonly state: 'running' | 'done' | 'stopped';
  /** What the agent calls itself, with its version; null until it said so. */
  readonly agent: string | null;
  readonly rows: readonly DoctorRow[];
};

export const doctorContract = {
  /** Runs the check for as long as it is listened to: leaving stops it and all that it started. */
  'doctor.run': stream<DoctorState>()(z.object({ agentId: z.string().max(200) }), {
    codes: ['no-agent', 'busy'],
    merge: (_, next) => next,
  }),
  /** What was said in the last check of that agent, as JSON lines without what looks like a secret. */
  'doctor.log': request<{ readonly text: string }>()(z.object({ agentId: z.string().max(200) }), ['no-log']),
} as const;
