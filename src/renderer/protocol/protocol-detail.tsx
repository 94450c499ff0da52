import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolBody, ProtocolEntry } from '../../shared/ipc/contract/protocol.ts';
import { displayText } from '../../shared/text/display.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useServices } from '../shell/services.tsx';
import { bytesText, clockText, msText } from './protocol-view.ts';

type Loaded =
  | { readonly seq: number; readonly body: ProtocolBody }
  | { readonly seq: number; readonly body: null };

/** One entry in full, as text: nothing in it is interpreted. */
export function ProtocolDetail({
  sessionId,
  entry,
}: {
  readonly sessionId: string;
  readonly entry: ProtocolEntry;
}) {
  const { t } = useTranslation('protocol');
  const { client } = useServices();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const { seq } = entry;
  useEffect(() => {
    let current = true;
    void client.request('protocol.body', { sessionId, seq }).then((answer) => {
      if (current) setLoaded({ seq, body: answer.ok ? answer.value : null });
    });
    return () => {
      current = false;
    };
  }, [client, sessionId, seq]);
  const shown = loaded?.seq === seq ? loaded : null;
  const facts = [
    clockText(entry.at),
    entry.id === null ? null : t('id', { id: displayText(entry.id, 'line') }),
    entry.type === 'mark' ? null : bytesText(entry.size),
    entry.ms === null ? null : t('took', { time: msText(entry.ms) }),
  ].filter((fact) => fact !== null);
  return (
    <section aria-label={t('detail')} className="flex h-full min-h-0 flex-col rounded-2 border border-line">
      <header className="flex-none border-b border-line px-3 py-1.5 text-12 text-fg-2">
        <span className="num">#{seq}</span> · <span className="num">{facts.join(' · ')}</span>
        {shown?.body?.cut === true && <span className="text-needs"> · {t('cut')}</span>}
      </header>
      <pre
        tabIndex={0}
        aria-label={t('body')}
        className="selectable mono min-h-0 flex-1 overflow-auto bg-inset px-3 py-2 break-words whitespace-pre-wrap text-fg-2"
      >
        {shown === null ? null : shown.body === null ? (
          t('notKept')
        ) : (
          <SafeText text={shown.body.text} context="file" />
        )}
      </pre>
    </section>
  );
}
