import { Text } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isInterrupted } from '../../shared/session/select.ts';
import type { Turn } from '../../shared/session/state.ts';
import { assertNever } from '../../shared/result.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useSession } from '../sessions/session-context.tsx';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { CopyButton } from './copy-button.tsx';
import { durationText } from './duration.ts';
import { Elapsed } from './elapsed.tsx';
import { messageText } from './message-row.tsx';
import { PlainTextDialog } from './plain-text-dialog.tsx';
import type { EndRow, WorkingRow } from './row.ts';

/** While the turn runs: that it does, and for how long. */
export function WorkingRowView({ row }: { readonly row: WorkingRow }) {
  const { t } = useTranslation('transcript');
  const waits = useSession(({ state }) => state.permissions.length + state.questions.length > 0);
  const cancelling = useSession(({ state }) => state.cancelling);
  return (
    <p className="flex h-6 items-center text-12 text-fg-3">
      {waits && !cancelling ? (
        <span className="text-needs">{t('working.asks')}</span>
      ) : (
        <span>
          {t(cancelling ? 'working.stopping' : 'working.busy')}
          {' · '}
          <Elapsed since={row.since} />
        </span>
      )}
    </p>
  );
}

/** How the turn ended, and what a person can do with the response. */
export function EndRowView({ row }: { readonly row: EndRow }) {
  const { turn } = row;
  const { t } = useTranslation('transcript');
  const duration = turn.endedAt === null ? '' : durationText(turn.endedAt - turn.startedAt, t);
  // What the app itself cut off is said below the transcript, with the way on.
  const cutOff = useSession(({ state }) => isInterrupted(state) && state.turns.at(-1)?.id === turn.id);
  const wentOn = useSession(({ state }) => state.active !== null || state.turns.at(-1)?.id !== turn.id);
  const said = turn.outcome?.type === 'interrupted' && (cutOff || wentOn);
  const banner = said ? null : bannerOf(turn, t('end.unknownError'));
  return (
    <div className="group/end">
      {banner !== null && <div className="mb-2">{banner}</div>}
      <div className="flex h-6 items-center gap-1 text-12 text-fg-3">
        <span className="num">
          {t(`end.${wordOf(turn)}`)}
          {turn.startedAt > 0 && ` · ${duration}`}
          <Tokens turn={turn} />
        </span>
        <ResponseActions turn={turn} />
      </div>
    </div>
  );
}

/** What the turn took, where the agent says it. */
function Tokens({ turn: { tokens } }: { readonly turn: Turn }) {
  const { t, i18n } = useTranslation('transcript');
  if (tokens?.input == null || tokens.output === null) return null;
  const count = (value: number) => value.toLocaleString(i18n.language);
  return ` · ${t('end.tokens', { input: count(tokens.input), output: count(tokens.output) })}`;
}

function wordOf(turn: Turn): 'finished' | 'cancelled' | 'refused' | 'limit' | 'failed' | 'interrupted' {
  const { outcome } = turn;
  if (outcome === null) return 'finished';
  switch (outcome.type) {
    case 'failed':
    case 'interrupted':
      return outcome.type;
    case 'stopped':
      switch (outcome.reason) {
        case 'end_turn':
          return 'finished';
        case 'cancelled':
          return 'cancelled';
        case 'refusal':
          return 'refused';
        case 'max_tokens':
        case 'max_turn_requests':
          return 'limit';
        default:
          return assertNever(outcome.reason);
      }
    default:
      return assertNever(outcome);
  }
}

/** Endings that need more than a word: what happened, what was kept, one next step. */
function bannerOf(turn: Turn, unknownError: string): ReactNode {
  const { outcome } = turn;
  if (outcome === null) return null;
  if (outcome.type === 'stopped') {
    const { reason } = outcome;
    return reason === 'end_turn' || reason === 'cancelled' ? null : <EndBanner tone="needs" text={reason} />;
  }
  if (outcome.type === 'interrupted') return <EndBanner tone="fail" text="interrupted" />;
  const message = outcome.error.message === '' ? unknownError : outcome.error.message;
  return <EndBanner tone="fail" text="failed" detail={message} />;
}

function EndBanner({
  tone,
  text,
  detail,
}: {
  readonly tone: 'needs' | 'fail';
  readonly text: 'refusal' | 'max_tokens' | 'max_turn_requests' | 'interrupted' | 'failed';
  readonly detail?: string | undefined;
}) {
  const { t } = useTranslation('transcript');
  return (
    <Banner tone={tone} title={t(`outcome.${text}.title`)}>
      {detail !== undefined && (
        <p className="mono selectable my-1 max-h-40 overflow-y-auto">
          <SafeText text={detail.slice(0, 8000)} context="file" />
        </p>
      )}
      {t(`outcome.${text}.next`)}
    </Banner>
  );
}

/** Hidden until the line is pointed at or reached by key. */
function ResponseActions({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('transcript');
  const [plain, setPlain] = useState(false);
  const hasText = turn.entries.some((entry) => entry.type === 'message' && entry.role === 'agent');
  if (!hasText) return null;
  return (
    <span className="flex items-center opacity-0 group-focus-within/end:opacity-100 group-hover/end:opacity-100">
      <CopyButton text={() => responseText(turn)} label={t('copyResponse')} />
      <IconButton size="sm" label={t('plainText')} icon={<Text size={13} />} onClick={() => setPlain(true)} />
      {plain && <PlainTextDialog text={responseText(turn)} onClose={() => setPlain(false)} />}
    </span>
  );
}

/** All that the agent said in a turn, as it wrote it. */
function responseText(turn: Turn): string {
  return turn.entries
    .flatMap((entry) => (entry.type === 'message' && entry.role === 'agent' ? [messageText(entry)] : []))
    .join('\n\n');
}
