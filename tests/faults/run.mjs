/**
 * `node tests/faults/run.mjs [G23…] [--quick] [--seed N]`, through `npm run faults`, which does the set-up. The runs
 * and the programs that they kill are bundled first: plain Node runs them.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
const outDir = join(project, 'artifacts/faults');
const sources = join(project, 'tests/faults');

await build({
  configFile: false,
  root: project,
  logLevel: 'error',
  // It asks for its own file name, which modules do not have.
  ssr: { noExternal: true, external: ['write-file-atomic'] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: join(sources, 'main.ts'),
        'journal-child': join(sources, 'journal-child.ts'),
        'lock-child': join(sources, 'lock-child.ts'),
        'make-journal-fixtures': join(sources, 'make-journal-fixtures.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[hash].mjs' },
    },
  },
});
const child = spawn(process.execPath, [join(outDir, 'main.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
