/**
 * What is different about some agents, as data: the flow asks for a quirk, never for an agent. Each
 * says with which version it was seen.
 */
import type { AgentLaunch } from './agent-link.ts';

export type Quirks = {
  /**
   * `withheld`: our file methods are not offered. Gemini CLI 0.61 takes the error for a missing file,
   * which every client must answer when a new file is to be made, for a failure of the tool.
   */
  readonly files: 'offered' | 'withheld';
  /**
   * `in-a-later-minute`: Gemini CLI 0.61 names the file of a conversation by the minute in which it begins, and
   * begins one before it loads: a load within the same minute writes over the history, which is lost for good
   * ("No previous sessions found for this project").
   */
  readonly reopen: 'at-once' | 'in-a-later-minute';
  /**
   * `after-the-answer`: Gemini CLI 0.61 answers `session/load` and tells the history then, although the protocol
   * wants the answer last. What is not heard out would be taken for the answer to the next prompt.
   */
  readonly replay: 'before-the-answer' | 'after-the-answer';
  /** How long `initialize` may take, in ms. OpenCode 1.18 took 24 s and Qwen Code 0.24 17 s on a loaded machine. */
  readonly initializeMs: number;
};

const ORDINARY: Quirks = {
  files: 'offered',
  reopen: 'at-once',
  replay: 'before-the-answer',
  initializeMs: 30_000,
};

type QuirkEntry = {
  readonly agentIds: readonly string[];
  /** A word of the command line: for agents that the person added under a name of their own. */
  readonly word: RegExp;
  readonly quirks: Partial<Quirks>;
};

const ENTRIES: readonly QuirkEntry[] = [
  {
    agentIds: ['gemini'],
    word: /(^|[\\/])gemini(-cli)?(\.js|\.cmd|\.exe)?$|@google\/gemini-cli/,
    quirks: { files: 'withheld', reopen: 'in-a-later-minute', replay: 'after-the-answer' },
  },
  {
    agentIds: ['opencode', 'qwen-code', 'qwen'],
    word: /(^|[\\/])(opencode|qwen)(\.js|\.cmd|\.exe)?$|opencode-ai|@qwen-code\/qwen-code/,
    quirks: { initializeMs: 60_000 },
  },
];

export function quirksOf(launch: Pick<AgentLaunch, 'agentId' | 'command' | 'args'>): Quirks {
  const words = [launch.command, ...launch.args];
  const entry = ENTRIES.find(
    ({ agentIds, word }) => agentIds.includes(launch.agentId) || words.some((text) => word.test(text)),
  );
  return { ...ORDINARY, ...entry?.quirks };
}
