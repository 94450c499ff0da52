import { GitFork } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { forkSession } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** A new session with everything up to the end of that turn. Hidden until its row is pointed at or reached by key. */
export function ForkHereButton({ turnId }: { readonly turnId: string }) {
  const runs = useSession(({ state }) => state.active?.id === turnId);
  return runs ? null : <Fork turnId={turnId} />;
}

function Fork({ turnId }: { readonly turnId: string }) {
  const { t } = useTranslation('transcript');
  const services = useServices();
  const { id } = useOpenSession();
  return (
    <IconButton
      size="sm"
      label={t('forkHere')}
      icon={<GitFork size={13} />}
      onClick={() => void forkSession(services, id, turnId)}
      className="absolute! top-1.5 right-1.5 bg-raised opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100"
    />
  );
}
