/** Builds what the measures run from: the measures themselves for Node, the page, the small Electron apps. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/**
 * @param {string} project
 * @param {string} outDir
 */
export async function buildNodeBundle(project, outDir) {
  const bench = join(project, 'tests/bench');
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['playwright', 'electron'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          main: join(bench, 'node/main.ts'),
          'slow-consumer': join(bench, 'transport/slow-consumer.ts'),
          'pipeline-reader': join(bench, 'transport/pipeline-reader.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[hash].mjs' },
      },
    },
  });
}

/**
 * The thread of the index, a program of its own.
 *
 * @param {string} project
 * @param {string} outDir
 */
export async function buildIndexThread(project, outDir) {
  const entry = join(project, 'src/main/storage/index/index-worker.ts');
  await buildElectronFile(project, entry, outDir, 'index-worker.cjs');
}

/**
 * The page of the app's own parts, in a small Electron app.
 *
 * @param {string} project
 * @param {string} outDir
 */
export async function buildHost(project, outDir) {
  const bench = join(project, 'tests/bench');
  await build({
    configFile: false,
    root: join(bench, 'page'),
    base: './',
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    worker: { format: 'es' },
    build: {
      target: 'chrome114',
      outDir: join(outDir, 'page'),
      emptyOutDir: true,
      chunkSizeWarningLimit: 8000,
    },
  });
  await buildElectronFile(project, join(bench, 'renderer/host.ts'), outDir, 'main.js');
  await buildElectronFile(project, join(project, 'src/preload/index.ts'), outDir, 'preload.js');
  await describeApp(outDir, 'bench-host');
}

/**
 * A minimal Electron app to compare with.
 *
 * @param {string} project
 * @param {string} outDir
 */
export async function buildMinimal(project, outDir) {
  await buildElectronFile(project, join(project, 'tests/bench/app/minimal-main.ts'), outDir, 'main.js');
  await writeFile(
    join(outDir, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>minimal</title><h1>Nothing to see here</h1>\n',
  );
  await describeApp(outDir, 'bench-minimal');
}

/** @param {string} project @param {string} entry @param {string} outDir @param {string} fileName */
async function buildElectronFile(project, entry, outDir, fileName) {
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node18',
      rolldownOptions: { external: ['electron'], output: { format: 'cjs', entryFileNames: fileName } },
    },
  });
}

async function describeApp(folder, name) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '0.0.0', main: 'main.js' }));
}
