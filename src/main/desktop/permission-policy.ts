/** What a page of ours may ask Chromium for. Electron's own default is to grant everything. */
import { isOwnOrigin } from './own-pages.ts';
import type { OwnPages } from './own-pages.ts';

const allowed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

export type PermissionAsk = {
  readonly permission: string;
  readonly origin: string;
  readonly isMainFrame: boolean;
  /** Whether the page is shown by a window that we made. */
  readonly fromOwnWindow: boolean;
};

export function mayHavePermission(ask: PermissionAsk, pages: OwnPages): boolean {
  return (
    ask.fromOwnWindow && ask.isMainFrame && isOwnOrigin(ask.origin, pages) && allowed.has(ask.permission)
  );
}
