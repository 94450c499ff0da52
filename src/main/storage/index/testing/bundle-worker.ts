/** The thread of the index as the app has it: bundled, for plain Node. */
import { join } from 'node:path';
import { build } from 'vite';

/** Below the project, so that packages are found. Returns the program's path. */
export async function bundleIndexWorker(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['@photostructure/sqlite'] },
    build: {
      target: 'node18',
      ssr: 'src/main/storage/index/index-worker.ts',
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'index-worker.cjs' } },
    },
  });
  return join(outDir, 'index-worker.cjs');
}
