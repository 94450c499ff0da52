import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useT } from '../i18n/use-t.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import type { Notice, Notices } from './notices.ts';
import { useServices } from './services.tsx';

/** Bottom right, newest last. Failures stay until dismissed; the rest goes after some seconds. */
export function NoticeStack() {
  const { t } = useT();
  const { notices } = useServices();
  const all = useStore(notices);
  if (all.length === 0) return null;
  return (
    <section
      aria-label={t('shell:notices')}
      className="fixed right-4 bottom-10 z-50 flex w-96 max-w-[calc(100vw-32px)] flex-col gap-2"
    >
      {all.map((notice) => (
        <One key={notice.id} notice={notice} notices={notices} />
      ))}
    </section>
  );
}

const shownFor = 8000;

function One({ notice, notices }: { readonly notice: Notice; readonly notices: Notices }) {
  const { id, tone, title, body, action } = notice;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (tone === 'fail' || held) return;
    const timer = setTimeout(() => notices.dismiss(id), shownFor);
    return () => clearTimeout(timer);
  }, [id, tone, held, notices]);
  return (
    <div
      className="rounded-2 bg-raised shadow-float"
      // What somebody is about to press does not go away under them.
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Banner
        tone={tone}
        title={title}
        urgent={tone === 'fail' || action !== null}
        onDismiss={() => notices.dismiss(id)}
        actions={
          action !== null && (
            <Button
              size="sm"
              onClick={() => {
                notices.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )
        }
      >
        {body ?? undefined}
      </Banner>
    </div>
  );
}
