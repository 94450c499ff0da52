import { Check, CircleHelp, History, RefreshCw, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileDiff } from '../cards/tool-diffs.ts';
import { useSession } from '../sessions/session-context.tsx';
import { useServices } from '../shell/services.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { compareWithDisk } from './disk-state.ts';

type Finding = 'new' | 'old' | 'neither' | 'missing' | 'not-made' | 'outside' | 'unreadable';

const looks: Readonly<Record<Finding, readonly [icon: LucideIcon, colour: string]>> = {
  new: [Check, 'text-run'],
  old: [History, 'text-fg-3'],
  neither: [TriangleAlert, 'text-needs'],
  missing: [TriangleAlert, 'text-needs'],
  'not-made': [History, 'text-fg-3'],
  outside: [CircleHelp, 'text-fg-3'],
  unreadable: [CircleHelp, 'text-fg-3'],
};

/**
 * Says whether the file on disk is what the agent's diff claims: the diff shown is the agent's word, the
 * disk is the truth. `settled` changes when the call does, and asks again.
 */
export function DiskNote({ diff, settled }: { readonly diff: FileDiff; readonly settled: string }) {
  const { t } = useTranslation('review');
  const { client } = useServices();
  const workspaceId = useSession(({ summary }) => summary?.workspaceId ?? null);
  const [finding, setFinding] = useState<Finding | null>(null);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    if (workspaceId === null) return undefined;
    const abort = new AbortController();
    const request = { workspaceId, path: diff.path.absolute };
    void client.request('files.read', request, { signal: abort.signal }).then((answer) => {
      if (abort.signal.aborted) return;
      if (answer.ok) {
        setFinding(compareWithDisk(answer.value.text, diff.oldText, diff.newText));
        return;
      }
      switch (answer.error.code) {
        case 'not-found':
          setFinding(diff.oldText === null ? 'not-made' : 'missing');
          return;
        case 'outside-workspace':
          setFinding('outside');
          return;
        default:
          setFinding('unreadable');
      }
    });
    return () => abort.abort();
  }, [client, workspaceId, diff, settled, asked]);

  if (finding === null) return <div className="h-8 flex-none border-t border-line" />;
  const [Icon, colour] = looks[finding];
  return (
    <div className="flex h-8 flex-none items-center gap-2 border-t border-line pr-1.5 pl-3 text-12">
      <Icon size={13} aria-hidden className={`flex-none ${colour}`} />
      <span className="min-w-0 flex-1 truncate text-fg-2" role="status" title={t(`disk.${finding}`)}>
        {t(`disk.${finding}`)}
      </span>
      <IconButton
        size="sm"
        label={t('disk.again')}
        icon={<RefreshCw size={12} />}
        onClick={() => setAsked((count) => count + 1)}
      />
    </div>
  );
}
