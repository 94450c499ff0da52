/** Builds the stage and serves it until ended: `node tests/stage/serve.mjs` prints its address. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { serveFolder } from '../shots/serve-folder.mjs';

const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
await build({ configFile: join(project, 'tests/stage/vite.config.mts'), logLevel: 'error' });
const { url } = await serveFolder(join(project, 'out/stage'));
process.stdout.write(`${url}\n`);
// A test that was killed cannot end us: its end of the pipe closes all the same.
if (process.argv.includes('--until-stdin-ends')) process.stdin.resume().on('end', () => process.exit(0));
