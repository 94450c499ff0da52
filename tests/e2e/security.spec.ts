/** The hardened shell in the real runtime: preferences, policy, navigation, permissions, ports and links. */
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startCanaryServer } from '../support/canary-server.ts';
import type { CanaryServer } from '../support/canary-server.ts';
import { launchApp } from '../support/electron-app.ts';
import type { LaunchedApp } from '../support/electron-app.ts';
import { openWire } from '../support/page-wire.ts';
import { pageAttacks } from './page-attacks.ts';

let launched: LaunchedApp;
let page: Page;
let canary: CanaryServer;

test.beforeAll(async () => {
  canary = await startCanaryServer();
  // Devices that exist, so that it is the policy and not their absence that refuses them.
  launched = await launchApp({ args: ['--use-fake-device-for-media-stream'] });
  page = launched.page;
  await page.waitForLoadState();
});

test.afterAll(async () => {
  await launched.close();
  await canary.close();
});

/** Puts the page back as it was: attacks leave their elements behind. */
async function reload(): Promise<void> {
  await page.reload();
  // Once it is drawn the app has its own port, and the next one to come is ours.
  await page.waitForSelector('#root > *');
}

test.beforeEach(reload);

test('every window has the golden web preferences', async () => {
  const all = await launched.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      return (
        webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences();
    }),
  );
  expect(all).toHaveLength(1);
  for (const preferences of all) {
    expect(preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: '',
      webviewTag: false,
    });
  }
});

test('the page sees nothing of Node or Electron, and one frozen function of ours', async () => {
  const seen = await page.evaluate(() => {
    const scope = globalThis as unknown as Record<string, unknown>;
    const bridge = scope['switchyard'] as object;
    try {
      scope['switchyard'] = { pathOfFile: () => 'forged' };
    } catch {
      // Refused, as it should be.
    }
    const names = [
      'require',
      'process',
      'module',
      'Buffer',
      'global',
      'ipcRenderer',
      'electron',
      '__dirname',
    ];
    return {
      url: location.href,
      known: names.filter((name) => name in scope),
      bridge: Object.keys(bridge),
      frozen: Object.isFrozen(bridge),
      replaced: scope['switchyard'] !== bridge,
    };
  });
  expect(seen).toEqual({
    url: 'app://ui/index.html',
    known: [],
    bridge: ['pathOfFile'],
    frozen: true,
    replaced: false,
  });
});

test('a picked file survives the bridge and tells its path; anything else is refused', async () => {
  const path = join(__dirname, 'security.spec.ts');
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'picked';
    document.body.append(input);
  });
  await page.setInputFiles('#picked', path);
  const found = await page.evaluate(() => {
    const { pathOfFile } = (globalThis as unknown as { switchyard: { pathOfFile(file: unknown): string } })
      .switchyard;
    const [file] = document.querySelector<HTMLInputElement>('#picked')!.files!;
    return [pathOfFile(file), pathOfFile(new File(['x'], '/etc/passwd'))];
  });
  expect(found).toEqual([path, '']);
});

test('the page comes with the policy and the other headers', async () => {
  const headers = await page.evaluate(async () => {
    const { headers } = await fetch('app://ui/index.html');
    return Object.fromEntries([...headers].filter(([name]) => name !== 'content-length'));
  });
  expect(headers).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; " +
      "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  const statuses = await page.evaluate(async () => {
    const urls = [
      'app://ui/missing',
      'app://ui/%2e%2e/main/index.js',
      'app://ui/..%2fmain/index.js',
      'app://ui/?x=1',
    ];
    return Promise.all(urls.map(async (url) => (await fetch(url)).status));
  });
  expect(statuses).toEqual([404, 404, 404, 404]);
});

test('the policy stops everything that injected markup or script would try', async () => {
  const before = canary.requests.length;
  await page.evaluate(() => {
    const scope = globalThis as unknown as { violations: string[] };
    scope.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      scope.violations.push(event.effectiveDirective),
    );
  });
  for (const { name, directive, run } of pageAttacks) {
    // On a timer: the driver's own evaluation may use eval.
    await page.evaluate(
      `violations.length = 0; setTimeout(() => (${run.toString()})('${canary.origin}'), 0); undefined`,
    );
    const heard = () => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
    await expect.poll(heard, name).toContain(directive);
    const ran = await page.evaluate(() => (globalThis as { ran?: string }).ran);
    expect({ name, ran, requests: canary.requests.slice(before) }).toEqual({
      name,
      ran: undefined,
      requests: [],
    });
  }
  expect(await page.evaluate(() => location.href)).toBe('app://ui/index.html');
});

