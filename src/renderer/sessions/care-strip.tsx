import { Hourglass, Play, RotateCw, Square } from 'lucide-react';
import { useT } from '../i18n/use-t.ts';
import { showError } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useNow } from '../ui/clock.ts';
import { useAgentName } from './failure-card.tsx';
import { useOpenSession, useSession } from './session-context.tsx';
import { durationWords } from './time-words.ts';

/** What the person can do about a turn that is silent, or about an agent that is being started again. */
export function CareStrip() {
  const silentSince = useSession(({ state }) =>
    state.active !== null && !state.cancelling ? state.silentSince : null,
  );
  const restart = useSession(({ state }) => (state.phase.name === 'failed' ? state.restart : null));
  if (silentSince !== null) return <Silent since={silentSince} />;
  return restart?.type === 'restarting' ? <Restarting plan={restart} /> : null;
}

function Silent({ since }: { readonly since: number }) {
  const { t } = useT();
  const { actions } = useOpenSession();
  const agent = useAgentName();
  const run = useReported();
  const now = useNow(5000);
  return (
    <div data-care="silent">
      <Banner
        tone="needs"
        title={t('sessions:silent.title', { agent, duration: durationWords(t, now - since) })}
      >
        {t('sessions:silent.body')}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<Hourglass size={13} aria-hidden />}
            onClick={() => run(actions.keepWaiting())}
          >
            {t('sessions:silent.wait')}
          </Button>
          <Button size="sm" icon={<Square size={11} aria-hidden />} onClick={() => run(actions.cancel())}>
            {t('sessions:silent.cancel')}
          </Button>
          <Button
            size="sm"
            icon={<RotateCw size={13} aria-hidden />}
            onClick={() => run(actions.stopAndRestart())}
          >
            {t('sessions:silent.restart')}
          </Button>
        </div>
      </Banner>
    </div>
  );
}

function Restarting({
  plan,
}: {
  readonly plan: { readonly attempt: number; readonly of: number; readonly at: number };
}) {
  const { t } = useT();
  const { actions } = useOpenSession();
  const agent = useAgentName();
  const run = useReported();
  const now = useNow(1000);
  const seconds = Math.max(0, Math.ceil((plan.at - now) / 1000));
  return (
    <div data-care="restarting">
      <Banner
        tone="info"
        title={t('sessions:restarting.title', { agent, attempt: plan.attempt, of: plan.of })}
      >
        {t('sessions:restarting.body', { count: seconds })}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" icon={<Play size={12} aria-hidden />} onClick={() => run(actions.restart())}>
            {t('sessions:restarting.now')}
          </Button>
          <Button
            size="sm"
            icon={<Square size={11} aria-hidden />}
            onClick={() => run(actions.stopRestarting())}
          >
            {t('sessions:restarting.stop')}
          </Button>
        </div>
      </Banner>
    </div>
  );
}

type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: Parameters<typeof showError>[2] };

/** What does not work is said. */
function useReported(): (asked: Promise<Outcome>) => void {
  const services = useServices();
  return (asked) =>
    void asked.then((answer) => {
      if (!answer.ok) showError(services, 'action', answer.error);
    });
}
