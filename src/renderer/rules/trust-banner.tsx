import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from 'zustand';
import { useSession } from '../sessions/session-context.tsx';
import { useMcp } from '../settings/mcp/use-mcp.ts';
import { useServices } from '../shell/services.tsx';
import { Button } from '../ui/button.tsx';

const KEY = 'switchyard.trust.notNow';

/** Canonical paths of workspaces that the person does not want to be asked about. */
const waved = createStore<readonly string[]>(() => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return [];
  }
});

export function notNow(path: string): void {
  waved.setState((before) => [...new Set([...before, path])].slice(-200), true);
  localStorage.setItem(KEY, JSON.stringify(waved.getState()));
}

/** A quiet word where a workspace that is not trusted brings settings that would start programs. */
export function TrustBanner() {
  const { t } = useTranslation('rules');
  const { view } = useServices();
  const workspaceId = useSession(({ summary }) => summary?.workspaceId ?? null);
  const workspace = useMcp()?.workspaces.find((each) => each.workspaceId === workspaceId) ?? null;
  const isWaved = useStore(waved, (paths) => workspace !== null && paths.includes(workspace.path));
  if (workspace === null || workspace.trusted || !workspace.hasFile || isWaved) return null;
  return (
    <section
      aria-label={t('trust.label')}
      className="flex flex-none items-center gap-2 border-b border-line bg-raised py-1 pr-2 pl-4 text-12 text-fg-2"
    >
      <ShieldAlert size={13} aria-hidden className="flex-none text-needs" />
      <span className="min-w-0 flex-1 truncate">{t('trust.banner')}</span>
      <Button
        size="sm"
        onClick={() => view.setState({ overlay: { type: 'trust', workspaceId: workspace.workspaceId } })}
      >
        {t('trust.review')}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => notNow(workspace.path)}>
        {t('trust.no')}
      </Button>
    </section>
  );
}
