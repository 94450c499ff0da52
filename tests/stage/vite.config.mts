import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The real window over a scripted backend, for screenshots and looking at single states. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [react(), tailwindcss()],
  worker: { format: 'es' },
  build: {
    target: 'chrome114',
    outDir: here('../../out/stage'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 8000,
  },
});
