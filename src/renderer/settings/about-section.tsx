import { useStore } from 'zustand';
import { useT } from '../i18n/use-t.ts';
import { useServices } from '../shell/services.tsx';
import { Mark } from '../ui/mark.tsx';

export function AboutSection() {
  const { t } = useT();
  const info = useStore(useServices().info);
  if (info === null) return <p className="text-fg-3">{t('loading')}</p>;
  const rows: readonly (readonly [string, string | null])[] = [
    [t('settings:about.version'), info.version],
    [t('settings:about.electron'), info.electron],
    [t('settings:about.chrome'), info.chrome],
    [t('settings:about.node'), info.node],
    [t('settings:about.platform'), info.platform],
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
              <dd className="num">{value}</dd>
            </div>
          ))}
      </dl>
      <p className="text-12 text-fg-3">{t('settings:about.licence')}</p>
    </div>
  );
}
