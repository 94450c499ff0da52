/** Puts the permission policy in force for a browser session. */
import type { Session, WebContents } from 'electron';
import type { OwnPages } from './own-pages.ts';
import { mayHavePermission } from './permission-policy.ts';

export type PermissionGuardOptions = {
  readonly pages: OwnPages;
  readonly isOwnWindow: (contents: WebContents) => boolean;
};

export function guardPermissions(session: Session, { pages, isOwnWindow }: PermissionGuardOptions): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const { isMainFrame, requestingUrl } = details;
    const fromOwnWindow = isOwnWindow(contents);
    callback(
      mayHavePermission({ permission, origin: originOf(requestingUrl), isMainFrame, fromOwnWindow }, pages),
    );
  });
  session.setPermissionCheckHandler((contents, permission, origin, { isMainFrame }) => {
    const fromOwnWindow = contents !== null && isOwnWindow(contents);
    return mayHavePermission({ permission, origin, isMainFrame, fromOwnWindow }, pages);
  });
  session.setDevicePermissionHandler(() => false);
  // Null refuses; the older runtimes know only an empty choice, which they refuse with an exception.
  session.setDisplayMediaRequestHandler((_request, callback) => {
    try {
      callback(null);
    } catch {
      // Refused all the same.
    }
  });
  session.on('will-download', (event) => event.preventDefault());
}

function originOf(url: string): string {
  try {
    const { protocol, host } = new URL(url);
    return `${protocol}//${host}`;
  } catch {
    return '';
  }
}
