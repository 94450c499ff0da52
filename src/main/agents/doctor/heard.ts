/** What an agent says during a check, and what it may have while it does: nothing but one harmless command. */
import type { PermissionOutcome, TerminalPatch, Usage } from '../../../shared/session/content.ts';
import type { SessionEventBody } from '../../../shared/session/event.ts';
import type { AgentHandlers, PermissionAsk } from '../agent-link.ts';
import type { ProtocolLog } from '../protocol-log.ts';
import { commandsOfInput } from '../terminals/terminal-command.ts';

export const PROBE_WORD = 'switchyard-check';
export const PROBE_COMMAND = `echo ${PROBE_WORD}`;

export class Heard {
  text = '';
  events = 0;
  usage: Usage | null = null;
  terminal: TerminalPatch | null = null;
  ranCommand = false;
  /** The app was asked to run a command. */
  throughApp = false;
  #first: () => void = () => {};

  /** Before each turn. Resolves with the first that comes of it. */
  listen(): Promise<void> {
    this.text = '';
    this.events = 0;
    return new Promise((resolve) => {
      this.#first = resolve;
    });
  }

  take(events: readonly SessionEventBody[]): void {
    for (const event of events) {
      this.events += 1;
      if (event.type === 'message-chunk' && event.role === 'agent' && event.content.type === 'text') {
        this.text += event.content.text.slice(0, 2000);
      }
      if (event.type === 'usage') this.usage = event.usage;
      if (event.type !== 'tool-call') continue;
      if (event.patch.kind === 'execute') this.ranCommand = true;
      this.terminal = event.patch.terminal ?? this.terminal;
      if (event.patch.terminal?.stoppable === true) this.throughApp = true;
    }
    this.#first();
  }

  handlers(protocolLog: ProtocolLog): AgentHandlers {
    return {
      onEvents: (_session, events) => this.take(events),
      onPermission: (_session, ask) => Promise.resolve(answer(ask)),
      // A check opens nothing and fills in nothing.
      onQuestion: () => Promise.resolve({ outcome: 'declined' }),
      onQuestionCompleted: () => {},
      onExit: () => {},
      protocolLog,
    };
  }
}

/** Our own command once and reading through the app, everything else no. */
export function answer({ toolCall, options, own }: PermissionAsk): PermissionOutcome {
  const looks = own?.quiet === true && toolCall.kind === 'read';
  const harmless = looks || commandsOfInput(toolCall.rawInput).includes(PROBE_COMMAND);
  const wanted = harmless ? 'allow_once' : 'reject_once';
  const option = options.find(({ kind }) => kind === wanted);
  return option === undefined
    ? { outcome: 'cancelled', why: 'closed' }
    : { outcome: 'selected', optionId: option.optionId, kind: option.kind };
}
