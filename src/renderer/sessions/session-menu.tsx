import { useMemo, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionSummary } from '../../shared/session/select.ts';
import { useCommandKey } from '../shell/commands/registry-context.tsx';
import { useServices, useView } from '../shell/services.tsx';
import { Menu } from '../ui/menu.tsx';
import { sessionMenuEntries } from './session-menu-entries.tsx';

/** What the menu says of a session, as primitives. */
export function menuFacts(session: SessionSummary) {
  return {
    id: session.id,
    agentName: session.agentName,
    processRunning: session.processRunning,
    pinned: session.pinned,
    archived: session.archived,
    ownName: session.alias !== null,
    agentTitle: session.agentTitle,
    canFork: session.title !== null,
    canSignOut: session.offers.includes('logout'),
    canDelete: session.offers.includes('delete'),
  };
}
export type MenuFacts = ReturnType<typeof menuFacts>;

/** Everything that can be done to one session, behind `trigger`. */
export function SessionMenu({
  session,
  trigger,
  align = 'start',
}: {
  readonly session: MenuFacts;
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly align?: 'start' | 'end';
}) {
  const { t } = useTranslation(['sessions', 'lists']);
  const services = useServices();
  const inGrid = useView((view) => view.layout === 'grid' && view.gridIds.includes(session.id));
  const rename = useCommandKey('session.rename');
  const pin = useCommandKey('session.pin');
  const archive = useCommandKey('session.archive');
  const entries = useMemo(
    () => sessionMenuEntries(t, services, session, { inGrid, keys: { rename, pin, archive } }),
    [t, services, session, inGrid, rename, pin, archive],
  );
  return <Menu trigger={trigger} entries={entries} align={align} />;
}
