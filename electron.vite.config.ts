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
    plugins: [bundledAgent()],
    build: {
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/main/index.ts' },
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
 * The bundled agent is a program of its own. Built together with the app it would load the app through the
 * chunks they share, so it gets a build of its own beside it.
 */
function bundledAgent(): Plugin {
  return {
    name: 'switchyard:bundled-agent',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        ssr: { noExternal: true },
        build: {
          target: 'node18',
          ssr: 'src/agent/index.ts',
          outDir: 'out/main',
          emptyOutDir: false,
          rolldownOptions: { output: { format: 'cjs', entryFileNames: 'agent.js' } },
        },
      });
    },
  };
}
