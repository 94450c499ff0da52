import type { Page } from 'playwright';

/**
 * Speaks to main as a hostile page would: the bare port, without the client. Asking for it takes the port
 * away from the page's own client, so the app in that window is of no use afterwards.
 */
export type PageWire = {
  post(frame: unknown): Promise<void>;
  /** Everything that came over this port so far. */
  received(): Promise<readonly unknown[]>;
  /** Posts the frame and resolves with the first answer, end or batch for its id. */
  ask(frame: { readonly id: number; readonly [key: string]: unknown }): Promise<Record<string, unknown>>;
};

let wires = 0;

export async function openWire(page: Page): Promise<PageWire> {
  const name = `wire${wires++}`;
  await page.evaluate(`(${openInPage})("${name}")`);
  const received = () => page.evaluate(`globalThis.${name}.received`) as Promise<Record<string, unknown>[]>;
  const post = (frame: unknown) =>
    page.evaluate(`globalThis.${name}.port.postMessage(${JSON.stringify(frame)})`);
  return {
    received,
    async post(frame) {
      await post(frame);
    },
    async ask(frame) {
      await post(frame);
      const matches = `globalThis.${name}.received.find((frame) => frame.id === ${frame.id})`;
      const handle = await page.waitForFunction(matches);
      return (await handle.jsonValue()) as Record<string, unknown>;
    },
  };
}

const openInPage = `(name) => new Promise((resolve) => {
  addEventListener('message', function listen({ data, ports }) {
    if (data?.type !== 'switchyard:port-here') return;
    removeEventListener('message', listen);
    const wire = { port: ports[0], received: [] };
    wire.port.onmessage = ({ data }) => wire.received.push(data);
    globalThis[name] = wire;
    resolve();
  });
  postMessage({ type: 'switchyard:port-wanted' }, location.origin);
})`;
