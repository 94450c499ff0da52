/** The bundled agent as a process: JSON-RPC on standard input and output, everything else on standard error. */
import './crypto-polyfill.ts';
import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk/unstable';
import { createAgent } from './server.ts';
import { killRunningCommands } from './shell-command.ts';
import { VERSION } from './version.ts';

/** A turn that will not end is given up after this; its commands are killed on the way out in any case. */
const CLOSE_MS = 1500;

function log(line: string): void {
  process.stderr.write(`switchyard-agent: ${line}\n`);
}

// Standard output belongs to the protocol, whatever a library prints.
for (const method of ['log', 'info', 'debug', 'warn', 'trace'] as const) {
  console[method] = (...parts: unknown[]) => log(parts.map(String).join(' '));
}

const { app, close } = createAgent({ version: VERSION, env: process.env, platform: process.platform, log });

let leaving = false;
function leave(code: number): void {
  if (leaving) return;
  leaving = true;
  setTimeout(() => process.exit(code), CLOSE_MS);
  void close().finally(() => process.exit(code));
}

process.on('exit', killRunningCommands);
process.on('SIGTERM', () => leave(0));
process.on('SIGINT', () => leave(0));
process.on('SIGHUP', () => leave(0));
process.stdout.on('error', () => leave(0));
process.on('uncaughtException', (error) => {
  log(error.stack ?? error.message);
  leave(1);
});

const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
const connection = app.connect(
  ndJsonStream(Writable.toWeb(process.stdout) as WritableStream<Uint8Array>, input),
);
void connection.closed.then(() => leave(0));
