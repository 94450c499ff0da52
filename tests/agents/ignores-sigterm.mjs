/**
 * Hears neither the end of its input nor SIGTERM, and has children: one in its own group, one that has
 * left it, and one without our environment. Writes `pids: …` (itself first) to stderr.
 */
import { spawn } from 'node:child_process';
import { serveAgent, stayAlive } from './support/stdio-agent.mjs';

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
const deaf = [
  '-e',
  "for (const s of ['SIGTERM','SIGHUP']) process.on(s, () => {}); process.send?.('up'); setInterval(() => {}, 1 << 30)",
];
const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
const children = [
  spawn(process.execPath, deaf, { stdio }),
  spawn(process.execPath, deaf, { stdio, detached: true }),
  spawn(process.execPath, deaf, { stdio, env: { ELECTRON_RUN_AS_NODE: process.env.ELECTRON_RUN_AS_NODE } }),
];
await Promise.all(children.map((child) => new Promise((resolve) => child.once('message', resolve))));
process.stderr.write(`pids: ${[process.pid, ...children.map((child) => child.pid)].join(' ')}\n`);
serveAgent({ prompt: () => new Promise(() => {}) });
stayAlive();
