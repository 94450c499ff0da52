import i18next from 'i18next';
import { FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../i18n/use-t.ts';
import { openWorkspace } from './actions.ts';
import { useServices, type Services } from './services.tsx';

/** Folders dropped anywhere on the window become workspaces. `pathOf` gives the path of a dropped file. */
export function DropTarget({ pathOf }: { readonly pathOf: (file: File) => string }) {
  const { t } = useT();
  const services = useServices();
  const [over, setOver] = useState(false);

  useEffect(() => {
    // Enter and leave come for every element passed; the pointer is out when as many were left as entered.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const allow = (event: DragEvent) => {
      if (!carriesFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!carriesFiles(event) || event.dataTransfer === null) return;
      // A part of the page that takes files itself (pictures in the composer) has handled them.
      if (event.defaultPrevented) return;
      event.preventDefault();
      void openDropped(services, readDropped(event.dataTransfer, pathOf));
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [services, pathOf]);

  if (!over) return null;
  return (
    <div
      data-drop-overlay
      className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-scrim p-8"
    >
      <div className="flex flex-col items-center gap-2 rounded-3 border-2 border-dashed border-accent bg-main px-12 py-9 shadow-float">
        <FolderOpen size={28} className="text-accent" aria-hidden />
        <p className="text-16 font-semibold">{t('shell:drop.title')}</p>
        <p className="text-fg-2">{t('shell:drop.hint')}</p>
      </div>
    </div>
  );
}

type Dropped = { readonly name: string; readonly path: string; readonly kind: 'folder' | 'file' | 'unknown' };

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/** Must run within the event: afterwards the items are empty. */
function readDropped(transfer: DataTransfer, pathOf: (file: File) => string): readonly Dropped[] {
  return [...transfer.items].flatMap((item) => {
    const file = item.getAsFile();
    if (file === null) return [];
    const entry = item.webkitGetAsEntry();
    const kind = entry === null ? 'unknown' : entry.isDirectory ? 'folder' : 'file';
    return [{ name: file.name, path: pathOf(file), kind }];
  });
}

async function openDropped(services: Services, dropped: readonly Dropped[]): Promise<void> {
  for (const { name, path, kind } of dropped) {
    if (kind === 'file') {
      services.notices.show({
        tone: 'fail',
        title: i18next.t('shell:notFolder', { name }),
        body: i18next.t('shell:notFolderHint'),
      });
    } else if (path === '') {
      services.notices.show({
        tone: 'fail',
        title: i18next.t('shell:noPath'),
        body: i18next.t('shell:noPathHint'),
      });
    } else {
      await openWorkspace(services, path);
    }
  }
}