test('control: the canary server counts, and what the policy allows still works', async () => {
  const before = canary.requests.length;
  await fetch(`${canary.origin}/control`);
  expect(canary.requests.slice(before)).toEqual(['GET /control']);
  const allowed = await page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.effectiveDirective),
    );
    document.body.style.outline = '1px solid red';
    const image = new Image(1, 1);
    image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    await image.decode();
    await fetch('app://ui/index.html');
    return violations;
  });
  expect(allowed).toEqual([]);
});

test('the page cannot leave, open a window or download', async () => {
  const before = canary.requests.length;
  await launched.app.evaluate(({ session }) => {
    const scope = globalThis as unknown as { downloads: boolean[] };
    scope.downloads = [];
    session.defaultSession.on('will-download', (event) => scope.downloads.push(event.defaultPrevented));
  });
  const targets = [
    `${canary.origin}/navigate`,
    'https://example.org/',
    'file:///etc/passwd',
    'data:text/html,<p>data',
    'app://other/index.html',
    'app://ui/assets/none.html',
    'app://ui/index.html?x=1',
  ];
  for (const target of targets) {
    await page.evaluate((url) => location.assign(url), target);
    expect(await page.evaluate(() => location.href)).toBe('app://ui/index.html');
    expect(await page.evaluate((url) => window.open(url) === null, target)).toBe(true);
    await page.evaluate((url) => {
      const link = document.createElement('a');
      link.href = url;
      link.target = '_blank';
      document.body.append(link);
      link.click();
    }, target);
  }
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'x.sh';
    link.click();
  });
  await expect
    .poll(() => launched.app.evaluate(() => (globalThis as unknown as { downloads: boolean[] }).downloads))
    .toEqual([true]);
  // Control: the guard heard of each, so it was not the page that failed to try.
  await expect.poll(() => launched.stderr()).toContain(`window for ${canary.origin}/navigate`);
  await expect.poll(() => launched.stderr()).toContain(`navigation to ${canary.origin}/navigate`);
  expect(await page.evaluate(() => location.href)).toBe('app://ui/index.html');
  expect(await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(canary.requests.slice(before)).toEqual([]);
});

test('even a page without a policy, in a window that is not ours, gets nothing from the network', async () => {
  const before = canary.requests.length;
  const outcome = await launched.app.evaluate(async ({ BrowserWindow }, origin) => {
    const foreign = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
    await foreign.loadURL('data:text/html,foreign');
    const tried = await foreign.webContents.executeJavaScript(
      `fetch('${origin}/leak', { mode: 'no-cors' }).then(() => 'sent', (error) => error.message)`,
    );
    foreign.destroy();
    return tried as string;
  }, canary.origin);
  expect(outcome).toBe('Failed to fetch');
  expect(canary.requests.slice(before)).toEqual([]);
});

test('permissions are denied, all but writing to the clipboard and notifications', async () => {
  const outcomes = await page.evaluate(async () => {
    const outcome = (promise: Promise<unknown>) =>
      promise.then(
        () => 'granted',
        (error: Error) => error.name,
      );
    const scope = navigator as unknown as Record<
      string,
      Record<string, (options?: unknown) => Promise<unknown>>
    >;
    const states: Record<string, string> = {};
    const names = ['geolocation', 'camera', 'microphone', 'midi', 'clipboard-read', 'persistent-storage'];
    for (const name of [...names, 'clipboard-write', 'notifications']) {
      states[name] = (await navigator.permissions.query({ name: name as PermissionName })).state;
    }
    return {
      states,
      geolocation: await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : `code ${code}`),
        );
      }),
      camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
      microphone: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
      midi: await outcome(navigator.requestMIDIAccess({ sysex: true })),
      clipboardRead: await outcome(navigator.clipboard.readText()),
      usbDevices: await scope['usb']!['getDevices']!(),
      hidDevices: await scope['hid']!['getDevices']!(),
      serialPorts: await scope['serial']!['getPorts']!(),
      notifications: await Notification.requestPermission(),
    };
  });
  expect(outcomes).toEqual({
    states: {
      geolocation: 'denied',
      camera: 'denied',
      microphone: 'denied',
      midi: 'denied',
      'clipboard-read': 'denied',
      'persistent-storage': 'denied',
      'clipboard-write': 'granted',
      notifications: 'granted',
    },
    geolocation: 'denied',
    camera: 'NotAllowedError',
    microphone: 'NotAllowedError',
    midi: 'SecurityError',
    clipboardRead: 'NotAllowedError',
    usbDevices: [],
    hidDevices: [],
    serialPorts: [],
    notifications: 'granted',
  });
});

