/** Verify and repair: what is stored is read to its end, and what is wrong is named. */
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionReport, VerifyProgress, VerifyReport } from '../../shared/session/verify.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { titleWords } from '../sessions/activity-words.ts';
import { showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { byteWords } from './byte-words.ts';

type Check =
  | { readonly state: 'idle' | 'stopped' | 'failed' }
  | { readonly state: 'running'; readonly progress: VerifyProgress | null }
  | { readonly state: 'done'; readonly report: VerifyReport };

export function StorageSection() {
  const { t } = useTranslation('search');
  const { check, start, stop } = useCheck();
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <h3 className="font-medium">{t('verify.title')}</h3>
        <p className="text-12 text-fg-3">{t('verify.body')}</p>
      </div>
      {check.state === 'running' ? (
        <>
          <Progress progress={check.progress} />
          <Button onClick={stop}>{t('verify.stop')}</Button>
        </>
      ) : (
        <Button onClick={start}>{check.state === 'idle' ? t('verify.start') : t('verify.again')}</Button>
      )}
      {check.state === 'stopped' && <p className="text-fg-2">{t('verify.stopped')}</p>}
      {check.state === 'failed' && <Note isFine={false}>{t('verify.failed')}</Note>}
      {check.state === 'done' && <Report report={check.report} />}
      <Repair />
    </div>
  );
}

/** Goes on for as long as the section is shown. */
function useCheck() {
  const { client } = useServices();
  const [round, setRound] = useState(0);
  const [check, setCheck] = useState<Check>({ state: 'idle' });
  useEffect(() => {
    if (round === 0) return undefined;
    setCheck({ state: 'running', progress: null });
    return client.subscribe(
      'storage.verify',
      {},
      {
        onBatch: (frames) => {
          const last = frames.at(-1);
          if (last?.type === 'progress') setCheck({ state: 'running', progress: last.progress });
          else if (last !== undefined) setCheck({ state: 'done', report: last.report });
        },
        onEnd: (error) => {
          if (error !== null) setCheck({ state: 'failed' });
        },
      },
    );
  }, [client, round]);
  return {
    check,
    start: () => setRound(round + 1),
    stop: () => {
      // Another round than the one that runs ends its stream.
      setRound(0);
      setCheck({ state: 'stopped' });
    },
  };
}

function Progress({ progress }: { readonly progress: VerifyProgress | null }) {
  const { t } = useTranslation('search');
  const done = progress?.done ?? 0;
  const total = progress?.total ?? 0;
  return (
    <div className="flex w-full flex-col gap-1.5" role="status">
      <progress
        aria-label={t('verify.title')}
        value={done}
        max={Math.max(1, total)}
        className="h-1.5 w-full overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-active [&::-webkit-progress-value]:bg-accent"
      />
      <p className="num text-12 text-fg-3">{t('verify.progress', { done, total })}</p>
    </div>
  );
}

function Report({ report }: { readonly report: VerifyReport }) {
  const { t } = useTranslation('search');
  const differs =
    report.indexDamaged || report.orphans > 0 || report.sessions.some((each) => each.indexDiffers);
  const wrong = report.sessions.filter(({ verdict }) => verdict !== 'ok');
  return (
    <div className="flex w-full flex-col gap-2">
      <Note isFine>{t('verify.fine', { count: report.checked - wrong.length })}</Note>
      {wrong.length > 0 && <Note isFine={false}>{t('verify.wrong', { count: wrong.length })}</Note>}
      {report.sessions.length > 0 && (
        <ul className="max-h-72 w-full overflow-y-auto rounded-2 border border-line">
          {report.sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Note isFine={!differs}>{differs ? t('verify.index') : t('verify.indexFine')}</Note>
    </div>
  );
}

function Note({ isFine, children }: { readonly isFine: boolean; readonly children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      {isFine ? (
        <CircleCheck size={15} aria-hidden className="mt-0.5 flex-none text-done" />
      ) : (
        <CircleAlert size={15} aria-hidden className="mt-0.5 flex-none text-needs" />
      )}
      <span>{children}</span>
    </p>
  );
}

function Session({ session }: { readonly session: SessionReport }) {
  const { t, language } = useT();
  return (
    <li className="flex flex-col gap-0.5 border-b border-line px-2.5 py-1.5 last:border-0">
      <div className="flex items-baseline gap-2">
        <bdi className="min-w-0 flex-1 truncate font-medium">
          {session.verdict === 'unreadable'
            ? t('search:unlisted', { id: displayText(session.id.slice(0, 8), 'line') })
            : titleWords(t, session.title)}
        </bdi>
        <span className="num flex-none text-12 text-fg-3">{byteWords(language, session.bytes)}</span>
      </div>
      <p className="text-12 text-fg-2">
        <Verdict session={session} />
      </p>
      <code className="selectable truncate text-11 text-fg-3">
        {session.verdict === 'unreadable' ? displayText(session.path, 'line') : session.id}
      </code>
    </li>
  );
}

function Verdict({ session }: { readonly session: SessionReport }) {
  const { t } = useTranslation('search');
  const words: string[] = [];
  switch (session.verdict) {
    case 'ok':
      if (!session.indexDiffers) words.push(t('verify.verdicts.ok'));
      break;
    case 'gaps':
      words.push(t('verify.verdicts.gaps', { count: session.gaps }));
      if (session.lost > 0) words.push(t('verify.lost', { count: session.lost }));
      break;
    case 'torn':
      words.push(t('verify.verdicts.torn'));
      break;
    case 'newer-format':
      words.push(
        session.app === null
          ? t('verify.verdicts.newer-unknown')
          : t('verify.verdicts.newer-format', { app: displayText(session.app, 'line') }),
      );
      break;
    case 'unreadable':
      words.push(t('verify.verdicts.unreadable', { why: whyWords(t, session.why) }));
  }
  if (session.indexDiffers) words.push(t('verify.differs'));
  return words.join(' · ');
}

/** Main's own words have a sentence; what the system says stands as it is. */
function whyWords(t: TFunction<'search'>, why: string): string {
  const known = ['empty', 'not-a-folder', 'not-a-file', 'no-permission', 'io'] as const;
  const code = known.find((each) => each === why);
  return code === undefined ? displayText(why, 'line') : t(`verify.why.${code}`);
}

function Repair() {
  const { t } = useTranslation('search');
  const services = useServices();
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
  const repair = async () => {
    setState('running');
    const answer = await services.client.request('storage.repair', {});
    setState(answer.ok ? 'done' : 'idle');
    if (!answer.ok) showError(services, 'action', answer.error);
  };
  return (
    <div className="flex w-full flex-col items-start gap-2 border-t border-line pt-3">
      <Button disabled={state === 'running'} onClick={() => void repair()}>
        {state === 'running' ? t('verify.repairing') : t('verify.repair')}
      </Button>
      {state === 'done' && (
        <div role="status">
          <Note isFine>{t('verify.repaired')}</Note>
        </div>
      )}
    </div>
  );
}
