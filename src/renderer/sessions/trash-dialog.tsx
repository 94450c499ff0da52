import { Trash2, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { TrashedSession } from '../../shared/ipc/contract/trash.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { byteWords } from '../settings/byte-words.ts';
import { selectSession, showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { titleWords } from './activity-words.ts';
import { Moment } from './moment.tsx';

/** Sessions that were thrown away: back with one press, for good only after a question. */
export function TrashDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useT();
  const services = useServices();
  const { sessions, reload } = useTrash();
  const [asking, setAsking] = useState(false);
  const restore = async (name: string) => {
    const answer = await services.client.request('sessions.restoreTrashed', { name });
    if (!answer.ok) return showError(services, 'action', answer.error);
    selectSession(services, answer.value.sessionId);
    return undefined;
  };
  const empty = async () => {
    const names = (sessions ?? []).map(({ name }) => name);
    const answer = await services.client.request('sessions.emptyTrash', { names });
    setAsking(false);
    if (!answer.ok) showError(services, 'action', answer.error);
    else if (answer.value.deleted < names.length) {
      services.notices.show({
        tone: 'fail',
        title: t('lists:trash.notAll', { count: names.length - answer.value.deleted }),
      });
    }
    reload();
  };
  const count = sessions?.length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('lists:trash.title')}
      description={t('lists:trash.description')}
      focus="dialog"
      footer={
        asking ? (
          <>
            <p role="alert" className="min-w-0 flex-1 text-fg-2">
              {t('lists:trash.question', { count })}
            </p>
            <Button onClick={() => setAsking(false)}>{t('cancel')}</Button>
            <Button variant="danger" className="border-fail-line!" onClick={() => void empty()}>
              {t('lists:trash.forGood')}
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="danger"
              icon={<Trash2 size={13} aria-hidden />}
              disabled={count === 0}
              onClick={() => setAsking(true)}
            >
              {t('lists:trash.empty')}
            </Button>
            <Button onClick={onClose}>{t('close')}</Button>
          </>
        )
      }
    >
      {sessions === null ? (
        <p className="text-fg-3">{t('loading')}</p>
      ) : count === 0 ? (
        <p className="text-fg-3">{t('lists:trash.nothing')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {sessions.map((session) => (
            <TrashRow key={session.name} session={session} onRestore={() => void restore(session.name)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function TrashRow({
  session,
  onRestore,
}: {
  readonly session: TrashedSession;
  readonly onRestore: () => void;
}) {
  const { t, language } = useT();
  const title = titleWords(t, session.title);
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <bdi className="block truncate font-medium">{title}</bdi>
        <p className="truncate text-12 text-fg-3">
          <Moment at={session.trashedAt} />
          {session.agentName !== '' && ` · ${displayText(session.agentName, 'line')}`}
          {session.bytes !== null && ` · ${byteWords(language, session.bytes)}`}
          {session.cwd !== '' && ` · ${displayText(session.cwd, 'line')}`}
        </p>
      </div>
      <Button
        size="sm"
        icon={<Undo2 size={12} aria-hidden />}
        aria-label={t('lists:trash.restoreNamed', { session: title })}
        onClick={onRestore}
      >
        {t('lists:trash.restore')}
      </Button>
    </li>
  );
}

function useTrash() {
  const services = useServices();
  const [sessions, setSessions] = useState<readonly TrashedSession[] | null>(null);
  const reload = useCallback(() => {
    void services.client.request('sessions.trashed', {}).then((answer) => {
      if (answer.ok) setSessions(answer.value);
      else showError(services, 'action', answer.error);
    });
  }, [services]);
  useEffect(reload, [reload]);
  return { sessions, reload };
}
