/** `protocol.*` of the IPC contract: looking at what a session and its agent's processes say to each other. */
import type { TreeSample } from '../../shared/ipc/contract/process.ts';
import type { ProtocolEntry, protocolContract } from '../../shared/ipc/contract/protocol.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { err, ok } from '../../shared/result.ts';
import { redactLine, redactText, redactValue } from '../../shared/text/redact.ts';
import type { RedactOptions } from '../../shared/text/redact.ts';
import type { AgentLaunch } from '../agents/agent-link.ts';
import type { ProtocolLog } from '../agents/protocol-log.ts';
import { failureReport } from './failure-report.ts';
import { pretty } from './protocol-body.ts';
import type { SessionDirectory } from './session-directory.ts';

/** How long entries gather before a window hears of them, in ms. */
const BATCH_MS = 100;

export type ProtocolPorts = {
  readonly directory: SessionDirectory;
  readonly launchOf: (agentId: string) => AgentLaunch | null;
  readonly versions: readonly (readonly [name: string, version: string])[];
  /** Of the person, absolute. */
  readonly home: string;
  /** What the processes of a run used of the machine, oldest first. */
  readonly samplesOf: (runId: string) => readonly TreeSample[];
};

export function protocolHandlers(ports: ProtocolPorts): Handlers<typeof protocolContract> {
  const { directory, launchOf, versions, home, samplesOf } = ports;
  const noSession = err({ code: 'no-session' as const, message: 'no such session' });
  const redactionFor = (launch: AgentLaunch | null): RedactOptions => ({
    home,
    values: Object.values(launch?.env ?? {}),
  });

  return {
    'protocol.watch': async ({ sessionId }, { emit, end }) => {
      const held = await directory.hold(sessionId);
      if (held === null) {
        end(noSession.error);
        return undefined;
      }
      const { session, release } = held;
      const { protocolLog: log } = session;
      let answered: { seq: number; ms: number }[] = [];
      let told = 0;
      let timer: NodeJS.Timeout | null = null;
      const tell = (type: 'all' | 'more') => {
        const entries = log.after(told);
        told = entries.at(-1)?.seq ?? told;
        emit({ type, firstSeq: log.firstSeq, entries, answered });
        answered = [];
      };
      tell('all');
      const stop = log.watch((answer) => {
        if (answer !== null) answered.push(answer);
        timer ??= setTimeout(() => {
          timer = null;
          tell('more');
        }, BATCH_MS);
      });
      const stopSession = session.watch({ onEvents: () => {}, onEnd: () => end(null) }).stop;
      return () => {
        stop();
        stopSession();
        release();
        if (timer !== null) clearTimeout(timer);
      };
    },

    'protocol.body': async ({ sessionId, seq }) => {
      const session = await directory.open(sessionId);
      if (session === null) return noSession;
      const body = session.protocolLog.body(seq);
      return body === null
        ? err({ code: 'not-kept' as const, message: 'this entry is no longer kept' })
        : ok(pretty(body.text, body.cut));
    },

    'protocol.search': async ({ sessionId, text, after }) => {
      const session = await directory.open(sessionId);
      return session === null ? noSession : ok({ seqs: session.protocolLog.search(text, after) });
    },

    'protocol.export': async ({ sessionId, seqs }) => {
      const session = await directory.open(sessionId);
      if (session === null) return noSession;
      return ok(exportLines(session.protocolLog, seqs, redactionFor(launchOf(session.facts.agentId))));
    },

    'protocol.report': async ({ sessionId, bodies }) => {
      const session = await directory.open(sessionId);
      if (session === null) return noSession;
      const { facts, state, protocolLog } = session;
      const launch = launchOf(facts.agentId);
      const redaction = redactionFor(launch);
      const text = failureReport({
        state,
        agentName: facts.agentName,
        launch,
        entries: protocolLog.after(0),
        bodyOf: bodies ? (seq) => protocolLog.body(seq)?.text ?? '' : null,
        versions,
        samples: session.process === null ? [] : samplesOf(session.process.runId),
        redact: (each) => redactText(each, redaction),
        redactBody: (each) => redactLine(each, redaction),
      });
      return ok({ text });
    },
  };
}

/** One JSON object a line, without what looks like a secret. */
export function exportLines(
  log: ProtocolLog,
  seqs: readonly number[] | null,
  redaction: RedactOptions,
): { readonly text: string; readonly count: number } {
  const wanted = seqs === null ? null : new Set(seqs);
  const lines = log
    .after(0)
    .filter(({ seq }) => wanted === null || wanted.has(seq))
    .map((entry) => exportLine(entry, log.body(entry.seq), redaction));
  return { text: lines.map((line) => `${line}\n`).join(''), count: lines.length };
}

function exportLine(
  entry: ProtocolEntry,
  body: { readonly text: string; readonly cut: boolean } | null,
  redaction: RedactOptions,
): string {
  const { seq, at, from, type, method, detail, id, ms, size, failed, remark } = entry;
  const told = type === 'mark' ? detail : body === null ? null : bodyValue(body);
  const facts = {
    seq,
    at: new Date(at).toISOString(),
    from,
    type,
    ...(method === null ? {} : { method }),
    ...(id === null ? {} : { id }),
    ...(ms === null ? {} : { ms: Math.round(ms * 10) / 10 }),
    size,
    ...(failed ? { failed } : {}),
    ...(remark === null ? {} : { remark }),
    ...(body?.cut === true ? { cut: true } : {}),
  };
  return JSON.stringify({ ...facts, ...(told === null ? {} : { body: redactValue(told, redaction) }) });
}

function bodyValue({ text, cut }: { readonly text: string; readonly cut: boolean }): unknown {
  if (cut) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
