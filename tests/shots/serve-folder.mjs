/** A static server of one folder on the loopback interface, with the app's own content security policy. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.png': 'image/png',
};

/**
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveFolder(folder) {
  const root = normalize(folder);
  const server = createServer((request, response) => {
    void answer(root, request, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(root, request, response) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const path = normalize(join(root, pathname === '/' ? 'index.html' : decodeURIComponent(pathname)));
  const file = path.startsWith(root + sep) ? await stat(path).catch(() => null) : null;
  if (file?.isFile() !== true) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
  });
  createReadStream(path).pipe(response);
}
