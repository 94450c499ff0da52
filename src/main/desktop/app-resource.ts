/**
 * What the `app:` scheme answers. Requests are looked up in a fixed list of the built files: no path is ever
 * made from a URL, so there is nothing to traverse.
 */
import { appHost, appScheme } from './own-pages.ts';

/**
 * Inline style attributes and elements are needed by the code editor and the terminal; script only comes
 * from our own files. Everything not named is `'none'` by default.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const contentTypes: { readonly [extension: string]: string } = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
};

/** Relative path with `/` as the built files have it, to the absolute path on disk. */
export type AppFiles = ReadonlyMap<string, string>;

export type AppResource =
  | { readonly status: 200; readonly file: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly status: 404 | 405; readonly headers: Readonly<Record<string, string>> };

export function findAppResource(request: { method: string; url: string }, files: AppFiles): AppResource {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, headers: refusalHeaders };
  const name = nameInUrl(request.url);
  const file = name === null ? undefined : files.get(name);
  if (name === null || file === undefined) return { status: 404, headers: refusalHeaders };
  return { status: 200, file, headers: headersOf(name) };
}

/** The exact name that a URL asks for; null when it is not plainly one of ours. Nothing is decoded. */
function nameInUrl(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const ours = url.protocol === `${appScheme}:` && url.host === appHost;
  const plain = url.username === '' && url.password === '' && url.search === '';
  if (!ours || !plain) return null;
  return url.pathname === '/' ? 'index.html' : url.pathname.slice(1);
}

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': contentSecurityPolicy,
};

const refusalHeaders = { ...commonHeaders, 'Content-Type': 'text/plain; charset=utf-8' };

function headersOf(name: string): Record<string, string> {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return { ...commonHeaders, 'Content-Type': contentTypes[extension] ?? 'application/octet-stream' };
}
