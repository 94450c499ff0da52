/** The agent's own decisions about permission: mode and remembered answers before the person is asked. */
import type { PermissionOption } from '@agentclientprotocol/sdk/unstable';
import type { Mode } from './options.ts';
import type { Words } from './words.ts';

/** What needs permission. A command is remembered by its exact text, an edit by being an edit. */
export type Deed = { readonly kind: 'edit' } | { readonly kind: 'execute'; readonly command: string };

export type Standing = 'allowed' | 'rejected' | 'forbidden-by-mode' | 'ask';

export type Answer = 'allow-once' | 'allow-session' | 'reject-once' | 'reject-session';

/**
 * "Always" answers of one session. They live as long as the agent process keeps the session open and are not
 * written down: a session that is loaded again asks again.
 */
export class RememberedAnswers {
  #edits: 'allowed' | 'rejected' | null = null;
  #noCommands = false;
  readonly #allowedCommands = new Set<string>();

  standing(deed: Deed, mode: Mode): Standing {
    if (mode === 'read-only') return 'forbidden-by-mode';
    if (deed.kind === 'edit') return this.#edits ?? (mode === 'accept-edits' ? 'allowed' : 'ask');
    if (this.#noCommands) return 'rejected';
    return this.#allowedCommands.has(deed.command) ? 'allowed' : 'ask';
  }

  /** Returns whether the deed may be done now. */
  remember(deed: Deed, answer: Answer): boolean {
    const allowed = answer === 'allow-once' || answer === 'allow-session';
    if (answer === 'allow-once' || answer === 'reject-once') return allowed;
    if (deed.kind === 'edit') this.#edits = allowed ? 'allowed' : 'rejected';
    else if (allowed) this.#allowedCommands.add(deed.command);
    else this.#noCommands = true;
    return allowed;
  }
}

export function permissionOptions(deed: Deed, words: Words): PermissionOption[] {
  const names = deed.kind === 'edit' ? words.editAnswers : words.commandAnswers;
  return [
    { optionId: 'allow-once', name: names.allowOnce, kind: 'allow_once' },
    { optionId: 'allow-session', name: names.allowAlways, kind: 'allow_always' },
    { optionId: 'reject-once', name: names.rejectOnce, kind: 'reject_once' },
    { optionId: 'reject-session', name: names.rejectAlways, kind: 'reject_always' },
  ];
}

/** An id that we did not offer is a rejection. */
export function answerOf(optionId: string): Answer {
  switch (optionId) {
    case 'allow-once':
    case 'allow-session':
    case 'reject-session':
      return optionId;
    default:
      return 'reject-once';
  }
}
