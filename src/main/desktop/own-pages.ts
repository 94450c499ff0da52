/** Which pages are ours. Everything that asks "is this us?" asks here. */

export const appScheme = 'app';
export const appHost = 'ui';
export const appPage = `${appScheme}://${appHost}/index.html`;

/** `devServerUrl` is set while developing with hot reload and null in every build. */
export type OwnPages = { readonly devServerUrl: string | null };

/** The page to load. */
export function ownPageUrl({ devServerUrl }: OwnPages): string {
  return devServerUrl ?? appPage;
}

/** Exactly one of our pages, whatever its fragment; no query, no other path, no credentials. */
export function isOwnPage(url: string, pages: OwnPages): boolean {
  const [withoutFragment = ''] = url.split('#', 1);
  if (withoutFragment === appPage) return true;
  return pages.devServerUrl !== null && sameUrl(withoutFragment, pages.devServerUrl);
}

/** The origin of a request or permission, as Electron writes it: with or without a trailing slash. */
export function isOwnOrigin(origin: string, pages: OwnPages): boolean {
  const bare = origin.replace(/\/$/, '');
  if (bare === `${appScheme}://${appHost}`) return true;
  return pages.devServerUrl !== null && bare === new URL(pages.devServerUrl).origin;
}

function sameUrl(one: string, other: string): boolean {
  try {
    return new URL(one).href === new URL(other).href;
  } catch {
    return false;
  }
}
