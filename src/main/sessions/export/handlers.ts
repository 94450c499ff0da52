/** `session.export` of the IPC contract. */
import type { exportContract } from '../../../shared/ipc/contract/export.ts';
import type { protocolContract } from '../../../shared/ipc/contract/protocol.ts';
import type { Handlers } from '../../../shared/ipc/handler.ts';
import { err, ok } from '../../../shared/result.ts';
import type { SessionEvent } from '../../../shared/session/event.ts';
import { markdownOf } from '../../../shared/session/export-markdown.ts';
import { summaryOf } from '../../../shared/session/select.ts';
import { redactText, redactValue, type RedactOptions } from '../../../shared/text/redact.ts';
import type { AgentLaunch } from '../../agents/agent-link.ts';
import type { Session } from '../session.ts';
import type { SessionDirectory } from '../session-directory.ts';
import { writePieces } from './write-pieces.ts';

export type ExportPorts = {
  readonly directory: Pick<SessionDirectory, 'open'>;
  readonly launchOf: (agentId: string) => AgentLaunch | null;
  /** Of the person, absolute. */
  readonly home: string;
  readonly protocol: Pick<Handlers<typeof protocolContract>, 'protocol.report' | 'protocol.export'>;
  /** The system's dialog for a new file; null when it was dismissed. */
  readonly chooseFile: (suggestedName: string) => Promise<string | null>;
};

const endings = { markdown: 'md', jsonl: 'jsonl', support: 'md' } as const;

export function exportHandlers(ports: ExportPorts): Handlers<typeof exportContract> {
  const { directory, launchOf, home, protocol, chooseFile } = ports;
  return {
    'session.export': async ({ sessionId, format }, context) => {
      const session = await directory.open(sessionId);
      if (session === null) return err({ code: 'no-session', message: 'no such session' });
      const path = await chooseFile(`switchyard-${format}-${sessionId.slice(0, 8)}.${endings[format]}`);
      if (path === null) return ok({ saved: false });
      const redaction = { home, values: Object.values(launchOf(session.facts.agentId)?.env ?? {}) };
      try {
        switch (format) {
          case 'markdown':
            await writePieces(path, redacted(markdown(session), redaction));
            break;
          case 'jsonl':
            await writePieces(path, jsonLines(session.events(), redaction));
            break;
          case 'support': {
            const report = await protocol['protocol.report']({ sessionId, bodies: true }, context);
            const log = await protocol['protocol.export']({ sessionId, seqs: null }, context);
            if (!report.ok || !log.ok) return err({ code: 'no-session', message: 'no such session' });
            await writePieces(path, [report.value.text, '\n## Protocol log\n\n', ...fenced(log.value.text)]);
          }
        }
        return ok({ saved: true });
      } catch (error) {
        return err({
          code: 'export-failed',
          message: error instanceof Error ? error.message : String(error),
        });
      }
    },
  };
}

function markdown({ facts, state }: Session): Iterable<string> {
  return markdownOf({ ...facts, title: summaryOf(facts, state).title }, state);
}

function* redacted(pieces: Iterable<string>, redaction: RedactOptions): Generator<string> {
  for (const piece of pieces) yield redactText(piece, redaction);
}

/** One event a line, in order. */
async function* jsonLines(
  batches: AsyncIterable<readonly SessionEvent[]>,
  redaction: RedactOptions,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    for (const event of batch) yield `${JSON.stringify(redactValue(event, redaction))}\n`;
    // Redacting takes a while: others have their turn between batches.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

function fenced(text: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}json\n`, text, `${fence}\n`];
}
