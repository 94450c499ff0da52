import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { AuditRow } from '../../shared/permission/audit-row.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { DeciderWords } from '../permissions/decider-words.tsx';
import { titleWords } from '../sessions/activity-words.ts';
import { momentWords } from '../sessions/time-words.ts';
import { useServices, useSessionList } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { TextField } from '../ui/text-field.tsx';
import { RequestWords } from './request-words.tsx';
import { SelectField } from './select-field.tsx';

const answers = ['allowed', 'denied', 'cancelled', 'other'] as const;
const PAGE = 100;
/** How long the person must pause before it is searched, in ms. */
const PAUSE_MS = 120;

type Query = {
  readonly text: string;
  readonly answer: (typeof answers)[number] | null;
  readonly sessionId: string | null;
};
type Page = { readonly rows: readonly AuditRow[]; readonly next: number | null };

/** Every decision, newest first. */
export function DecisionsPage({ onOpen }: { readonly onOpen: (row: AuditRow) => void }) {
  const { t } = useTranslation('rules');
  const words = useT();
  const { client } = useServices();
  const sessions = useSessionList((list) => list.byId);
  const [query, setQuery] = useState<Query>({ text: '', answer: null, sessionId: null });
  const [page, setPage] = useState<Page | null>(null);
  const newest = useRef(0);

  const read = useCallback(
    async (before: number | null) => {
      const mine = newest.current;
      const answer = await client.request('permissions.audit', { ...query, before, limit: PAGE });
      if (!answer.ok || newest.current !== mine) return;
      setPage((known) => ({
        rows: before === null || known === null ? answer.value.rows : [...known.rows, ...answer.value.rows],
        next: answer.value.next,
      }));
    },
    [client, query],
  );
  useEffect(() => {
    newest.current += 1;
    const timer = setTimeout(() => void read(null), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [read]);

  const isFiltered = query.text !== '' || query.answer !== null || query.sessionId !== null;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_10rem_16rem] items-end gap-3">
        <TextField
          label={t('decisions.search')}
          type="search"
          value={query.text}
          maxLength={1000}
          onChange={(event) => setQuery({ ...query, text: event.target.value })}
        />
        <SelectField
          label={t('decisions.answer')}
          value={query.answer ?? ''}
          choices={[
            { value: '', label: t('decisions.all') },
            ...answers.map((value) => ({ value, label: t(`decisions.answers.${value}`) })),
          ]}
          onChange={(value) => setQuery({ ...query, answer: answers.find((each) => each === value) ?? null })}
        />
        <SelectField
          label={t('try.session')}
          value={query.sessionId ?? ''}
          choices={[
            { value: '', label: t('decisions.anySession') },
            ...[...sessions.values()].map(({ id, title }) => ({
              value: id,
              label: titleWords(words.t, title),
            })),
          ]}
          onChange={(id) => setQuery({ ...query, sessionId: id === '' ? null : id })}
        />
      </div>
      {page !== null && page.rows.length === 0 && (
        <p role="status" className="py-6 text-center text-12 text-fg-3">
          {t(isFiltered ? 'decisions.nothing' : 'decisions.none')}
        </p>
      )}
      {page !== null && page.rows.length > 0 && (
        <table aria-label={t('decisions.list')} className="w-full table-fixed border-collapse text-12">
          <colgroup>
            <col className="w-16" />
            <col className="w-24" />
            <col />
            <col className="w-[26%]" />
            <col className="w-[24%]" />
            <col className="w-16" />
          </colgroup>
          <thead>
            <tr className="border-b border-line text-left text-fg-3 [&>th]:px-2 [&>th]:py-1 [&>th]:font-medium">
              <th scope="col">{t('decisions.when')}</th>
              <th scope="col">{t('decisions.answer')}</th>
              <th scope="col">{t('decisions.what')}</th>
              <th scope="col">{t('decisions.by')}</th>
              <th scope="col">{t('decisions.where')}</th>
              <th scope="col" className="text-right!">
                {t('decisions.took')}
              </th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <Row key={`${row.sessionId} ${row.requestId} ${row.at}`} row={row} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      )}
      {page?.next !== null && page?.next !== undefined && (
        <Button className="self-center" onClick={() => void read(page.next)}>
          {t('decisions.more')}
        </Button>
      )}
    </div>
  );
}

function Row({ row, onOpen }: { readonly row: AuditRow; readonly onOpen: (row: AuditRow) => void }) {
  const { t, i18n } = useTranslation('rules');
  const words = useT();
  const services = useServices();
  const agents = useStore(services.agents);
  const session = useSessionList((list) => list.byId.get(row.sessionId) ?? null);
  const [now] = useState(() => Date.now());
  const agent = agents?.find(({ id }) => id === row.agentId)?.name ?? row.agentId;
  const name =
    session === null
      ? t('decisions.gone', { id: row.sessionId.slice(0, 8) })
      : titleWords(words.t, session.title);
  return (
    <tr className="border-b border-line align-top hover:bg-hover [&>td]:px-2 [&>td]:py-1.5">
      <td className="num text-fg-3">
        <time
          dateTime={new Date(row.at).toISOString()}
          title={new Date(row.at).toLocaleString(i18n.language)}
        >
          {momentWords(i18n.language, row.at, now)}
        </time>
      </td>
      <td
        className={classNames(
          'font-medium',
          row.answer === 'allowed' && 'text-run',
          row.answer === 'denied' && 'text-fail',
          (row.answer === 'cancelled' || row.answer === 'other') && 'text-fg-3',
        )}
      >
        {t(`decisions.answers.${row.answer}`)}
      </td>
      <td className="break-words text-fg">
        <span className="line-clamp-3">
          <RequestWords request={row.request} />
        </span>
      </td>
      <td className="break-words text-fg-2">
        {row.by === null ? (
          t(row.answer === 'cancelled' ? 'by.nobody' : 'by.you')
        ) : (
          <DeciderWords by={row.by} allowed={row.answer === 'allowed'} />
        )}
      </td>
      <td className="min-w-0">
        {session === null ? (
          <span className="text-fg-3">{name}</span>
        ) : (
          <button
            type="button"
            aria-label={t('decisions.open', { session: name })}
            className="block max-w-full truncate rounded-1 text-left text-accent hover:underline"
            onClick={() => onOpen(row)}
          >
            <bdi>{name}</bdi>
          </button>
        )}
        <span className="block truncate text-fg-3">{displayText(agent, 'line')}</span>
      </td>
      <td className="num text-right text-fg-3">{tookWords(row.took)}</td>
    </tr>
  );

  function tookWords(ms: number): string {
    if (ms < 1000) return t('decisions.ms', { count: Math.round(ms) });
    const seconds = ms / 1000;
    return seconds < 60
      ? words.t('common:seconds', { count: Math.round(seconds) })
      : words.t('common:minutes', { count: Math.round(seconds / 60) });
  }
}
