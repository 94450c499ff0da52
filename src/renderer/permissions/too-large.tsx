import { Columns2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDiff } from '../review/review-store.ts';
import { Button } from '../ui/button.tsx';
import type { PermissionSubject } from './permission-subject.ts';
import { SafeText } from './safe-text.tsx';

/**
 * What is too long to be judged in a card. An edit can be read in the diff pane, and counts as read once
 * every file of it was opened there; anything else can only be rejected.
 */
export function TooLarge({
  subject,
  sessionId,
  toolCallId,
  onRead,
}: {
  readonly subject: PermissionSubject;
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly onRead: () => void;
}) {
  const { t } = useTranslation('permission');
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const { frame } = subject;
  const count = Math.ceil(subject.size / 1024);

  const open = (index: number, all: number) => {
    openDiff({ sessionId, toolCallId, index });
    const next = new Set(opened).add(index);
    setOpened(next);
    if (next.size === all) onRead();
  };

  return (
    <div className="flex flex-col gap-1.5 rounded-2 border border-line bg-inset px-3 py-2">
      <p className="text-12 text-needs">
        {frame.type === 'edit' && subject.rest === null
          ? t('tooLarge.edit', { count })
          : t('tooLarge.other', { count })}
      </p>
      {frame.type === 'command' && (
        <SafeText
          text={`${(frame.commands[0] ?? '').slice(0, 1000)}…`}
          context="command"
          className="mono selectable max-h-40 overflow-y-auto text-fg-2"
        />
      )}
      {frame.type === 'edit' &&
        frame.changes.map((change, index) => (
          // Changes of one request never move: their place is their identity.
          <div key={index} className="flex items-center gap-2">
            <span className="mono min-w-0 flex-1 truncate">
              <SafeText text={change.path.shown} context="line" />
            </span>
            <Button
              size="sm"
              icon={<Columns2 size={13} aria-hidden />}
              onClick={() => open(index, subject.rest === null ? frame.changes.length : Infinity)}
            >
              {t('tooLarge.openDiff')}
            </Button>
          </div>
        ))}
    </div>
  );
}
