import {
  Check,
  CircleDashed,
  CircleX,
  ClipboardCopy,
  LoaderCircle,
  Minus,
  RotateCw,
  Save,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DoctorRow, DoctorState } from '../../shared/ipc/contract/doctor.ts';
import { displayText } from '../../shared/text/display.ts';
import { msText } from '../protocol/protocol-view.ts';
import { nameOf, saveText } from '../protocol/take-along.ts';
import { copyText, showError } from '../shell/actions.ts';
import { describeError } from '../shell/error-words.ts';
import { useT } from '../i18n/use-t.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { countOf, doctorMarkdown } from './doctor-markdown.ts';

/** Looks an agent over while it is open: leaving stops the check and all that it started. */
export function DoctorDialog({
  agentId,
  agentName,
  onClose,
}: {
  readonly agentId: string;
  readonly agentName: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('doctor');
  const services = useServices();
  const agent = displayText(agentName, 'line');
  // Asking first: a check talks to a model, which may cost.
  const [round, setRound] = useState(0);
  const { state, problem } = useDoctor(agentId, round);
  const isOver = state !== null && state.state !== 'running';
  const saveLog = async () => {
    const answer = await services.client.request('doctor.log', { agentId });
    if (!answer.ok) return showError(services, 'action', answer.error);
    await saveText(services, nameOf('check', 'jsonl'), answer.value.text);
  };
  const copy = (shown: DoctorState) => {
    const rows = shown.rows.map(
      (row) =>
        [
          t(`checks.${row.check}`),
          t(`status.${row.status}`),
          noteText(t, row),
          row.ms === null ? '' : msText(row.ms),
        ] as const,
    );
    const title = t('title', { agent: shown.agent === null ? agent : displayText(shown.agent, 'line') });
    const head = [t('head.what'), t('head.status'), t('head.note'), t('head.time')] as const;
    copyText(services, doctorMarkdown({ title, head, rows }));
    services.notices.show({ tone: 'info', title: t('copied') });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      focus="dialog"
      title={t('title', { agent })}
      description={t('description')}
      footer={
        <>
          <p className="flex-1 text-12 text-fg-3" aria-live="polite">
            {state === null ? null : <Summary state={state} />}
          </p>
          {isOver && (
            <Button icon={<RotateCw size={13} aria-hidden />} onClick={() => setRound(round + 1)}>
              {t('again')}
            </Button>
          )}
          <Button
            icon={<Save size={13} aria-hidden />}
            disabled={state === null}
            onClick={() => void saveLog()}
          >
            {t('saveLog')}
          </Button>
          <Button
            icon={<ClipboardCopy size={13} aria-hidden />}
            disabled={state === null}
            onClick={() => state !== null && copy(state)}
          >
            {t('copy')}
          </Button>
        </>
      }
    >
      {problem !== null && <p className="py-3 text-fail">{problem}</p>}
      {state !== null && <Table state={state} />}
    </Dialog>
  );
}

function useDoctor(
  agentId: string,
  round: number,
): { readonly state: DoctorState | null; readonly problem: string | null } {
  const { client } = useServices();
  const { t } = useT();
  const [state, setState] = useState<DoctorState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setProblem(null);
    return client.subscribe(
      'doctor.run',
      { agentId },
      {
        onBatch: (states) => setState(states.at(-1) ?? null),
        onEnd: (error) => {
          if (error !== null) setProblem(describeError(t, error));
        },
      },
    );
  }, [client, t, agentId, round]);
  return { state, problem };
}

function Summary({ state }: { readonly state: DoctorState }) {
  const { t } = useTranslation('doctor');
  const { ok, failed } = countOf(state);
  const counts = `${t('works', { count: ok })} · ${t('fails', { count: failed })}`;
  return `${t(`state.${state.state}`)} · ${counts}`;
}

function Table({ state }: { readonly state: DoctorState }) {
  const { t } = useTranslation('doctor');
  return (
    <table className="w-full text-left">
      <thead className="text-12 text-fg-3">
        <tr>
          <th className="w-44 py-1 font-normal">{t('head.what')}</th>
          <th className="w-32 py-1 font-normal">{t('head.status')}</th>
          <th className="py-1 font-normal">{t('head.note')}</th>
          <th className="w-20 py-1 text-right font-normal">{t('head.time')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {state.rows.map((row) => (
          <Row key={row.check} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { readonly row: DoctorRow }) {
  const { t } = useTranslation('doctor');
  const quiet = row.status === 'waiting' || row.status === 'skipped' || row.status === 'not-offered';
  return (
    <tr data-check={row.check} data-status={row.status} className="align-top">
      <th scope="row" className={`py-1 pr-2 font-medium ${quiet ? 'text-fg-2' : ''}`}>
        {t(`checks.${row.check}`)}
      </th>
      <td className="py-1 pr-2">
        <span className={`flex items-center gap-1.5 ${quiet ? 'text-fg-3' : 'text-fg-2'}`}>
          <Glyph status={row.status} />
          {t(`status.${row.status}`)}
        </span>
      </td>
      <td className="selectable py-1 pr-2 break-words text-fg-2">{noteText(t, row)}</td>
      <td className="num py-1 text-right text-fg-3">{row.ms === null ? '' : msText(row.ms)}</td>
    </tr>
  );
}

function Glyph({ status }: { readonly status: DoctorRow['status'] }): ReactNode {
  const icon = { size: 14, 'aria-hidden': true } as const;
  switch (status) {
    case 'ok':
      return <Check {...icon} className="flex-none text-run" />;
    case 'failed':
      return <CircleX {...icon} className="flex-none text-fail" />;
    case 'running':
      return (
        <LoaderCircle {...icon} className="flex-none animate-spin text-accent motion-reduce:animate-none" />
      );
    case 'not-offered':
    case 'skipped':
      return <Minus {...icon} className="flex-none" />;
    case 'waiting':
      return <CircleDashed {...icon} className="flex-none" />;
  }
}

function noteText(t: ReturnType<typeof useTranslation<'doctor'>>['t'], { note }: DoctorRow): string {
  if (note === null) return '';
  const detail = displayText(note.detail, 'line');
  if (note.code === 'plain' || note.code === 'failed') return detail;
  const words = t(`notes.${note.code}`);
  return detail === '' ? words : `${words}: ${detail}`;
}
