import { useT } from '../i18n/use-t.ts';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { useAgentName } from './failure-card.tsx';
import { useSession } from './session-context.tsx';

/** While the agent comes up: which step it is at. */
export function StartStrip() {
  const { t } = useT();
  const agent = useAgentName();
  const stage = useSession(({ state }) =>
    // A sign-in has a card of its own.
    state.phase.name === 'starting' && state.signIn === null ? state.phase.stage : null,
  );
  if (stage === null) return null;
  return (
    <div className="flex items-start gap-2 rounded-3 border border-line bg-raised px-3 py-2.5">
      <StatusGlyph status="running" size={14} className="mt-0.75" />
      <div className="min-w-0">
        <p className="font-medium">{t(`sessions:start.${stage}`, { agent })}</p>
        <p className="text-12 text-fg-3">{t('sessions:start.hint')}</p>
      </div>
    </div>
  );
}
