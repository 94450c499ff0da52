/** Who may have a port. The port is the capability: whoever holds it can do all that the contract offers. */
import { isOwnPage } from './own-pages.ts';
import type { OwnPages } from './own-pages.ts';

export type PortSender = {
  /** Null when the frame is gone by the time its message arrives. */
  readonly frame: { readonly url: string; readonly isMainFrame: boolean } | null;
  readonly webContentsId: number;
};

export type PortRefusal = 'no-frame' | 'not-our-window' | 'not-the-main-frame' | 'not-our-page';

/** Null when it may, else why not. */
export function refusalOfPort(
  sender: PortSender,
  context: { readonly pages: OwnPages; readonly isOwnWindow: (webContentsId: number) => boolean },
): PortRefusal | null {
  if (sender.frame === null) return 'no-frame';
  if (!context.isOwnWindow(sender.webContentsId)) return 'not-our-window';
  if (!sender.frame.isMainFrame) return 'not-the-main-frame';
  if (!isOwnPage(sender.frame.url, context.pages)) return 'not-our-page';
  return null;
}
