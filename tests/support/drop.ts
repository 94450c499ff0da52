import type { Page } from 'playwright';

/** Drags what lies at `paths` from outside over the middle of the window and lets go, as a file manager does. */
export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  }
  await cdp.detach();
}
