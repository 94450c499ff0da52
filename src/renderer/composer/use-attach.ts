import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenSession, useSession } from '../sessions/session-context.tsx';
import { joinDrafts } from './draft.ts';
import { windowDrafts } from './draft-store.ts';
import { pathOfFile } from './path-of-file.ts';
import { filesOf, mostAttachments, takeFiles } from './take-files.ts';

/** Pasted, dropped and picked files go into the draft; what could not be taken is said. */
export function useAttach(onError: (error: string | null) => void, onDone: () => void) {
  const { t } = useTranslation('composer');
  const session = useOpenSession();
  const images = useSession(({ state }) => state.agent?.promptImages ?? false);
  const sound = useSession(({ state }) => state.agent?.promptAudio ?? false);
  const agent = useSession(({ summary }) => summary?.agentName ?? '');
  const [over, setOver] = useState(false);

  const attach = async (files: readonly File[]) => {
    if (files.length === 0) return;
    onError(null);
    const drafts = windowDrafts();
    const { attachments, problems } = await takeFiles(files, {
      images,
      sound,
      room: mostAttachments - drafts.get(session.id).attachments.length,
      cwd: session.store.getState().summary?.cwd ?? '/',
      pathOf: pathOfFile,
      newId: () => crypto.randomUUID(),
    });
    drafts.change(session.id, (now) => joinDrafts(now, { text: '', attachments }));
    const words = problems.map(({ code, name }) =>
      t(`attach.${code}`, { name, agent, count: mostAttachments }),
    );
    if (words.length > 0) onError(words.join(' '));
    onDone();
  };

  const onPaste = (event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData);
    // Office programs put a picture of the text beside the text: the text is what was meant.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    void attach(files);
  };

  const dropProps = {
    onDragOver: (event: DragEvent) => setOver(event.dataTransfer.types.includes('Files')),
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const files = filesOf(event.dataTransfer);
      // Folders are for the window: it opens them as workspaces.
      if (files.length === 0) return;
      event.preventDefault();
      void attach(files);
    },
  };
  return { attach, onPaste, dropProps, over, images, sound };
}
