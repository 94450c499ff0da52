import { useTranslation } from 'react-i18next';
import { SafeText } from '../permissions/safe-text.tsx';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { suggestPrompt } from './suggestion-store.ts';

const mostCommands = 8;

/** Before the first turn: that the session is ready, and what its agent offers. */
export function EmptyState() {
  const { t } = useTranslation('transcript');
  const session = useOpenSession();
  const phase = useSession(({ state }) => state.phase.name);
  const commands = useSession(({ state }) => state.commands);
  const name = useSession(({ state, summary }) => summary?.agentName ?? state.agent?.name ?? '');
  const cwd = useSession(({ summary }) => summary?.cwd ?? '');
  // Until then and after a failure the session's own strips say what is going on.
  if (phase !== 'ready') return null;
  return (
    <div className="absolute inset-0 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[560px] flex-col justify-center px-6 py-8">
        <h2 className="text-16 font-semibold">{t('empty.title', { agent: name })}</h2>
        <p className="mt-1 text-fg-2">{t('empty.text')}</p>
        {cwd !== '' && (
          <p className="mono mt-1 truncate text-fg-3" title={cwd}>
            <SafeText text={cwd} context="line" />
          </p>
        )}
        {commands.length > 0 && (
          <>
            <h3 className="mt-5 mb-1 text-12 text-fg-3">{t('empty.commands')}</h3>
            <ul className="-mx-2">
              {commands.slice(0, mostCommands).map((command) => (
                <li key={command.name}>
                  <button
                    type="button"
                    className="flex w-full items-baseline gap-3 rounded-2 px-2 py-1 text-left hover:bg-hover"
                    onClick={() => suggestPrompt(session.id, `/${command.name} `)}
                  >
                    <span className="mono flex-none text-accent">
                      <SafeText text={`/${command.name}`.slice(0, 60)} context="line" />
                    </span>
                    <span className="min-w-0 flex-1 truncate text-fg-2">
                      <SafeText text={command.description.slice(0, 200)} context="line" />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {commands.length > mostCommands && (
              <p className="mt-1 text-12 text-fg-3">
                {t('empty.more', { count: commands.length - mostCommands })}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}
