import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/**
 * Everything is bundled. Targets are the oldest runtime we run on (Electron 25: Node 18.15, Chromium 114);
 * main and preload stay CommonJS because that runtime takes no ESM entry.
 */
export default defineConfig({
  main: {
    build: {
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/main/index.ts', agent: 'src/agent/index.ts' },
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
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
