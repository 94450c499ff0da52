import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DryRunChange } from '../../shared/ipc/contract/permissions.ts';
import { ReasonWords } from '../permissions/reason-words.tsx';
import { useServices } from '../shell/services.tsx';
import { EffectMark } from './effect-mark.tsx';
import { RequestWords } from './request-words.tsx';

/** How long the person must pause before a text is tried, in ms. */
const PAUSE_MS = 350;

type Tried = { readonly text: string; readonly checked: number; readonly changes: readonly DryRunChange[] };

/** What a text of the person's file would have decided otherwise; null: there is nothing to try. */
export function DryRun({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('rules');
  const { client } = useServices();
  const [tried, setTried] = useState<Tried | null>(null);
  useEffect(() => {
    if (text === null) return;
    let over = false;
    const timer = setTimeout(() => {
      void client.request('permissions.dryRun', { text }).then((answer) => {
        if (answer.ok && !over) setTried({ text, ...answer.value });
      });
    }, PAUSE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [client, text]);
  if (text === null) return null;
  const { checked = 0, changes = [] } = tried ?? {};
  return (
    <section
      aria-label={t('dry.title', { count: checked })}
      aria-busy={tried?.text !== text}
      data-dry-run={tried?.text === text ? 'done' : 'running'}
      className="flex min-w-0 flex-col gap-1.5 text-12"
    >
      <h4 className="font-semibold text-fg-2">{t('dry.title', { count: checked })}</h4>
      <p role="status" className="text-fg-2">
        {tried === null
          ? t('dry.running')
          : checked === 0
            ? t('dry.none')
            : changes.length === 0
              ? t('dry.same')
              : t('dry.changes', { count: changes.length })}
      </p>
      {changes.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-2 border border-line">
          {changes.slice(0, 50).map(({ row, before, after }) => (
            <li key={`${row.sessionId} ${row.requestId}`} className="flex flex-col gap-1 px-2.5 py-1.5">
              <div className="min-w-0 break-words">
                <RequestWords request={row.request} />
              </div>
              <div className="flex flex-wrap items-center gap-1.5 text-fg-3">
                <EffectMark effect={before.effect} />
                <span aria-hidden>→</span>
                <EffectMark effect={after.effect} />
                <span className="min-w-0">
                  <ReasonWords reason={after.reason} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="text-11 text-fg-3">{t('dry.general')}</p>
    </section>
  );
}
