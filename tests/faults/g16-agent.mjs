/**
 * An ACP agent for the figures on supervision: `--mark N` and `--family SHAPE` say what it starts before it
 * serves, `--on-prompt` how a prompt ends it, `--deaf` that it hears neither SIGTERM nor the end of its input,
 * `--mute` that it never answers. `--now` ends it without being asked anything.
 */
import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { option, serveAgent, stayAlive } from '../agents/support/stdio-agent.mjs';

const mark = option('mark', '');
const has = (name) => process.argv.includes(`--${name}`);
const deafness = 'trap "" TERM HUP INT;';

/** What each kind leaves behind when nobody cleans up. */
const families = {
  none: [],
  child: [['sleep', [mark]]],
  deaf: [['sh', ['-c', `${deafness} sleep ${mark} & sleep ${mark}; true`]]],
  session: [['setsid', ['sleep', mark]]],
  'double-fork': [['sh', ['-c', `(setsid sh -c "sleep ${mark} & exit 0" &)`]]],
  wiped: [['env', ['-i', 'sleep', mark]]],
};
families.all = Object.values(families).flat();

for (const [command, args] of families[option('family', 'none')]) {
  await new Promise((resolve, reject) => {
    spawn(command, args, { stdio: 'ignore' }).once('spawn', resolve).once('error', reject);
  });
}
if (has('deaf')) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  stayAlive();
}

const endings = {
  exit: () => process.exit(9),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  abort: () => process.abort(),
  // The process that the app knows of: this one goes on, and holds its pipes.
  wrapper: () => process.kill(process.ppid, 'SIGKILL'),
  disconnect() {
    closeSync(1);
    stayAlive();
  },
  never: () => {},
};

if (has('now')) endings[option('on-prompt', 'exit')]();
else if (has('mute')) process.stdin.resume();
else {
  serveAgent({
    async prompt() {
      process.stderr.write('about to end\n');
      endings[option('on-prompt', 'exit')]();
      await new Promise(() => {});
    },
  });
}
