/**
 * What is worth telling about a session whose agent failed, as Markdown that a person can paste into an
 * issue: how it ended, its last words, its life, its last messages without what they say. Names of variables
 * stand in it, values never. Pure; what it gives still has to pass the redactor, which it is given.
 */
import type { TreeSample } from '../../shared/ipc/contract/process.ts';
import type { ProtocolEntry } from '../../shared/ipc/contract/protocol.ts';
import type { SessionState } from '../../shared/session/state.ts';
import type { AgentLaunch } from '../agents/agent-link.ts';

export type ReportFacts = {
  readonly state: SessionState;
  readonly agentName: string;
  /** Null when the agent is no longer in the catalogue. */
  readonly launch: AgentLaunch | null;
  readonly entries: readonly ProtocolEntry[];
  /** Of the last messages, what they say; null: left out. */
  readonly bodyOf: ((seq: number) => string) | null;
  /** Name and version each. */
  readonly versions: readonly (readonly [name: string, version: string])[];
  /** Of its last process tree, oldest first. */
  readonly samples: readonly TreeSample[];
  readonly redact: (text: string) => string;
  readonly redactBody: (line: string) => string;
};

const MESSAGES = 50;
const STDERR_LINES = 200;
const MARKS = 200;
const USAGE_ROWS = 12;
/** UTF-16 units of one body. */
const MAX_BODY = 4096;

export function failureReport(facts: ReportFacts): string {
  const { redact } = facts;
  const parts = [
    `# ${redact(oneLine(facts.agentName))}: session report`,
    list(summaryOf(facts), redact),
    '## Versions',
    list(facts.versions, redact),
    '## Command',
    list(commandOf(facts.launch), redact),
    '## What happened',
    timeline(facts, redact),
    '## What its processes used',
    usage(facts),
    '## Last lines of its error output',
    fenced(redact(stderrOf(facts).join('\n'))),
    '## Last messages',
    messages(facts),
  ];
  return `${parts.join('\n\n')}\n`;
}

function summaryOf({ state, entries }: ReportFacts): readonly (readonly [string, string])[] {
  const { phase, agent } = state;
  const stop = [...entries].reverse().find(({ method }) => method === 'process-stopped');
  const failure = phase.name === 'failed' ? phase.failure : null;
  return [
    ['State', phase.name],
    ...(failure === null
      ? []
      : ([
          ['Failure', failure.code],
          ['Message', failure.message],
          ['Exit code', String(failure.exitCode ?? 'none')],
          ['Signal', failure.signal ?? 'none'],
        ] as const)),
    ['Stopping its processes', stop?.detail ?? 'not asked for, or not over yet'],
    ['Agent says it is', agent === null ? 'nothing yet' : `${agent.name} ${agent.version ?? ''}`.trim()],
    ['Turns', String(state.turns.length + (state.active === null ? 0 : 1))],
    ['Events', String(state.seq)],
    ['Questions open', String(state.permissions.length)],
    ['Prompts waiting', String(state.queue.length)],
  ];
}

function commandOf(launch: AgentLaunch | null): readonly (readonly [string, string])[] {
  if (launch === null) return [['Agent', 'no longer in the list']];
  const words = [launch.command, ...launch.args].map((word) =>
    /\s/.test(word) ? JSON.stringify(word) : word,
  );
  return [
    ['Id', launch.agentId],
    ['Command', words.join(' ')],
    ['Variables set for it', Object.keys(launch.env).sort().join(', ') || 'none'],
  ];
}

function timeline({ entries }: ReportFacts, redact: ReportFacts['redact']): string {
  const marks = entries.filter(({ type }) => type === 'mark').slice(-MARKS);
  if (marks.length === 0) return 'Nothing is kept.';
  return marks
    .map(({ at, method, detail }) => {
      const said = detail === null ? '' : `: ${redact(oneLine(detail))}`;
      return `- ${timeOf(at)} ${method}${escapeText(said)}`;
    })
    .join('\n');
}

/** The last two minutes, and the most there was. */
function usage({ samples, redact }: ReportFacts): string {
  if (samples.length === 0) return 'It was not looked at before it ended.';
  const rows = samples.slice(-USAGE_ROWS).map((sample) => {
    const { rss, threads, handles } = totalsOf(sample);
    const names = sample.processes.map(({ name }) => name).join(', ');
    const cells = [
      timeOf(sample.at),
      String(sample.processes.length),
      mebibytes(rss),
      threads,
      handles,
      names,
    ];
    return `| ${cells.map((cell) => escapeText(redact(oneLine(cell)))).join(' | ')} |`;
  });
  const most = Math.max(...samples.map((sample) => totalsOf(sample).rss));
  return [
    `The most memory in ${samples.length} looks: ${mebibytes(most)} MiB.`,
    '',
    '| time | processes | MiB | threads | handles | programs |',
    '| - | -: | -: | -: | -: | - |',
    ...rows,
  ].join('\n');
}

function totalsOf({ processes }: TreeSample): { rss: number; threads: string; handles: string } {
  const sum = (counts: readonly (number | null)[]) =>
    counts.includes(null) ? '' : String(counts.reduce<number>((total, count) => total + (count ?? 0), 0));
  return {
    rss: processes.reduce((total, { rssBytes }) => total + rssBytes, 0),
    threads: sum(processes.map(({ threads }) => threads)),
    handles: sum(processes.map(({ handles }) => handles)),
  };
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}

function stderrOf({ state, entries }: ReportFacts): readonly string[] {
  const { phase } = state;
  const kept =
    phase.name === 'failed' && phase.failure.stderrTail.length > 0
      ? phase.failure.stderrTail
      : entries.flatMap(({ type, detail }) => (type === 'stderr' ? [detail ?? ''] : []));
  return kept.slice(-STDERR_LINES);
}

function messages({ entries, bodyOf, redact, redactBody }: ReportFacts): string {
  const last = entries.filter(isMessage).slice(-MESSAGES);
  if (last.length === 0) return 'There were none.';
  const rows = last.map((entry) => {
    const cells = [
      String(entry.seq),
      timeOf(entry.at),
      entry.from === 'agent' ? 'agent → app' : 'app → agent',
      entry.failed ? `${entry.type}, error` : entry.type,
      [entry.method, entry.detail].filter((text) => text !== null).join(' '),
      entry.id ?? '',
      String(entry.size),
      entry.ms === null ? '' : entry.ms.toFixed(1),
    ];
    return `| ${cells.map((cell) => escapeText(redact(oneLine(cell)))).join(' | ')} |`;
  });
  const table = [
    '| # | time | way | kind | method | id | bytes | ms |',
    '| - | - | - | - | - | - | -: | -: |',
    ...rows,
  ].join('\n');
  if (bodyOf === null) return table;
  const bodies = last.map(({ seq }) => {
    const body = redactBody(bodyOf(seq));
    return `### ${seq}\n\n${fenced(body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}…` : body)}`;
  });
  return [table, ...bodies].join('\n\n');
}

function isMessage({ type }: ProtocolEntry): boolean {
  return type === 'request' || type === 'response' || type === 'notification';
}

function list(rows: readonly (readonly [string, string])[], redact: ReportFacts['redact']): string {
  return rows.map(([name, value]) => `- ${name}: ${escapeText(redact(oneLine(value)))}`).join('\n');
}

/** What an agent wrote must not become a link, an image or a row of its own. */
function escapeText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|!#]/g, '\\$&');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 2000);
}

/** The fence is longer than any run of backticks in it. */
function fenced(text: string): string {
  if (text === '') return 'None.';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
