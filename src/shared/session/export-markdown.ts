/**
 * A session as Markdown, for reading elsewhere: what was asked, said, done and decided. Pure, in pieces, so that a
 * large one is never one string. What agents wrote is quoted or fenced: it cannot become the document's own words.
 */
import type { ContentBlock } from './content.ts';
import type { SessionFacts } from './select.ts';
import type { Entry, SessionState, ToolCallEntry, Turn } from './state.ts';
import { subjectOf } from './subject.ts';

/** Of one output or diff, in UTF-16 units. */
const MOST_BODY = 20_000;

export type ExportFacts = Pick<SessionFacts, 'agentName' | 'cwd' | 'createdAt'> & {
  readonly title: string | null;
};

/** Ends with a line break each. */
export function* markdownOf(facts: ExportFacts, state: SessionState): Generator<string> {
  yield [
    `# ${oneLine(facts.title ?? 'Untitled session')}`,
    '',
    `- Agent: ${oneLine(facts.agentName)}`,
    `- Folder: ${oneLine(facts.cwd)}`,
    `- Begun: ${timeOf(facts.createdAt)}`,
    '',
    '',
  ].join('\n');
  if (state.earlier > 0) yield `*${state.earlier} earlier turns are not part of this.*\n\n`;
  for (const turn of state.turns) yield turnText(turn, facts.cwd);
  if (state.active !== null) yield turnText(state.active, facts.cwd);
}

function turnText(turn: Turn, cwd: string): string {
  const parts: string[] = [];
  if (turn.prompt !== null) parts.push(`## You, ${timeOf(turn.startedAt)}`, blocksText(turn.prompt));
  for (const entry of turn.entries) {
    const text = entryText(entry, cwd);
    if (text !== '') parts.push(text);
  }
  const end = endText(turn);
  if (end !== null) parts.push(end);
  return `${parts.join('\n\n')}\n\n`;
}

function endText({ outcome, tokens }: Turn): string | null {
  const total = tokens?.total ?? null;
  const counted = total === null ? '' : ` · ${total} tokens`;
  if (outcome === null) return null;
  switch (outcome.type) {
    case 'failed':
      return `*The turn failed: ${escapeText(oneLine(outcome.error.message))}${counted}*`;
    case 'interrupted':
      return `*The turn was interrupted${counted}*`;
    case 'stopped':
      return outcome.reason === 'end_turn'
        ? counted === ''
          ? null
          : `*Finished${counted}*`
        : `*Stopped: ${outcome.reason}${counted}*`;
  }
}

function entryText(entry: Entry, cwd: string): string {
  switch (entry.type) {
    case 'message':
      return entry.role === 'agent'
        ? `### Agent\n\n${blocksText(entry.blocks)}`
        : `### You\n\n${blocksText(entry.blocks)}`;
    case 'thought':
      return `> Thought: ${escapeText(oneLine(entry.text))}`;
    case 'tool-call':
      return callText(entry, cwd);
    case 'plan':
      return [
        '**Plan**',
        '',
        ...entry.steps.map(
          ({ content, status }) =>
            `- [${status === 'completed' ? 'x' : ' '}] ${escapeText(oneLine(content))}`,
        ),
        ...(entry.document === null ? [] : ['', fenced(entry.document.text, '')]),
      ].join('\n');
    case 'notice':
      return `> ${entry.severity}: ${escapeText(oneLine(entry.title))}`;
    case 'compaction':
      return entry.summary === '' ? '> The conversation was compacted.' : quote(entry.summary);
    case 'subagent':
      return `> Sub-agent: ${escapeText(oneLine(entry.title))} (${escapeText(oneLine(entry.state))})`;
    case 'question':
      return `> Question: ${escapeText(oneLine(entry.question.message))} (${entry.outcome?.outcome ?? 'waits'})`;
    case 'gap': {
      const { missing } = entry;
      const lost = missing === null ? 'maybe nothing' : `events ${missing.from} to ${missing.to}`;
      return `> Part of the record is missing here: ${lost}.`;
    }
    case 'unknown':
      return `> An update of an unknown kind: ${escapeText(oneLine(entry.variant))}`;
  }
}

function callText(call: ToolCallEntry, cwd: string): string {
  const subject = oneLine(subjectOf(call, cwd));
  const lines = [`**${call.kind}** ${code(subject)} · ${call.status}`];
  for (const { outcome, optionName } of call.decisions) {
    lines.push(
      outcome.outcome === 'selected'
        ? `- Decided: ${escapeText(oneLine(optionName ?? outcome.optionId))}`
        : `- Not answered: ${outcome.why}`,
    );
  }
  for (const content of call.content) {
    if (content.type === 'diff') lines.push(diffText(content));
    else if (content.type === 'content' && content.block.type === 'text') {
      lines.push(fenced(content.block.text, 'text'));
    }
  }
  if (call.terminal !== null && call.terminal.output !== '') {
    lines.push(fenced(call.terminal.output, 'text'));
    const { exit } = call.terminal;
    if (exit !== null) lines.push(`- Exit: ${exit.code ?? exit.signal ?? 'unknown'}`);
  }
  return lines.join('\n\n');
}

/** The old text and the new one, whole: which lines are the same is for a reader's own tools. */
function diffText({
  path,
  oldText,
  newText,
}: {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
}): string {
  const marked = (text: string, sign: string) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${sign}${line}`)
      .join('\n');
  const before = oldText === null || oldText === '' ? [] : [marked(oldText, '-')];
  const after = newText === '' ? [] : [marked(newText, '+')];
  return `${code(oneLine(path))}\n\n${fenced([...before, ...after].join('\n'), 'diff')}`;
}

function blocksText(blocks: readonly ContentBlock[]): string {
  return blocks
    .map((block) => {
      switch (block.type) {
        case 'text':
          return quoteHeadings(block.text);
        case 'image':
          return `*[Picture, ${oneLine(block.mimeType)}]*`;
        case 'audio':
          return `*[Sound, ${oneLine(block.mimeType)}]*`;
        case 'resource-link':
          return `*[File ${code(oneLine(block.name))}]*`;
        case 'resource':
          return `*[File ${code(oneLine(block.uri))}]*`;
        case 'unknown':
          return '*[Something that cannot be shown]*';
      }
    })
    .join('\n\n');
}

/** Its own headings go below those of the document; code in it is left alone. */
function quoteHeadings(text: string): string {
  let isCode = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
      return isCode
        ? line
        : line.replace(/^( {0,3})(#{1,6})(?= )/, '$1###$2').replace(/^(\s*)#{7,}/, '$1######');
    })
    .join('\n');
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** The fence is longer than any run of backticks in it. */
function fenced(text: string, language: string): string {
  const body =
    text.length > MOST_BODY ? `${text.slice(0, MOST_BODY)}\n… ${text.length - MOST_BODY} more` : text;
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${body.replace(/\n$/, '')}\n${fence}`;
}

function code(text: string): string {
  if (text === '') return '';
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return longest > 0 ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>|!#]/g, '\\$&');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 2000);
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