test('the screen cannot be captured', async () => {
  const outcome = await page.evaluate(() =>
    navigator.mediaDevices.getDisplayMedia().then(
      () => 'granted',
      (error: Error) => error.name,
    ),
  );
  expect(outcome).not.toBe('granted');
});

test('what comes over the port is refused with typed errors when it is wrong, and served when it is right', async () => {
  const wire = await openWire(page);
  let id = 0;
  const failure = async (frame: string, method: unknown, input: unknown) => {
    const answer = await wire.ask({ frame, id: ++id, method, input });
    return { frame: answer['frame'], code: (answer['error'] as { code: string } | null)?.code };
  };
  expect(await failure('request', 'nonsense', {})).toEqual({ frame: 'answer', code: 'unknown-method' });
  expect(await failure('request', 'constructor', {})).toEqual({ frame: 'answer', code: 'unknown-method' });
  expect(await failure('request', '__proto__', {})).toEqual({ frame: 'answer', code: 'unknown-method' });
  expect(await failure('request', 'settings.watch', {})).toEqual({ frame: 'answer', code: 'unknown-method' });
  expect(await failure('subscribe', 'app.info', {})).toEqual({ frame: 'end', code: 'unknown-method' });
  expect(await failure('request', 'app.openExternal', { url: 5 })).toEqual({
    frame: 'answer',
    code: 'bad-input',
  });
  expect(await failure('request', 'app.openExternal', null)).toEqual({ frame: 'answer', code: 'bad-input' });
  expect(await failure('request', 'session.cancel', { sessionId: '../x' })).toEqual({
    frame: 'answer',
    code: 'bad-input',
  });
  expect(await failure('subscribe', 'session.watch', { sessionId: 1 })).toEqual({
    frame: 'end',
    code: 'bad-input',
  });
  const before = (await wire.received()).length;
  for (const frame of [
    null,
    'x',
    [],
    {},
    { frame: 'request' },
    { frame: 'request', id: -1, method: 'app.info' },
  ]) {
    await wire.post(frame);
  }
  expect(await wire.ask({ frame: 'request', id: ++id, method: 'app.info', input: {} })).toMatchObject({
    ok: true,
    value: { platform: process.platform },
  });
  expect(await wire.received()).toHaveLength(before + 1);
});

test('a second port closes the first, and a reload gives a new one', async () => {
  const first = await openWire(page);
  const second = await openWire(page);
  await expect.poll(() => first.received()).toEqual([{ frame: 'bye' }]);
  await first.post({ frame: 'request', id: 0, method: 'app.info', input: {} });
  expect(await second.ask({ frame: 'request', id: 0, method: 'app.info', input: {} })).toMatchObject({
    ok: true,
  });
  expect(await first.received()).toEqual([{ frame: 'bye' }]);
  await reload();
  const third = await openWire(page);
  expect(await third.ask({ frame: 'request', id: 0, method: 'app.info', input: {} })).toMatchObject({
    ok: true,
  });
});

