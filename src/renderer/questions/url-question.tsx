import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../shared/session/question.ts';
import type { QuestionEntry } from '../../shared/session/state.ts';
import { viewUrl, type UrlView } from '../../shared/text/display-url.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { useSession } from '../sessions/session-context.tsx';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';
import { QuestionFrame, useQuestionRoot } from './question-frame.tsx';
import { useAnswer } from './use-answer.ts';
import { useQuestionInput } from './use-question-input.ts';

type Page = Extract<Question, { readonly mode: 'url' }>;

/** Asks before a page is opened, naming the host that will really be asked. Nothing is fetched before. */
export function UrlQuestion({ entry, question }: { readonly entry: QuestionEntry; readonly question: Page }) {
  const { t } = useTranslation('question');
  const agent = useSession(({ summary }) => summary?.agentName ?? '');
  const root = useQuestionRoot();
  const input = useQuestionInput(root, entry.questionId);
  const { answer, sending, error } = useAnswer(entry.questionId);
  const openPage = useOpenPage();
  const view = viewUrl(question.url);
  const opens = view !== null && isWeb(view);

  const accept = async () => {
    if (await answer({ action: 'accept', content: {} })) openPage(question.url);
  };

  return (
    <QuestionFrame entry={entry} root={root} rootProps={input.rootProps} title={t('url.wants', { agent })}>
      <div className="rounded-2 border border-line bg-inset px-3 py-2">
        {view !== null && (
          <p className="font-medium break-all">
            <SafeText text={view.host === '' ? view.scheme : view.host} context="line" />
          </p>
        )}
        <p className="mono selectable max-h-24 overflow-y-auto text-fg-2 break-all">
          <SafeText text={(view?.text ?? question.url).slice(0, 4096)} context="line" />
        </p>
      </div>
      {view !== null && view.mixedScript && <p className="text-12 text-needs">{t('url.mixed')}</p>}
      {view !== null && view.userInfo && <p className="text-12 text-needs">{t('url.userInfo')}</p>}
      {view !== null && view.scheme === 'http:' && <p className="text-12 text-fg-2">{t('url.plain')}</p>}
      {!opens && <p className="text-12 text-needs">{t(view === null ? 'url.unreadable' : 'url.refused')}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {opens && (
          <Button
            variant={view.mixedScript || view.userInfo ? 'secondary' : 'primary'}
            icon={<ExternalLink size={13} aria-hidden />}
            disabled={sending}
            {...input.buttonProps(() => void accept())}
          >
            {t('url.open')}
          </Button>
        )}
        <Button disabled={sending} {...input.buttonProps(() => void answer({ action: 'decline' }))}>
          {t('decline')}
        </Button>
        <Button
          variant="quiet"
          disabled={sending}
          {...input.buttonProps(() => void answer({ action: 'cancel' }))}
        >
          {t('cancel')}
        </Button>
      </div>
      {error !== null && (
        <p role="alert" className="text-12 text-fail">
          {t('failed', { reason: error })}
        </p>
      )}
    </QuestionFrame>
  );
}

/** The longest address that the system is asked to open. */
const longestUrl = 2048;

export function isWeb(view: UrlView): boolean {
  return (view.scheme === 'https:' || view.scheme === 'http:') && view.text.length <= longestUrl;
}

/** Opens a page in the system's browser and says when that did not work. */
export function useOpenPage(): (url: string) => void {
  const { t } = useTranslation('question');
  const { client, notices } = useServices();
  return (url) => {
    void client.request('app.openExternal', { url }).then((opened) => {
      if (!opened.ok) notices.show({ tone: 'fail', title: t('url.openFailed'), body: opened.error.message });
    });
  };
}
