import { useEffect, useState } from 'react';
import type { ProcessFrame, TreeSample } from '../../shared/ipc/contract/process.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { byteWords } from '../settings/byte-words.ts';
import { useServices } from '../shell/services.tsx';
import { useNow } from '../ui/clock.ts';
import { Dialog } from '../ui/dialog.tsx';
import { treeRows, type TreeRow } from './process-tree.ts';
import { durationWords } from './time-words.ts';

/** What the agent of a session uses of the machine: its processes, as a tree. */
export function ProcessDialog({
  sessionId,
  onClose,
}: {
  readonly sessionId: string;
  readonly onClose: () => void;
}) {
  const { t } = useT();
  const services = useServices();
  const frame = useProcess(sessionId);
  const agent = displayText(services.sessions.getState().byId.get(sessionId)?.agentName ?? '', 'line');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      focus="dialog"
      title={t('sessions:process.title', { agent })}
      description={t('sessions:process.hint')}
    >
      {frame !== null && <Body frame={frame} />}
    </Dialog>
  );
}

function Body({ frame: { process, account, samples } }: { readonly frame: ProcessFrame }) {
  const { t, language } = useT();
  const now = useNow(5000);
  const last = samples.at(-1);
  if (process === null) return <p className="text-fg-2">{t('sessions:process.none')}</p>;
  const uptime = durationWords(t, now - process.startedAt);
  const most = Math.max(0, ...samples.map(memoryOf));
  return (
    <div className="flex flex-col gap-3">
      <p data-process={process.running ? 'running' : 'ended'} className="text-12 text-fg-2">
        {process.running
          ? t('sessions:process.running', { pid: process.pid, uptime })
          : t('sessions:process.ended', { pid: process.pid })}
        {most > 0 && ` · ${t('sessions:process.most', { memory: byteWords(language, most) })}`}
      </p>
      {account !== null && (
        <p data-account={account.state} className="text-12 text-fg-2">
          {account.labels.length > 0 && account.state !== 'unauthenticated'
            ? t('sessions:process.account.with', { account: displayText(account.labels.join(', '), 'line') })
            : t(`sessions:process.account.${account.state}`)}
        </p>
      )}
      {last === undefined ? (
        <p className="text-12 text-fg-3">{t('sessions:process.noSample')}</p>
      ) : (
        <Tree sample={last} />
      )}
    </div>
  );
}

function Tree({ sample }: { readonly sample: TreeSample }) {
  const { t, language } = useT();
  return (
    <table className="w-full text-12">
      <thead className="text-left text-fg-3">
        <tr>
          <th className="py-1 font-normal">{t('sessions:process.program')}</th>
          {(['pid', 'memory', 'threads', 'handles'] as const).map((column) => (
            <th key={column} className="py-1 pl-3 text-right font-normal">
              {t(`sessions:process.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {treeRows(sample).map((row) => (
          <Row key={row.pid} row={row} language={language} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, language }: { readonly row: TreeRow; readonly language: string }) {
  const number = (value: number | null) => (value === null ? '–' : value.toLocaleString(language));
  return (
    <tr className="border-t border-line">
      <td className="selectable mono py-1" style={{ paddingInlineStart: `${row.depth * 16}px` }}>
        <bdi>{displayText(row.name, 'line')}</bdi>
      </td>
      <td className="num selectable py-1 pl-3 text-right">{row.pid}</td>
      <td className="num py-1 pl-3 text-right">{byteWords(language, row.rssBytes)}</td>
      <td className="num py-1 pl-3 text-right">{number(row.threads)}</td>
      <td className="num py-1 pl-3 text-right">{number(row.handles)}</td>
    </tr>
  );
}

function memoryOf({ processes }: TreeSample): number {
  return processes.reduce((total, { rssBytes }) => total + rssBytes, 0);
}

function useProcess(sessionId: string): ProcessFrame | null {
  const { client } = useServices();
  const [frame, setFrame] = useState<ProcessFrame | null>(null);
  useEffect(
    () =>
      client.subscribe(
        'process.watch',
        { sessionId },
        { onBatch: (frames) => setFrame((before) => frames.at(-1) ?? before) },
      ),
    [client, sessionId],
  );
  return frame;
}
