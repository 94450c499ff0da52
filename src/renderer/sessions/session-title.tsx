import { useRef, useState } from 'react';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { useServices, useView } from '../shell/services.tsx';
import { showError } from '../shell/actions.ts';
import { Button } from '../ui/button.tsx';
import { titleWords } from './activity-words.ts';
import { useOpenSession, useSession } from './session-context.tsx';

/** The title, edited in place: Enter keeps, Esc leaves it, an empty name gives the agent's own title back. */
export function SessionTitle() {
  const { t } = useT();
  const { id } = useOpenSession();
  const services = useServices();
  const title = useSession((view) => view.summary?.title ?? null);
  const renaming = useView((view) => view.renamingId === id);
  const agentTitle = useSession(({ summary }) =>
    summary === null || summary.alias === null ? null : summary.agentTitle,
  );
  if (renaming) return <TitleField key={id} title={title} agentTitle={agentTitle} />;
  return (
    <>
      <h1 className="min-w-0 text-14 font-semibold">
        <button
          type="button"
          title={t('shell:commands.rename')}
          // Once from the keyboard, twice with the pointer.
          onClick={({ detail }) => detail !== 1 && services.view.setState({ renamingId: id })}
          className="block max-w-full truncate rounded-1"
        >
          <bdi>{titleWords(t, title)}</bdi>
        </button>
      </h1>
      {agentTitle !== null && agentTitle !== title && (
        <span
          title={t('lists:agentCalls', { title: displayText(agentTitle, 'line') })}
          className="min-w-0 shrink-[8] truncate text-12 text-fg-3"
        >
          <bdi>{displayText(agentTitle, 'line')}</bdi>
        </span>
      )}
    </>
  );
}

function TitleField({
  title,
  agentTitle,
}: {
  readonly title: string | null;
  readonly agentTitle: string | null;
}) {
  const { t } = useT();
  const services = useServices();
  const { actions } = useOpenSession();
  const [text, setText] = useState(title ?? '');
  const settled = useRef(false);
  const settle = (keep: boolean, wanted = text) => {
    if (settled.current) return;
    settled.current = true;
    services.view.setState({ renamingId: null });
    const alias = wanted.trim() === '' ? null : wanted.trim().slice(0, 200);
    if (!keep || alias === title) return;
    void actions.rename(alias).then((answer) => {
      if (!answer.ok) showError(services, 'action', answer.error);
    });
  };
  return (
    <>
      <input
        ref={(field) => {
          if (field !== null && document.activeElement !== field) {
            field.focus();
            field.select();
          }
        }}
        aria-label={t('sessions:renameLabel')}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={(event) => {
          // The button beside it decides for itself.
          if (event.relatedTarget?.closest('[data-title-button]') == null) settle(true);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          settle(event.key === 'Enter');
        }}
        className="selectable h-7 w-100 min-w-0 shrink rounded-2 border border-accent-line bg-inset px-2 text-14 font-semibold"
      />
      {agentTitle !== null && (
        <Button
          size="sm"
          variant="quiet"
          data-title-button
          title={displayText(agentTitle, 'line')}
          // Before the field loses the focus, which would keep what stands in it.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => settle(true, '')}
          onBlur={() => settle(true)}
        >
          {t('lists:useAgentTitle')}
        </Button>
      )}
    </>
  );
}
