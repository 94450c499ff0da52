import { z } from 'zod';
import { request, stream } from '../method.ts';

export type TerminalState =
  | { readonly type: 'running' }
  /** `code` is null when a signal ended it. */
  | { readonly type: 'ended'; readonly code: number | null; readonly signal: string | null };

export type TerminalInfo = {
  readonly id: string;
  readonly workspaceId: string;
  /** Name of the shell's program. */
  readonly shell: string;
  /** As the program in it calls itself; raw. Empty: it does not. */
  readonly title: string;
  /** As the person calls it. */
  readonly name: string | null;
  readonly state: TerminalState;
};

/** `at`: how many UTF-16 units of output lie behind it. */
export type TerminalFrame =
  /** The screen as it is, to be written into an empty one of this size. */
  | {
      readonly type: 'screen';
      readonly text: string;
      readonly cols: number;
      readonly rows: number;
      readonly at: number;
    }
  | { readonly type: 'output'; readonly text: string; readonly at: number }
  /** From here on the output is meant for this size. */
  | { readonly type: 'resized'; readonly cols: number; readonly rows: number };

function mergeFrames(previous: TerminalFrame, next: TerminalFrame): TerminalFrame | null {
  if (next.type === 'screen') return next;
  if (previous.type !== 'output' || next.type !== 'output') return null;
  return { type: 'output', text: previous.text + next.text, at: next.at };
}

/** Most that is written by one call, in UTF-16 units. */
export const MOST_INPUT = 64 * 1024;
/** What was shown is told at least this often, in UTF-16 units; the program waits when far more is not. */
export const ACKNOWLEDGE_EVERY = 32 * 1024;

const terminalId = z.uuid();
const one = z.object({ terminalId });
const size = { cols: z.number().int().min(2).max(500), rows: z.number().int().min(1).max(300) };
const name = z.string().trim().min(1).max(80).nullable();

export const terminalsContract = {
  /** Of all workspaces, in the order in which they were opened. */
  'terminals.watch': stream<readonly TerminalInfo[]>()(z.object({}), { merge: (_, next) => next }),
  /** A shell of the person in the folder of the workspace. */
  'terminals.open': request<TerminalInfo>()(z.object({ workspaceId: z.string().max(200), ...size }), [
    'no-workspace',
    'too-many-terminals',
    'no-shell',
    'start-failed',
  ]),
  'terminals.write': request<null>()(z.object({ terminalId, text: z.string().max(MOST_INPUT) }), [
    'no-terminal',
    'terminal-ended',
  ]),
  /** The size comes back in the output, at the place from which it counts. */
  'terminals.resize': request<null>()(z.object({ terminalId, ...size }), ['no-terminal']),
  /** Null: as the program calls itself. */
  'terminals.rename': request<null>()(z.object({ terminalId, name }), ['no-terminal']),
  /** Starts a shell anew below what is shown. Nothing happens while one runs. */
  'terminals.restart': request<null>()(one, ['no-terminal', 'no-shell', 'start-failed']),
  /** Ends what runs in it and forgets it. */
  'terminals.close': request<null>()(one, ['no-terminal']),
  /** `viewId` is the reader's own; everything up to `at` is on its screen. */
  'terminals.acknowledge': request<null>()(
    z.object({ terminalId, viewId: z.uuid(), at: z.number().int().nonnegative() }),
    ['no-terminal'],
  ),
  /** The screen first, then what is added. */
  'terminals.output': stream<TerminalFrame>()(z.object({ terminalId, viewId: z.uuid() }), {
    codes: ['no-terminal'],
    merge: mergeFrames,
  }),
} as const;
