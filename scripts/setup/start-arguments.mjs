import { resolve } from 'node:path';
import { Failure } from './failure.mjs';

export const startHelp = `Usage: npm start [-- FOLDER] [--agent ID] [--demo]

  FOLDER      opens this folder as a workspace
  --agent ID  starts a session with this agent in it
  --demo      shows two agents at work in a sample workspace, without a person, then ends
  --help      prints this

The first start installs packages and an Electron runtime; later ones only build what changed.`;

/**
 * @param {string[]} args
 * @param {string} cwd where the person typed the command
 * @returns {{ kind: 'help' } | { kind: 'demo' } | { kind: 'open', folder: string | null, agent: string | null }}
 * @throws {Failure} on anything it does not understand
 */
export function parseStartArguments(args, cwd) {
  const rest = [...args];
  let folder = null;
  let agent = null;
  let demo = false;
  while (rest.length > 0) {
    const arg = rest.shift();
    if (arg === '--') continue;
    if (arg === '--help' || arg === '-h') return { kind: 'help' };
    if (arg === '--demo') demo = true;
    else if (arg === '--agent' || arg.startsWith('--agent=')) {
      agent = arg === '--agent' ? (rest.shift() ?? '') : arg.slice('--agent='.length);
      if (agent === '' || agent.startsWith('-')) throw misuse('--agent needs the id of an agent.');
    } else if (arg.startsWith('-')) throw misuse(`There is no option ${arg}.`);
    else if (folder !== null) throw misuse(`One folder at a time: ${folder} and ${arg} were given.`);
    else folder = arg;
  }
  if (!demo) return { kind: 'open', folder: folder === null ? null : resolve(cwd, folder), agent };
  if (folder !== null || agent !== null)
    throw misuse('--demo brings its own workspace and agents; give it alone.');
  return { kind: 'demo' };
}

function misuse(sentence) {
  return new Failure(sentence, '`npm start -- --help` lists what there is.');
}
