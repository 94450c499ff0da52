/** Builds the program that drives the agents and runs it in a process of its own. */
import { join } from 'node:path';
import { build } from 'vite';
import { runProgram } from '../../scripts/setup/program.mjs';

/**
 * @param {string} project
 * @param {string[]} args for main.ts
 * @returns {Promise<number>} its exit code
 */
export async function runHarness(project, args) {
  const outDir = join(project, 'artifacts/real-agents');
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: { main: join(project, 'tests/real-agents/main.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[hash].mjs' },
      },
    },
  });
  const { code } = await runProgram(process.execPath, [join(outDir, 'main.mjs'), ...args], {
    cwd: project,
    output: 'inherit',
    graceMs: 15_000,
  });
  return code ?? 1;
}
