/** What a terminal asks before it does something that cannot be taken back. */
import { useTranslation } from 'react-i18next';
import { hostOfLink } from '../../shared/terminals/guard-sequences.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { linesOfPaste } from './pasted-text.ts';

const MOST_SHOWN = 4000;

export function PasteDialog({
  text,
  onAnswer,
}: {
  readonly text: string;
  readonly onAnswer: (paste: boolean) => void;
}) {
  const { t } = useTranslation('terminals');
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      title={t('paste.title', { count: linesOfPaste(text) })}
      description={t('paste.body')}
      footer={<Answers yes={t('paste.yes')} no={t('paste.no')} onAnswer={onAnswer} />}
    >
      <pre className="mono selectable max-h-60 overflow-auto rounded-2 border border-line bg-inset p-2 whitespace-pre-wrap">
        <SafeText text={text.slice(0, MOST_SHOWN)} context="file" />
        {text.length > MOST_SHOWN && '…'}
      </pre>
    </Dialog>
  );
}

export function LinkDialog({
  url,
  onAnswer,
}: {
  readonly url: string;
  readonly onAnswer: (open: boolean) => void;
}) {
  const { t } = useTranslation('terminals');
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={() => onAnswer(false)}
      title={t('link.title', { host: hostOfLink(url) ?? '' })}
      footer={<Answers yes={t('link.yes')} no={t('link.no')} onAnswer={onAnswer} />}
    >
      <p className="mono selectable max-h-24 overflow-y-auto break-all text-fg-2">
        <SafeText text={url} context="line" />
      </p>
    </Dialog>
  );
}

function Answers({
  yes,
  no,
  onAnswer,
}: {
  readonly yes: string;
  readonly no: string;
  readonly onAnswer: (yes: boolean) => void;
}) {
  return (
    <>
      <Button onClick={() => onAnswer(false)}>{no}</Button>
      <Button variant="primary" onClick={() => onAnswer(true)}>
        {yes}
      </Button>
    </>
  );
}
