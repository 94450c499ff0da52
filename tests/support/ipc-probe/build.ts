import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(__dirname, '../../..');
const html = '<!doctype html><meta charset="utf-8"><title>probe</title><body>probe</body>';

/** Builds the probe into a new temporary folder, ready to be launched, and returns that. */
export async function buildProbe(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-probe-'));
  await bundle(join(__dirname, 'main.ts'), folder, 'main.js', 'cjs');
  await bundle(join(root, 'src/preload/index.ts'), folder, 'preload.js', 'cjs');
  await bundle(join(root, 'src/renderer/ipc.ts'), join(folder, 'page'), 'ipc.js', 'es');
  await mkdir(join(folder, 'page'), { recursive: true });
  await writeFile(join(folder, 'page/index.html'), html);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'probe', version: '0.0.0', main: 'main.js' }),
  );
  return folder;
}

async function bundle(entry: string, outDir: string, fileName: string, format: 'cjs' | 'es'): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    // `node:` modules stay what they are instead of being emptied for a browser.
    ...(format === 'cjs' ? { ssr: { noExternal: true } } : {}),
    build: {
      ...(format === 'cjs' ? { ssr: entry } : { lib: { entry, formats: ['es'], fileName: () => fileName } }),
      outDir,
      emptyOutDir: false,
      minify: false,
      target: format === 'cjs' ? 'node18' : 'chrome114',
      rolldownOptions: {
        external: ['electron'],
        ...(format === 'cjs' ? { output: { format, entryFileNames: fileName } } : {}),
      },
    },
  });
}