test('a frame inside the page cannot ask for a port', async () => {
  await page.evaluate(() => {
    const scope = globalThis as unknown as { ports: number };
    scope.ports = 0;
    addEventListener('message', ({ data }) => {
      if ((data as { type?: string } | null)?.type === 'switchyard:port-here') scope.ports++;
    });
    document.body.append(document.createElement('iframe'));
  });
  const inner = page.frames().find((frame) => frame !== page.mainFrame());
  expect(inner).toBeDefined();
  const answers = await inner!.evaluate(() => {
    parent.postMessage({ type: 'switchyard:port-wanted' }, '*');
    postMessage({ type: 'switchyard:port-wanted' }, '*');
    return Object.keys(globalThis).filter((name) => name === 'switchyard');
  });
  expect(answers).toEqual([]);
  // Control: the page itself gets one when it asks, and that is the only one that came.
  await openWire(page);
  expect(await page.evaluate(() => (globalThis as unknown as { ports: number }).ports)).toBe(1);
});

for (const url of ['about:blank', 'data:text/html,foreign', 'app://ui/index.html']) {
  test(`a window that the app did not make gets no port, showing ${url}`, async () => {
    const ports = await launched.app.evaluate(async ({ app, BrowserWindow, ipcMain }, target) => {
      const preload = `${app.getAppPath()}/out/preload/index.js`;
      const foreign = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      const { id } = foreign.webContents;
      await foreign.loadURL(target);
      // Comes after the app's own listener, which has decided by then.
      const asked = new Promise<void>((resolve) => {
        ipcMain.once('switchyard:port', () => resolve());
      });
      await foreign.webContents.executeJavaScript(`
        globalThis.ports = 0;
        addEventListener('message', ({ data }) => { if (data.type === 'switchyard:port-here') globalThis.ports++; });
        postMessage({ type: 'switchyard:port-wanted' }, '*');
      `);
      await asked;
      const got = (await foreign.webContents.executeJavaScript('globalThis.ports')) as number;
      foreign.destroy();
      return { got, id };
    }, url);
    expect(ports.got).toBe(0);
    await expect.poll(() => launched.stderr()).toContain(`port for web contents ${ports.id}: not-our-window`);
  });
}

test('our own window gets no port while it shows something else', async () => {
  const show = async (url: string) => {
    // Its promise may be settled by the end of the load before; the page's own address is what counts.
    await launched.app.evaluate(({ BrowserWindow }, target) => {
      BrowserWindow.getAllWindows()[0]!
        .loadURL(target)
        .catch(() => undefined);
    }, url);
    await page.waitForURL(url);
  };
  await show('data:text/html,elsewhere');
  await page.evaluate(() => postMessage({ type: 'switchyard:port-wanted' }, '*'));
  const id = await launched.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.id,
  );
  await expect.poll(() => launched.stderr()).toContain(`port for web contents ${id}: not-our-page`);
  // Control: back home it gets one.
  await show('app://ui/index.html');
  await page.waitForSelector('#root > *');
  const wire = await openWire(page);
  expect(await wire.ask({ frame: 'request', id: 0, method: 'app.info', input: {} })).toMatchObject({
    ok: true,
  });
});

test('only plain https, http and mailto links reach the system', async () => {
  await launched.app.evaluate(({ shell }) => {
    const scope = globalThis as unknown as { opened: string[] };
    scope.opened = [];
    shell.openExternal = async (url) => void scope.opened.push(url);
  });
  const wire = await openWire(page);
  const refused = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:word@example.org/',
    'https://example.org/a b',
    'https://example.org/\u202ex',
    'ftp://example.org/',
    'vscode://file/etc/passwd',
    'mailto:x@example.org?attach=/etc/passwd',
    '/etc/passwd',
    '',
  ];
  let id = 0;
  for (const url of refused) {
    expect(
      await wire.ask({ frame: 'request', id: id++, method: 'app.openExternal', input: { url } }),
    ).toMatchObject({
      ok: false,
      error: { code: 'refused-url' },
    });
  }
  const tooLong = { url: `https://example.org/${'x'.repeat(2048)}` };
  expect(
    await wire.ask({ frame: 'request', id: id++, method: 'app.openExternal', input: tooLong }),
  ).toMatchObject({
    error: { code: 'bad-input' },
  });
  const good = { url: 'https://bücher.example/docs#top' };
  expect(
    await wire.ask({ frame: 'request', id: id++, method: 'app.openExternal', input: good }),
  ).toMatchObject({ ok: true });
  expect(await launched.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual([
    'https://xn--bcher-kva.example/docs#top',
  ]);
});
