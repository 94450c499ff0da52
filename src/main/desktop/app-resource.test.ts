import { expect, test } from 'vitest';
import { contentSecurityPolicy, findAppResource } from './app-resource.ts';

const files = new Map([
  ['index.html', '/built/index.html'],
  ['assets/index-a1.js', '/built/assets/index-a1.js'],
  ['assets/index-a1.css', '/built/assets/index-a1.css'],
  ['assets/inter.woff2', '/built/assets/inter.woff2'],
  ['assets/odd.thing', '/built/assets/odd.thing'],
]);

function statusOf(url: string, method = 'GET'): number {
  return findAppResource({ method, url }, files).status;
}

test.each([
  ['app://ui/', '/built/index.html', 'text/html; charset=utf-8'],
  ['app://ui/index.html', '/built/index.html', 'text/html; charset=utf-8'],
  ['app://ui/index.html#/sessions', '/built/index.html', 'text/html; charset=utf-8'],
  ['app://ui/assets/index-a1.js', '/built/assets/index-a1.js', 'text/javascript; charset=utf-8'],
  ['app://ui/assets/index-a1.css', '/built/assets/index-a1.css', 'text/css; charset=utf-8'],
  ['app://ui/assets/inter.woff2', '/built/assets/inter.woff2', 'font/woff2'],
  ['app://ui/assets/odd.thing', '/built/assets/odd.thing', 'application/octet-stream'],
])('%s is served from %s', (url, file, contentType) => {
  expect(findAppResource({ method: 'GET', url }, files)).toEqual({
    status: 200,
    file,
    headers: {
      'Content-Type': contentType,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
    },
  });
});

test.each([
  'app://ui/missing.html',
  'app://ui/assets',
  'app://ui/assets/',
  'app://ui/../../etc/passwd',
  'app://ui/..%2f..%2fetc/passwd',
  'app://ui/%2e%2e/%2e%2e/etc/passwd',
  'app://ui/..\\..\\windows\\win.ini',
  'app://ui/..%5c..%5cwindows',
  'app://ui/assets/..%2findex.html',
  'app://ui//index.html',
  'app://ui/./assets//index-a1.js',
  'app://ui//etc/passwd',
  'app://ui/etc/passwd',
  'app://ui/index.html%00',
  'app://ui/index.html%00.png',
  'app://ui/%69ndex.html',
  'app://ui/index.html%20',
  'app://ui/index.html?x=1',
  'app://ui/INDEX.HTML',
  'app://ui/Index.html',
  'app://ui/index.html/',
  'app://ui/index.html;x',
  'app://ui/C:/windows/win.ini',
  'app://ui/file:///etc/passwd',
  'app://ui/__proto__',
  'app://ui/constructor',
  'app://ui.example.org/index.html',
  'app://other/index.html',
  'app:///index.html',
  'app:index.html',
  'app://user@ui/index.html',
  'app://user:word@ui/index.html',
  'app://ui:443/index.html',
  'http://ui/index.html',
  'file:///built/index.html',
  'data:text/html,x',
  '//ui/index.html',
  'index.html',
  '',
  'app://[/index.html',
])('%s is not found', (url) => {
  expect(statusOf(url)).toBe(404);
});

test('dot segments are resolved before the look-up, so they can only lead to files that are served anyway', () => {
  expect(findAppResource({ method: 'GET', url: 'app://ui/x/../../../index.html' }, files)).toMatchObject({
    file: '/built/index.html',
  });
});

test('only GET and HEAD are answered, and every refusal carries the policy too', () => {
  expect(statusOf('app://ui/index.html', 'HEAD')).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'get', '']) {
    expect(findAppResource({ method, url: 'app://ui/index.html' }, files)).toMatchObject({
      status: 405,
      headers: { 'Content-Security-Policy': contentSecurityPolicy },
    });
  }
});

test('the policy lets no script in but our files, and nothing out', () => {
  expect(contentSecurityPolicy.split('; ')).toEqual([
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
  ]);
});
