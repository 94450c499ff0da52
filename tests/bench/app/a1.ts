import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Measure, MeasureContext } from '../node/measure.ts';
import { takeTurns } from '../node/pairs.ts';
import { ratioOfMedians } from '../node/statistics.ts';
import { launch } from './launch.ts';

/** Words that only the library itself has, also when it is minified. `required`: the app has it somewhere. */
const libraries = [
  { name: 'Monaco', word: 'monaco-aria-container', required: true },
  { name: 'Shiki', word: 'ShikiError', required: true },
  { name: 'xterm', word: 'xterm-helper-textarea', required: false },
] as const;

export const a1: Measure = {
  names: ['A1'],
  title: 'from the start of the process to the first paint against a minimal Electron app',
  async run(context) {
    const scripts: string[][] = [];
    const { ours, minimal } = await takeTurns(
      {
        ours: () => paint(context, context.project, async (page) => scripts.push(await scriptsOf(page))),
        minimal: () => paint(context, join(context.bundles, 'minimal')),
      },
      { rounds: 7 },
    );
    const first = await bundleFacts(context, scripts[0] ?? []);
    return [
      {
        name: 'A1',
        value: ratioOfMedians(ours, minimal),
        unit: '× a minimal app, start to first contentful paint',
        target: { atMost: 1.5 },
        raw: { oursMs: ours, minimalMs: minimal },
      },
      {
        name: 'A1.libraries',
        value: first.found.length,
        unit: `of ${libraries.map(({ name }) => name).join(', ')} loaded at the start`,
        target: { atMost: 0 },
        ...(first.found.length === 0 ? {} : { because: `loaded: ${first.found.join(', ')}` }),
        raw: {},
      },
      {
        name: 'A1.script',
        value: first.bytes / 1000,
        unit: 'kB of script loaded at the start',
        target: null,
        raw: {},
      },
    ];
  },
};

async function paint(
  context: MeasureContext,
  folder: string,
  look?: (page: Page) => Promise<unknown>,
): Promise<number> {
  const { page, spawnedAt, close } = await launch(context, { folder });
  try {
    const paintedAt = (await page.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((entries) => {
        for (const { name, startTime } of entries.getEntries()) {
          if (name === 'first-contentful-paint') resolve(performance.timeOrigin + startTime);
        }
      }).observe({ type: 'paint', buffered: true });
    })`)) as number;
    await look?.(page);
    return paintedAt - spawnedAt;
  } finally {
    await close();
  }
}

/** All scripts that the page has loaded, by the end of their URL. */
async function scriptsOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const names = new Set<string>();
  session.on('Debugger.scriptParsed', ({ url }) => {
    if (url.startsWith('app://')) names.add(new URL(url).pathname.slice(1));
  });
  await session.send('Debugger.enable');
  await session.detach();
  return [...names];
}

async function bundleFacts({ project }: MeasureContext, loaded: readonly string[]) {
  const root = join(project, 'out/renderer');
  const texts = await Promise.all(loaded.map((name) => readFile(join(root, name), 'utf8')));
  if (texts.length === 0) throw new Error('the page loaded no script');
  const assets = (await readdir(join(root, 'assets'))).filter((name) => name.endsWith('.js'));
  const all = await Promise.all(assets.map((name) => readFile(join(root, 'assets', name), 'utf8')));
  for (const { name, word, required } of libraries) {
    if (required && !all.some((text) => text.includes(word))) {
      throw new Error(`no built script has ${word}: ${name} cannot be recognised`);
    }
  }
  return {
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    found: libraries.filter(({ word }) => texts.some((text) => text.includes(word))).map(({ name }) => name),
  };
}
