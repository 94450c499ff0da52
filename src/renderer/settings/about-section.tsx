import { useStore } from 'zustand';
import { useT } from '../i18n/use-t.ts';
import { useServices } from '../shell/services.tsx';
import { byteWords } from './byte-words.ts';
import { Mark } from '../ui/mark.tsx';

export function AboutSection() {
  const { t, language } = useT();
  const info = useStore(useServices().info);
  const storage = useStore(useServices().storage);
  if (info === null) return <p className="text-fg-3">{t('loading')}</p>;
  const sizeOf = (bytes: number | null) =>
    bytes === null ? t('storage:about.counting') : byteWords(language, bytes);
  const rows: readonly (readonly [string, string | null])[] = [
    [t('settings:about.version'), info.version],
    [t('settings:about.electron'), info.electron],
    [t('settings:about.chrome'), info.chrome],
    [t('settings:about.node'), info.node],
    [t('settings:about.platform'), info.platform],
    [t('storage:about.folder'), storage?.folder ?? null],
    [t('storage:about.sessions'), storage === null ? null : sizeOf(storage.sessionsBytes)],
    [t('storage:about.free'), storage?.freeBytes == null ? null : sizeOf(storage.freeBytes)],
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-2.5">
        <Mark size={24} />
        <b className="text-16 font-[650]">{t('appName')}</b>
      </div>
      <dl className="selectable grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {rows
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-fg-3">{name}</dt>
              <dd className="num min-w-0 break-words">{value}</dd>
            </div>
          ))}
      </dl>
      <p className="text-12 text-fg-3">{t('settings:about.licence')}</p>
    </div>
  );
}
