/** Bundles the program that figure G17 kills; prints where it is. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const outDir = join(here, '../../artifacts/faults-g17');
await build({
  configFile: false,
  root: join(here, '../..'),
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      input: { 'g17-app': join(here, 'g17-app.mts') },
      output: { format: 'es', entryFileNames: '[name].mjs' },
    },
  },
});
process.stdout.write(join(outDir, 'g17-app.mjs'));
