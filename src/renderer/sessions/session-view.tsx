import { SessionProvider } from './session-context.tsx';
import { Composer } from '../composer/composer.tsx';
import { Transcript } from '../transcript/transcript.tsx';
import { SignInCard } from '../sign-in/sign-in-card.tsx';
import { Boundary } from '../shell/error-boundary.tsx';
import { CareStrip } from './care-strip.tsx';
import { FailureCard } from './failure-card.tsx';
import { InterruptedCard } from './interrupted-card.tsx';
import { useReadMark } from './read-mark.ts';
import { RecordBanner } from './record-banner.tsx';
import { TrustBanner } from '../rules/trust-banner.tsx';
import { SessionHeader } from './session-header.tsx';
import { StartStrip } from './start-strip.tsx';
import { useShownSession } from './use-shown-session.ts';

/** One session alone: header, transcript, what stands in its way, composer. */
export function SessionView({ id }: { readonly id: string }) {
  const session = useShownSession(id);
  useReadMark(id);
  if (session === null) return <div className="min-h-0 flex-1" />;
  return (
    <SessionProvider session={session}>
      <div data-session={id} className="flex min-h-0 flex-1 flex-col">
        <SessionHeader />
        <TrustBanner />
        <SessionBody />
      </div>
    </SessionProvider>
  );
}

export function SessionBody({ compact = false }: { readonly compact?: boolean }) {
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col">
        <Boundary>
          <Transcript compact={compact} />
        </Boundary>
      </div>
      <div className={compact ? 'flex-none px-3' : 'flex-none px-6'}>
        <div className="mx-auto flex max-w-(--transcript-width) flex-col gap-2">
          <StartStrip />
          <CareStrip />
          <SignInCard />
          <FailureCard compact={compact} />
          <InterruptedCard />
          <RecordBanner />
        </div>
      </div>
      <Boundary>
        <Composer compact={compact} />
      </Boundary>
    </>
  );
}
