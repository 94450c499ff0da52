import type { MouseEventHandler, PointerEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { displayText } from '../../shared/text/display.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import type { Choice } from './choices.ts';
import { isReject, lasts } from './option-list.ts';
import { addedByName } from './option-name.ts';
import { SafeText } from './safe-text.tsx';

/** Longest name of the agent's that is shown in a button; its tooltip has up to ten times that. */
const longestName = 160;

/** Labelled by what it does; the agent's own word for it is secondary. It stays focusable while it is off. */
export function ChoiceButton({
  choice,
  digit,
  primary,
  busy,
  unread,
  onPointerDown,
  onClick,
  index,
}: {
  readonly choice: Choice;
  readonly digit: string | undefined;
  readonly primary: boolean;
  readonly busy: 'no' | 'this' | 'other';
  readonly unread: boolean;
  readonly onPointerDown: PointerEventHandler;
  readonly onClick: MouseEventHandler;
  readonly index: number;
}) {
  const { t } = useTranslation('permission');
  const common = {
    onPointerDown,
    onClick,
    'data-choice': index,
    'aria-busy': busy === 'this',
    kbd: digit,
  };
  if (choice.type === 'stop') {
    return (
      <Button {...common} variant="danger" aria-disabled={busy !== 'no'} className="aria-disabled:opacity-50">
        {busy === 'this' ? t('sending') : t('option.stop')}
      </Button>
    );
  }
  if (choice.type === 'remember') {
    return (
      <Button
        {...common}
        aria-disabled={!choice.enabled || busy !== 'no'}
        title={!choice.enabled && unread ? t('gate.first') : undefined}
        data-kind="remember"
        className="aria-disabled:opacity-50"
      >
        {busy === 'this' ? t('sending') : t(`always.do.${choice.remember.scope}`)}
      </Button>
    );
  }
  const { option, enabled } = choice;
  const off = !enabled || busy !== 'no';
  const name = displayText(option.name.slice(0, longestName * 10), 'line');
  const scope = lasts(option.kind) ? t('option.scope') : null;
  const reason = !enabled && unread ? t('gate.first') : null;
  const label = t(`option.${option.kind}`);
  const added = option.nameNeeded ? addedByName(label, option.name) : null;
  return (
    <Button
      {...common}
      variant={primary ? 'primary' : isReject(option.kind) ? 'danger' : 'secondary'}
      aria-disabled={off}
      title={[t('option.agentName', { name }), scope, reason].filter((line) => line !== null).join('\n')}
      data-kind={option.kind}
      className="h-auto! min-h-7 max-w-full flex-initial! py-[3px] text-left whitespace-normal! aria-disabled:opacity-50"
    >
      <span className="min-w-0">
        {busy === 'this' ? t('sending') : label}
        {added !== null ? (
          <span className={classNames('font-normal', !isReject(option.kind) && 'opacity-80')}>
            {' “'}
            <SafeText
              text={added.length > longestName ? `${added.slice(0, longestName)}…` : added}
              context="line"
            />
            {'”'}
            {option.kind === 'allow_always' && ` · ${t('option.agents')}`}
          </span>
        ) : (
          option.kind === 'allow_always' && <span className="font-normal opacity-80"> · {scope}</span>
        )}
      </span>
    </Button>
  );
}
