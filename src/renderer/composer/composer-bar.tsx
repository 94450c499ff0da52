import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useT } from '../i18n/use-t.ts';
import { useSession, useSessionActions } from '../sessions/session-context.tsx';
import { describeError } from '../shell/error-words.ts';
import { ModePicker } from '../rules/mode-picker.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { OptionPickers } from './option-pickers.tsx';
import type { Readiness } from './readiness.ts';
import { SendHint } from './send-hint.tsx';

/** The row of buttons: attach, options, what Enter does, stop, send. */
export function ComposerBar({
  compact,
  readiness,
  sending,
  empty,
  images,
  sound,
  enterSends,
  onAttach,
  onSend,
  onError,
}: {
  readonly compact: boolean;
  readonly readiness: Readiness;
  readonly sending: boolean;
  readonly empty: boolean;
  readonly images: boolean;
  readonly sound: boolean;
  readonly enterSends: boolean;
  readonly onAttach: (files: readonly File[]) => void;
  readonly onSend: () => void;
  readonly onError: (error: string | null) => void;
}) {
  const { t } = useTranslation('composer');
  const ready = useSession(({ state }) => state.phase.name === 'ready');
  const picker = useRef<HTMLInputElement>(null);
  const size = compact ? 'sm' : 'md';
  return (
    <div
      className={classNames(
        'flex min-w-0 items-center gap-1',
        compact ? 'flex-none px-1.5 pb-[4px]' : 'px-2 py-1.5',
      )}
    >
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        onChange={(event) => {
          onAttach([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <IconButton
        label={t(attachLabel(images, sound))}
        size={size}
        icon={<Paperclip size={compact ? 13 : 15} />}
        tooltipSide="top"
        disabled={readiness.type === 'blocked'}
        onClick={() => picker.current?.click()}
      />
      <ModePicker compact={compact} onError={onError} />
      <OptionPickers compact={compact} disabled={!ready} onError={onError} />
      {!compact && <span className="min-w-0 flex-1" />}
      {readiness.type !== 'blocked' && (
        <>
          {!compact && (
            <SendHint readiness={readiness} enterSends={enterSends} sending={sending} empty={empty} />
          )}
          <StopButton size={size} onError={onError} />
          <IconButton
            label={t(readiness.type === 'queues' ? 'queueIt' : 'send')}
            variant="primary"
            size={size}
            icon={<ArrowUp size={compact ? 13 : 15} />}
            tooltipSide="top"
            disabled={sending || empty}
            onClick={onSend}
          />
        </>
      )}
    </div>
  );
}

function attachLabel(images: boolean, sound: boolean) {
  if (images) return sound ? 'attach.buttonAll' : 'attach.button';
  return sound ? 'attach.buttonSound' : 'attach.buttonFiles';
}

function StopButton({
  size,
  onError,
}: {
  readonly size: 'sm' | 'md';
  readonly onError: (error: string) => void;
}) {
  const { t } = useTranslation('composer');
  const words = useT();
  const actions = useSessionActions();
  const runs = useSession(({ state }) => state.active !== null);
  const cancelling = useSession(({ state }) => state.cancelling);
  if (!runs) return null;
  const stop = async () => {
    const result = await actions.cancel();
    if (!result.ok && result.error.code !== 'no-turn') {
      onError(t('stopFailed', { reason: describeError(words.t, result.error) }));
    }
  };
  return (
    <IconButton
      label={t(cancelling ? 'stopping' : 'stop')}
      kbd={cancelling ? undefined : 'Esc'}
      variant="secondary"
      size={size}
      icon={<Square size={11} className="fill-current text-fail" />}
      tooltipSide="top"
      disabled={cancelling}
      onClick={() => void stop()}
    />
  );
}
