import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { ProfileProblem, StorageState } from '../../shared/ipc/contract/storage.ts';
import { displayText } from '../../shared/text/display.ts';
import { useT } from '../i18n/use-t.ts';
import { byteWords } from '../settings/byte-words.ts';
import { copyText } from '../shell/actions.ts';
import { useServices } from '../shell/services.tsx';
import { Banner, type BannerTone } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { type StorageNotice, storageNotices } from './storage-notices.ts';

const tones: Readonly<Record<StorageNotice['type'], BannerTone>> = {
  full: 'fail',
  'very-low': 'needs',
  low: 'needs',
  paused: 'fail',
  'read-only': 'needs',
  'safe-mode': 'info',
  large: 'info',
  problem: 'needs',
};

/** The others come when these are put away: sessions need the room. */
const MOST_SHOWN = 2;

/** What the person should know of the disk and of the app's own files; nothing when all is well. */
export function useStorageBanners(): readonly ReactNode[] {
  const state = useStore(useServices().storage);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  if (state === null) return [];
  return storageNotices(state)
    .filter(({ id }) => !dismissed.has(id))
    .slice(0, MOST_SHOWN)
    .map((notice) => (
      <StorageBanner
        key={notice.id}
        notice={notice}
        state={state}
        onDismiss={notice.stays ? undefined : () => setDismissed(new Set([...dismissed, notice.id]))}
      />
    ));
}

function StorageBanner({
  notice,
  state,
  onDismiss,
}: {
  readonly notice: StorageNotice;
  readonly state: StorageState;
  readonly onDismiss: (() => void) | undefined;
}) {
  const { t } = useT();
  const services = useServices();
  const { title, body } = useWords(notice, state);
  const path = notice.type === 'problem' ? notice.problem.path : state.folder;
  return (
    <Banner
      tone={tones[notice.type]}
      title={title}
      onDismiss={onDismiss}
      actions={
        notice.type === 'safe-mode' ? undefined : (
          <Button size="sm" onClick={() => copyText(services, path)}>
            {notice.type === 'problem' ? t('storage:copyPath') : t('storage:copyFolder')}
          </Button>
        )
      }
    >
      {body} {notice.type !== 'safe-mode' && <code className="selectable text-fg-3">{path}</code>}
    </Banner>
  );
}

function useWords(notice: StorageNotice, state: StorageState): { title: string; body: string } {
  const { t, language } = useT();
  const bytes = (count: number | null) => byteWords(language, count ?? 0);
  switch (notice.type) {
    case 'full':
      return { title: t('storage:full.title'), body: t('storage:full.body') };
    case 'very-low':
      return {
        title: t('storage:veryLow.title', { free: bytes(state.freeBytes) }),
        body: t('storage:veryLow.body'),
      };
    case 'low':
      return {
        title: t('storage:low.title', { free: bytes(state.freeBytes) }),
        body: t('storage:low.body', { limit: bytes(state.noRunsBelow) }),
      };
    case 'paused':
      return { title: t('storage:paused.title', { count: state.paused }), body: t('storage:paused.body') };
    case 'read-only':
      return {
        title: t('storage:readOnly.title', { count: state.readOnly }),
        body: t('storage:readOnly.body'),
      };
    case 'safe-mode':
      return { title: t('storage:safeMode.title'), body: t('storage:safeMode.body') };
    case 'large':
      return {
        title: t('storage:large.title', { size: bytes(state.sessionsBytes) }),
        body: t('storage:large.body'),
      };
    case 'problem': {
      const { what, keptAs, message } = notice.problem;
      const words = { message: displayText(firstLine({ message }), 'line') };
      return {
        title: t(`storage:problem.${what}`),
        body:
          keptAs === null
            ? t('storage:problem.untouched', words)
            : t('storage:problem.keptAs', { ...words, path: keptAs }),
      };
    }
  }
}

/** Parsers tell more than a banner has room for. */
function firstLine({ message }: Pick<ProfileProblem, 'message'>): string {
  const line = message.split('\n', 1)[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
