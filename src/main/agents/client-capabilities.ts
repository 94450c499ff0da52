import type { Quirks } from './quirks.ts';

/** Promises to an agent: nothing stands here that is not handled. */
export function clientCapabilities(quirks: Quirks, terminal: boolean): object {
  const offered = quirks.files === 'offered';
  return {
    fs: { readTextFile: offered, writeTextFile: offered },
    terminal,
    auth: { terminal: true },
    elicitation: { form: {}, url: {} },
    subagents: {},
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    plan: {},
    // Output of commands as traffic of terminals that exist only for showing.
    // And sign-in programs as agents named them before the protocol had a place for it.
    _meta: { terminal_output: true, 'terminal-auth': true },
  };
}
