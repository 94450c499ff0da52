/** The only place that decides the words a session is described with. Pure functions of the state. */
import type { ToolKind } from './content.ts';
import type { FailureCode } from './event.ts';

/** In order of precedence: the first that holds is the status. */
export type SessionStatus =
  | 'needs-permission'
  | 'needs-answer'
  | 'failed'
  | 'running'
  | 'finished-unread'
  | 'idle';

/** What the second line of a session row says, as data for the message catalogue. */
export type Activity =
  | { readonly type: 'starting'; readonly stage: 'starting' | 'handshake' | 'opening' }
  | { readonly type: 'asks'; readonly kind: ToolKind; readonly subject: string }
  | { readonly type: 'tool'; readonly kind: ToolKind; readonly subject: string }
  | { readonly type: 'thinking' }
  | { readonly type: 'writing' }
  | { readonly type: 'waiting' } // turn runs, nothing has come yet
  | { readonly type: 'cancelling' }
  | { readonly type: 'failed'; readonly code: FailureCode; readonly exitCode: number | null }
  | { readonly type: 'turn-failed'; readonly message: string }
  | { readonly type: 'finished' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'refused' }
  | { readonly type: 'limit' }
  | { readonly type: 'stopped' }
  | { readonly type: 'idle' };

export type SessionSummary = {
  readonly id: string;
  readonly workspaceId: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly cwd: string;
  readonly createdAt: number;
  /** Alias, else the agent's title, else the first words of the first prompt, else null. Untrusted text. */
  readonly title: string | null;
  readonly status: SessionStatus;
  readonly activity: Activity;
  /** When the current status began, ms since the epoch. */
  readonly since: number;
  readonly unread: boolean;
  readonly added: number;
  readonly removed: number;
  /** Requests that wait for the person, oldest first. */
  readonly pending: readonly {
    readonly requestId: string;
    readonly kind: ToolKind;
    readonly subject: string;
    readonly askedAt: number;
  }[];
  readonly processRunning: boolean;
};
