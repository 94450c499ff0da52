/** Builds what the measures run from: the measures themselves for Node, their pages, their Electron apps. */
import { join } from 'node:path';
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
