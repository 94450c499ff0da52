/** No page leaves where it is, opens a window or embeds another: for every web contents, whoever made it. */
import { app } from 'electron';
import { isOwnPage } from './own-pages.ts';
import type { OwnPages } from './own-pages.ts';

export function guardWebContents(options: { pages: OwnPages; onRefused: (what: string) => void }): void {
  const { pages, onRefused } = options;
  app.on('web-contents-created', (_event, contents) => {
    const refuse = (event: { preventDefault(): void }, what: string): void => {
      event.preventDefault();
      onRefused(what.slice(0, 300));
    };
    contents.on('will-navigate', (event) => {
      if (!isOwnPage(event.url, pages)) refuse(event, `navigation to ${event.url}`);
    });
    contents.on('will-redirect', (event) => {
      if (!isOwnPage(event.url, pages)) refuse(event, `redirect to ${event.url}`);
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isOwnPage(event.url, pages))
        refuse(event, `frame navigation to ${event.url}`);
    });
    contents.on('will-attach-webview', (event) => refuse(event, 'webview'));
    contents.setWindowOpenHandler(({ url }) => {
      onRefused(`window for ${url}`.slice(0, 300));
      return { action: 'deny' };
    });
  });
}
