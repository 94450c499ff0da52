import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { build, type Plugin } from 'vite';

/**
 * Everything is bundled. Targets are the oldest runtime we run on (Electron 25: Node 18.15, Chromium 114);
 * main and preload stay CommonJS because that runtime takes no ESM entry.
 */
export default defineConfig({
  main: {
    plugins: [
      ownProgram('src/agent/index.ts', 'agent.js'),
      ownProgram('src/main/storage/index/index-worker.ts', 'index-worker.js'),
    ],
    build: {
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/main/index.ts' },
        // Native: found beside the app at run time.
        external: ['@photostructure/sqlite', '@lydell/node-pty'],
        output: { format: 'cjs' },
      },
    },
  },
  preload: {
    build: {
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: { input: { index: 'src/preload/index.ts' }, output: { format: 'cjs' } },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), tailwindcss()],
    worker: { format: 'es' },
    build: {
      target: 'chrome114',
      minify: true,
      // The page's policy takes no data: fonts.
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});

/**
 * The bundled agent and the thread of the index are programs of their own. Built together with the app they
 * would load the app through the chunks they share, so each gets a build of its own beside it.
 */
function ownProgram(entry: string, fileName: string): Plugin {
  return {
    name: `switchyard:${fileName}`,
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        ssr: { noExternal: true, external: ['@photostructure/sqlite'] },
        build: {
          target: 'node18',
          ssr: entry,
          outDir: 'out/main',
          emptyOutDir: false,
          rolldownOptions: { output: { format: 'cjs', entryFileNames: fileName } },
        },
      });
    },
  };
}
