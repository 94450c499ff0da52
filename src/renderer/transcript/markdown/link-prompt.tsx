import { Popover } from '@base-ui/react/popover';
import { ExternalLink } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { viewUrl } from '../../../shared/text/display-url.ts';
import { useServices } from '../../shell/services.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { dismissLink, pressedLink } from './link-store.ts';
import { SafeText } from '../../permissions/safe-text.tsx';

/** Asks before a link of this transcript opens, naming the host that will really be asked. */
export function LinkPrompt({ root }: { readonly root: RefObject<HTMLElement | null> }) {
  const link = useStore(pressedLink, (state) => state.link);
  if (link === null || root.current?.contains(link.anchor) !== true) return null;
  return (
    <Popover.Root open onOpenChange={(open: boolean) => (open ? undefined : dismissLink())}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={link.anchor}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-40"
        >
          <Popover.Popup className="w-90 rounded-3 border border-line-strong bg-raised p-3 shadow-float outline-none">
            <LinkQuestion url={link.url} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function LinkQuestion({ url }: { readonly url: string }) {
  const { t } = useTranslation('transcript');
  const { client, notices } = useServices();
  const view = viewUrl(url);
  if (view === null) return null;
  const mail = view.scheme === 'mailto:';
  const open = async () => {
    dismissLink();
    const answer = await client.request('app.openExternal', { url });
    if (!answer.ok) notices.show({ tone: 'fail', title: t('link.failed'), body: answer.error.message });
  };
  return (
    <>
      <Popover.Title className="text-12 text-fg-3">{t(mail ? 'link.mail' : 'link.site')}</Popover.Title>
      <p className="font-medium break-all">
        <bdi>
          <SafeText
            text={mail ? (url.slice('mailto:'.length).split('?')[0] ?? '') : view.host}
            context="line"
          />
        </bdi>
      </p>
      <p className="mono selectable mt-1 max-h-24 overflow-y-auto text-fg-2 break-all">
        <SafeText text={view.text} context="line" />
      </p>
      {(view.mixedScript || view.userInfo) && (
        <p className="mt-1.5 text-12 text-needs">{t(view.mixedScript ? 'link.mixed' : 'link.userInfo')}</p>
      )}
      {view.scheme === 'http:' && <p className="mt-1.5 text-12 text-fg-2">{t('link.plain')}</p>}
      <div className="mt-2.5 flex items-center gap-2">
        <Button variant="primary" size="sm" icon={<ExternalLink size={13} />} onClick={() => void open()}>
          {t(mail ? 'link.write' : 'link.open')}
        </Button>
        <CopyButton text={() => url} label={t('link.copy')} />
      </div>
    </>
  );
}
