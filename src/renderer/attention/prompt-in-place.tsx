import { useEffect } from 'react';
import { PermissionPrompt } from '../permissions/permission-prompt.tsx';
import { showPrompt } from '../permissions/prompt-places.ts';
import { SessionProvider } from '../sessions/session-context.tsx';
import { useShownSession } from '../sessions/use-shown-session.ts';

/** The same prompt as in the transcript, so what counts as an answer is the same: read to its end, armed, a key of its own. */
export function PromptInPlace({
  sessionId,
  requestId,
}: {
  readonly sessionId: string;
  readonly requestId: string;
}) {
  const session = useShownSession(sessionId);
  // The person asked for it: keys go there.
  useEffect(() => {
    if (session !== null) showPrompt(sessionId, requestId);
  }, [session, sessionId, requestId]);
  if (session === null) return null;
  return (
    <SessionProvider session={session}>
      <div className="px-2 pb-1">
        <PermissionPrompt requestId={requestId} />
      </div>
    </SessionProvider>
  );
}
