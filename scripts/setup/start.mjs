import { stat } from 'node:fs/promises';
import { runApp } from './app.mjs';
import { Failure } from './failure.mjs';
import { prepare } from './prepare.mjs';
import { parseStartArguments, startHelp } from './start-arguments.mjs';

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function start(args) {
  const wish = parseStartArguments(args, process.env.INIT_CWD ?? process.cwd());
  if (wish.kind === 'help') {
    process.stdout.write(`${startHelp}\n`);
    return 0;
  }
  if (wish.kind === 'open' && wish.folder !== null) await requireFolder(wish.folder);
  const { project, runtime, env } = await prepare();
  if (wish.kind === 'demo') {
    const { runDemo } = await import(new URL('../demo.mjs', import.meta.url).href);
    return runDemo({ electron: runtime.executable, env, root: project });
  }
  const appArgs = [
    ...(wish.folder === null ? [] : [wish.folder]),
    ...(wish.agent === null ? [] : [`--agent=${wish.agent}`]),
  ];
  const code = await runApp(runtime, project, appArgs, env);
  if (code === 0) return 0;
  throw new Failure(`The app ended with code ${code}.`, 'see its last lines above.');
}

async function requireFolder(folder) {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return;
  const what = found === null ? 'does not exist' : 'is not a folder';
  throw new Failure(`${folder} ${what}.`, 'give the path of a folder, or none.');
}
