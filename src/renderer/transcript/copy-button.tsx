import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../shell/services.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** Copies through main: the page itself has no clipboard permission. `text` is read when pressed. */
export function CopyButton({
  text,
  label,
  className,
}: {
  readonly text: () => string;
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}) {
  const { t } = useTranslation('common');
  const [copying, setCopying] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <IconButton
        size="sm"
        label={copied ? t('copied') : (label ?? t('copy'))}
        icon={copied ? <Check size={13} className="text-run" /> : <Copy size={13} />}
        className={className}
        onClick={() => setCopying(text())}
      />
      {copying !== null && (
        <CopyOnce
          text={copying}
          onDone={(done) => {
            setCopying(null);
            setCopied(done);
          }}
        />
      )}
    </>
  );
}

/** Mounted for one copy, so that transcripts can be shown where there is no window around them. */
function CopyOnce({ text, onDone }: { readonly text: string; readonly onDone: (done: boolean) => void }) {
  const { client, notices } = useServices();
  const { t } = useTranslation('transcript');
  useEffect(() => {
    let current = true;
    void client.request('app.copyText', { text }).then((answer) => {
      if (!current) return;
      if (!answer.ok) notices.show({ tone: 'fail', title: t('copyFailed'), body: answer.error.message });
      onDone(answer.ok);
    });
    return () => {
      current = false;
    };
    // One request a mount: later identities of the callbacks change nothing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
