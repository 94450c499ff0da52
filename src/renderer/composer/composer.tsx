/**
 * Where prompts are written: text, attachments, the agent's commands and options. What is written belongs to
 * the session, not to the view, and stays until main has it.
 */
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { PendingBar } from '../permissions/pending-bar.tsx';
import { PlanStrip } from '../plan/plan-strip.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { useServices } from '../shell/services.tsx';
import { suggestions, takeSuggestion } from '../transcript/suggestion-store.ts';
import { classNames } from '../ui/class-names.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import { ComposerBar } from './composer-bar.tsx';
import { emptyDraft, isEmptyDraft, joinDrafts } from './draft.ts';
import { windowDrafts } from './draft-store.ts';
import { HandOverLine } from './hand-over-line.tsx';
import { QueueList } from './queue-list.tsx';
import type { Readiness } from './readiness.ts';
import { hintFor } from './slash-command.ts';
import { SlashMenu } from './slash-menu.tsx';
import { useAttach } from './use-attach.ts';
import { useComposerKeys } from './use-composer-keys.ts';
import { useGrow } from './use-grow.ts';
import { useReadiness } from './use-readiness.ts';
import { useSend } from './use-send.ts';

/** `compact`: in a tile of the grid. */
export function Composer({ compact = false }: { readonly compact?: boolean | undefined }) {
  const session = useOpenSession();
  return (
    <div className={classNames('flex-none', compact ? 'px-3 pt-2 pb-3' : 'px-6 pt-3 pb-4')}>
      <div className="mx-auto max-w-(--transcript-width)">
        <PendingBar />
        {!compact && <PlanStrip />}
        <Box key={session.id} compact={compact} />
      </div>
    </div>
  );
}

function Box({ compact }: { readonly compact: boolean }) {
  const { t } = useTranslation('composer');
  const session = useOpenSession();
  const { settings } = useServices();
  const enterSends = useStore(settings, (state) => state?.settings.enterSends ?? true);
  const commands = useSession(({ state }) => state.commands);
  const underPlan = useSession(({ state }) => state.plan !== null) && !compact;
  const agent = useSession(({ summary }) => summary?.agentName ?? '');
  const drafts = windowDrafts();
  const draft = useStore(drafts.store, (all) => all.get(session.id) ?? emptyDraft);
  const empty = isEmptyDraft(draft);
  const [error, setError] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const menuId = useId();
  const focus = useCallback(() => area.current?.focus(), []);
  const setText = useCallback(
    (text: string) => drafts.change(session.id, (before) => ({ ...before, text })),
    [drafts, session.id],
  );

  const { sending, send } = useSend(setError);
  const { attach, onPaste, dropProps, over, images, sound } = useAttach(setError, focus);
  const keys = useComposerKeys({
    area,
    menuId,
    text: draft.text,
    empty,
    commands,
    enterSends,
    setText,
    send,
  });
  useGrow(area, draft.text, compact ? 120 : 260);
  useSuggestions(session.id, focus);
  const readiness = useReadiness();
  const placeholder = placeholderOf(readiness, compact);
  const hint = compact ? null : hintFor(draft.text, commands);

  return (
    <div
      data-composer
      {...dropProps}
      className={classNames(
        'relative border bg-main focus-within:border-accent-line',
        underPlan ? 'rounded-b-3' : compact ? 'rounded-2' : 'rounded-3',
        !compact && 'shadow-float',
        over ? 'border-accent' : 'border-line-strong',
      )}
    >
      {keys.menu !== null && (
        <SlashMenu
          id={menuId}
          commands={keys.menu.commands}
          activeIndex={keys.menu.activeIndex}
          onPick={keys.menu.pick}
        />
      )}
      {!compact && <HandOverLine />}
      <QueueList onTaken={focus} />
      <AttachmentChips
        attachments={draft.attachments}
        onRemove={(id) => {
          setError(null);
          drafts.change(session.id, (before) => ({
            ...before,
            attachments: before.attachments.filter((each) => each.id !== id),
          }));
          focus();
        }}
      />
      {error !== null && (
        <p role="alert" className="px-3.5 pt-2 text-12 text-fail">
          {error}
        </p>
      )}
      <div className={compact ? 'flex items-end' : undefined}>
        <div className="relative min-w-0 flex-1">
          <textarea
            ref={area}
            rows={1}
            value={draft.text}
            onChange={(event) => setText(event.target.value)}
            onPaste={onPaste}
            spellCheck
            dir="auto"
            placeholder={t(placeholder, { agent })}
            aria-label={t('label', { agent })}
            data-focus-first
            className={classNames(
              'selectable block w-full min-w-0 resize-none bg-transparent outline-none',
              compact ? 'min-h-8 py-1.5 pl-3 text-13' : 'min-h-13 px-3.5 pt-3 pb-1 text-14',
            )}
            {...keys.areaProps}
          />
          {hint !== null && <GhostHint text={draft.text} hint={hint} />}
        </div>
        <ComposerBar
          compact={compact}
          readiness={readiness}
          sending={sending}
          empty={empty}
          images={images}
          sound={sound}
          enterSends={enterSends}
          onAttach={(files) => void attach(files)}
          onSend={() => {
            send();
            focus();
          }}
          onError={setError}
        />
      </div>
    </div>
  );
}

function placeholderOf(readiness: Readiness, compact: boolean) {
  switch (readiness.type) {
    case 'sends':
    case 'queues':
      return 'placeholder';
    case 'wakes':
      return compact ? 'placeholderWakesShort' : 'placeholderWakes';
    case 'blocked':
      return readiness.by === 'sign-in' ? 'placeholderSignIn' : 'placeholderReadOnly';
  }
}

/** What a command expects, after its name, as long as nothing stands there. */
function GhostHint({ text, hint }: { readonly text: string; readonly hint: string }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-x-3.5 top-3 truncate text-14 whitespace-pre text-fg-3"
    >
      <span className="invisible">{text}</span>
      {hint}
    </span>
  );
}

/** Takes what the transcript offers as the next prompt, once. */
function useSuggestions(sessionId: string, focus: () => void): void {
  useEffect(() => {
    const take = () => {
      const text = takeSuggestion(sessionId);
      if (text === null) return;
      windowDrafts().change(sessionId, (before) => joinDrafts(before, { text, attachments: [] }));
      focus();
    };
    take();
    return suggestions.subscribe(take);
  }, [sessionId, focus]);
}
