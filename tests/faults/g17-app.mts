/**
 * The app as far as its processes go: `g17-app.mjs MODE DATADIR MARK`. `run` starts every shape under a whole
 * supervisor, `plain` under a registry alone, `sweep` only lets the start-up sweep do its work. Says so in one
 * line of JSON; after `run` and `plain` it lives until it is killed.
 */
import { ProcessRegistry } from '../../src/main/processes/registry.ts';
import { createSupervisor } from '../../src/main/processes/supervisor.ts';
import { agentShapes, cameUp, MARK, serverShapes, terminalShapes } from './g16-g19-real.mts';
import type { Shape } from './g16-g19-real.mts';

const [mode = '', dataDir = '', mark = ''] = process.argv.slice(2);

switch (mode) {
  case 'run': {
    const supervisor = supervise();
    await startAll(supervisor.processes);
    say({ reaperPid: supervisor.reaperPid() });
    break;
  }
  case 'plain':
    await startAll(new ProcessRegistry());
    say({ reaperPid: null });
    break;
  case 'sweep': {
    const supervisor = supervise();
    say({ notes: await supervisor.swept });
    await supervisor.processes.stopAll({ deadlineMs: 2000 });
    await supervisor.close();
    process.exit(0);
  }
}
setInterval(() => {}, 1 << 30);

function supervise() {
  return createSupervisor({ dataDir, report: () => {}, appEnv: { ...process.env, SHELL: '/bin/sh' } });
}

async function startAll(processes: ProcessRegistry): Promise<void> {
  const [terminal, nohup] = terminalShapes;
  const [server] = serverShapes;
  if (terminal === undefined || nohup === undefined || server === undefined) throw new Error('no shapes');
  await Promise.all([
    ...agentShapes.map((shape) => start(processes, shape, 'agent')),
    ...[terminal, nohup, terminal, nohup].map((shape) => start(processes, shape, 'terminal')),
    ...[server, server].map((shape) => start(processes, shape, 'language-server')),
  ]);
  const all = [...agentShapes, terminal, nohup, terminal, nohup, server, server];
  await cameUp(
    mark,
    all.reduce((sum, shape) => sum + shape.sleepers, 0),
  );
}

async function start(
  processes: ProcessRegistry,
  shape: Shape,
  kind: 'agent' | 'terminal' | 'language-server',
): Promise<void> {
  const { command } = shape;
  const env = { [MARK]: mark };
  const started = await processes.start({ command, args: shape.args(mark), cwd: '/', env, kind });
  if (!started.ok) throw new Error(started.error.message);
  started.value.settled();
  started.value.process.stdout.resume();
  started.value.process.stderr.resume();
}

function say(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
