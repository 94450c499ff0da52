/** Pages never talk to the network: main does. A second wall behind the content security policy. */
import type { Session } from 'electron';
import { isOwnOrigin } from './own-pages.ts';
import type { OwnPages } from './own-pages.ts';

export function guardNetwork(session: Session, pages: OwnPages): void {
  const urls = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];
  session.webRequest.onBeforeRequest({ urls }, ({ url }, callback) => {
    callback({ cancel: !isAllowed(url, pages) });
  });
}

/** Only the development server, and its socket for hot reload. */
function isAllowed(url: string, pages: OwnPages): boolean {
  const { protocol, host } = new URL(url);
  return isOwnOrigin(`${protocol.replace(/^ws/, 'http')}//${host}`, pages);
}
