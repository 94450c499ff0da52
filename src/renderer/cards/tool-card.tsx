import { Braces } from 'lucide-react';
import { memo, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { McpToolName } from '../../shared/mcp/tool-name.ts';
import type { ToolCallEntry } from '../../shared/session/state.ts';
import { PermissionPrompt } from '../permissions/permission-prompt.tsx';
import { SafeText } from '../permissions/safe-text.tsx';
import { openDiff } from '../review/review-store.ts';
import { useMcpServerNames } from '../sessions/session-mcp.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { durationText } from '../transcript/duration.ts';
import { Elapsed } from '../transcript/elapsed.tsx';
import { useToggle } from '../transcript/view-context.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { McpOrigin, useMcpOrigin } from './mcp-origin.tsx';
import { StopTerminal } from './stop-terminal.tsx';
import { DecisionLine } from './decision-line.tsx';
import { DiffCount } from './diff-body.tsx';
import { ToolBody } from './tool-body.tsx';
import { fileDiffs, lineDiffOf, type FileDiff } from './tool-diffs.ts';
import {
  askedKind,
  mcpToolOf,
  toolDuration,
  toolExit,
  toolOutput,
  toolPhase,
  toolSubject,
  type ToolPhase,
  type ToolSubject,
} from './tool-facts.ts';
import { ToolIcon } from './tool-icon.tsx';
import { ToolStatusGlyph } from './tool-status.tsx';

/** One tool call: what it does or did in one line, and as much of the rest as a person wants at once. */
export const ToolCard = memo(function ToolCard({ entry }: { readonly entry: ToolCallEntry }) {
  const cwd = useSession(({ summary }) => summary?.cwd ?? '');
  const pending = useSession(
    ({ state }) => state.permissions.find(({ toolCallId }) => toolCallId === entry.toolCallId) ?? null,
  );
  const diffs = useMemo(() => fileDiffs(entry, cwd), [entry, cwd]);
  const mcpServers = useMcpServerNames();
  const subject = useMemo(() => toolSubject(entry, cwd, mcpServers), [entry, cwd, mcpServers]);
  const mcpTool = useMemo(() => mcpToolOf(entry, mcpServers), [entry, mcpServers]);
  const output = useMemo(() => toolOutput(entry), [entry]);
  const phase = toolPhase(entry, pending !== null);
  const [open, setOpen] = useToggle(entry.id, opensByItself(entry, phase, diffs, output));
  const [details, setDetails] = useToggle(`${entry.id}/details`, false);
  const bodyId = useId();
  const shown = pending === null && open;
  return (
    <article
      className={classNames(
        'overflow-hidden rounded-3 border bg-raised',
        pending === null ? 'border-line' : 'border-needs-line shadow-[0_0_0_3px_var(--needs-soft)]',
      )}
    >
      <Header
        entry={entry}
        phase={phase}
        subject={subject}
        mcpTool={mcpTool}
        diffs={diffs}
        toggle={pending === null ? { open, set: setOpen, bodyId } : null}
        details={pending === null ? { open: details, set: setDetails } : null}
        askedAt={pending?.askedAt ?? null}
      />
      {pending !== null && <PermissionPrompt requestId={pending.requestId} />}
      {pending === null && (shown || details) && (
        <div id={bodyId}>
          <ToolBody
            entry={entry}
            diffs={diffs}
            output={output}
            phase={phase}
            open={shown}
            details={details}
          />
        </div>
      )}
      {pending === null &&
        entry.decisions.map((decision) => <DecisionLine key={decision.requestId} decision={decision} />)}
    </article>
  );
});

function opensByItself(
  entry: ToolCallEntry,
  phase: ToolPhase,
  diffs: readonly FileDiff[],
  output: string,
): boolean {
  if (phase === 'failed') return true;
  if (diffs.length > 0) return true;
  if (entry.kind === 'execute') return output !== '';
  return entry.content.some((content) => content.type === 'content' && content.block.type === 'image');
}

type Openable = { readonly open: boolean; readonly set: (open: boolean) => void };

function Header({
  entry,
  phase,
  subject,
  mcpTool,
  diffs,
  toggle,
  details,
  askedAt,
}: {
  readonly entry: ToolCallEntry;
  readonly phase: ToolPhase;
  readonly subject: ToolSubject | null;
  readonly mcpTool: McpToolName | null;
  readonly diffs: readonly FileDiff[];
  readonly toggle: (Openable & { readonly bodyId: string }) | null;
  readonly details: Openable | null;
  readonly askedAt: number | null;
}) {
  const { t } = useTranslation('transcript');
  const cwd = useSession(({ summary }) => summary?.cwd ?? '');
  const kind = phase === 'asks' ? askedKind(entry, cwd) : entry.kind;
  const verb = t(`verb.${kind}.${phase}`);
  const origin = useMcpOrigin(mcpTool);
  return (
    <header className="group relative flex h-8.5 items-center gap-2 pr-2.5 pl-3">
      {toggle !== null && (
        <button
          type="button"
          data-row-toggle
          aria-expanded={toggle.open}
          aria-controls={toggle.bodyId}
          aria-label={[verb, subject?.text, origin].filter(Boolean).join(' ')}
          className="absolute inset-0 rounded-3 -outline-offset-2"
          onClick={() => toggle.set(!toggle.open)}
        />
      )}
      <ToolIcon
        kind={kind}
        className={classNames('flex-none', phase === 'asks' ? 'text-needs' : 'text-fg-3')}
      />
      <span className="pointer-events-none flex-none font-medium">{verb}</span>
      <Subject
        entry={entry}
        subject={phase === 'asks' && kind === 'execute' ? null : subject}
        quiet={phase === 'asks'}
        diffs={diffs}
      />
      {mcpTool !== null && phase !== 'asks' && <McpOrigin tool={mcpTool} />}
      {details !== null && (
        <IconButton
          size="sm"
          label={t(details.open ? 'details.hide' : 'details.show')}
          aria-pressed={details.open}
          icon={<Braces size={13} />}
          className="-my-1 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-pressed:opacity-100"
          onClick={() => details.set(!details.open)}
        />
      )}
      <StopTerminal entry={entry} />
      <Meta entry={entry} phase={phase} diffs={diffs} askedAt={askedAt} />
      <ToolStatusGlyph phase={phase} running={entry.status === 'in_progress'} />
    </header>
  );
}

/** `quiet`: the prompt below says what the agent says. */
function Subject({
  entry,
  subject,
  diffs,
  quiet,
}: {
  readonly entry: ToolCallEntry;
  readonly subject: ToolSubject | null;
  readonly diffs: readonly FileDiff[];
  readonly quiet: boolean;
}) {
  const { t } = useTranslation('transcript');
  const session = useOpenSession();
  if (subject === null) {
    if (quiet) return <span className="flex-1" />;
    return (
      <span className="pointer-events-none min-w-0 flex-1 truncate text-12 text-fg-3" title={t('agentSays')}>
        <SafeText text={entry.title.slice(0, 300)} context="line" />
      </span>
    );
  }
  const place = subject.line === null ? subject.text : `${subject.text}:${subject.line}`;
  const words = (
    <>
      <SafeText text={place.slice(0, 500)} context="line" />
      {subject.more > 0 && <span className="num text-fg-3"> {t('more', { count: subject.more })}</span>}
    </>
  );
  const look = classNames('truncate', subject.look === 'code' ? 'mono text-fg-2' : 'text-fg-2');
  if (diffs.length === 0)
    return <span className={`pointer-events-none min-w-0 flex-1 ${look}`}>{words}</span>;
  return (
    <span className="pointer-events-none relative flex min-w-0 flex-1">
      <button
        type="button"
        title={t('openDiff')}
        className={`pointer-events-auto min-w-0 rounded-1 hover:text-fg hover:underline hover:underline-offset-2 ${look}`}
        onClick={() => openDiff({ sessionId: session.id, toolCallId: entry.toolCallId, index: 0 })}
      >
        {words}
      </button>
    </span>
  );
}

function Meta({
  entry,
  phase,
  diffs,
  askedAt,
}: {
  readonly entry: ToolCallEntry;
  readonly phase: ToolPhase;
  readonly diffs: readonly FileDiff[];
  readonly askedAt: number | null;
}) {
  const { t } = useTranslation('transcript');
  if (askedAt !== null) {
    return (
      <span className="flex-none text-12 text-fg-3">
        <Elapsed since={askedAt} />
      </span>
    );
  }
  if (diffs.length > 0) {
    const counts = diffs.map((diff) => lineDiffOf(diff));
    return (
      <DiffCount
        added={counts.reduce((sum, diff) => sum + diff.added, 0)}
        removed={counts.reduce((sum, diff) => sum + diff.removed, 0)}
      />
    );
  }
  const exit = toolExit(entry);
  const duration = toolDuration(entry);
  const parts = [
    exit === null || phase === 'doing'
      ? null
      : exit.signal === null
        ? t('exit.code', { code: exit.code ?? '?' })
        : t('exit.signal', { signal: exit.signal.slice(0, 20) }),
    duration !== null && (entry.kind === 'execute' || duration >= 2000) ? durationText(duration, t) : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return <span className="num pointer-events-none flex-none text-12 text-fg-3">{parts.join(' · ')}</span>;
}
