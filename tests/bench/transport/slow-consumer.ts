/**
 * A process that reads a flood and needs a millisecond for each update:
 * `slow-consumer WAY PROJECT UPDATES WINDOW_MS`. Ends when all updates have come in or the time is over, and
 * prints how many waited at most, and how much its memory grew.
 */
import { AgentStream } from '../../../src/main/agents/agent-stream.ts';
import { startFlood } from './flood.ts';
import { readBySdk } from './readers.ts';

const highWaterMark = 1000;
const lowWaterMark = 500;
const sampleMs = 20;

export type SlowReport = {
  readonly mostQueued: number;
  readonly grownBytes: number;
  readonly done: number;
};

const [way, project = '', updatesText, windowText] = process.argv.slice(2);
const updates = Number(updatesText);
const flood = await startFlood(project, 'medium', updates);

/** What waits for the consumer beside its own queue, in updates. */
let waitingElsewhere = () => 0;
let onTaken = () => undefined as void;
let queued = 0;
let done = 0;
let mostQueued = 0;

function add(): void {
  queued += 1;
  if (queued === 1) setTimeout(take, 1);
}

function take(): void {
  queued -= 1;
  done += 1;
  if (queued > 0) setTimeout(take, 1);
  onTaken();
}

switch (way) {
  case 'ours': {
    const stream = new AgentStream({
      input: flood.output,
      output: flood.input,
      onUpdate() {
        add();
        if (queued >= highWaterMark) stream.pause();
      },
    });
    onTaken = () => {
      if (queued <= lowWaterMark) stream.resume();
    };
    waitingElsewhere = () => Math.ceil(stream.backlogBytes / flood.lineBytes);
    break;
  }
  case 'sdk':
    // The SDK does not wait for what a handler returns, so there is nothing to hold the agent back with.
    readBySdk(flood, add);
    break;
  default:
    throw new Error(`no way ${way}`);
}

globalThis.gc?.();
const before = process.memoryUsage.rss();
let peak = before;
const sampler = setInterval(sample, sampleMs);
function sample(): void {
  peak = Math.max(peak, process.memoryUsage.rss());
  mostQueued = Math.max(mostQueued, queued + waitingElsewhere());
  if (queued + done >= updates) end();
}

const timer = setTimeout(end, Number(windowText));
flood.go();

function end(): void {
  clearInterval(sampler);
  clearTimeout(timer);
  const report: SlowReport = { mostQueued, grownBytes: peak - before, done };
  process.stdout.write(JSON.stringify(report), () => {
    void flood.end().then(() => process.exit(0));
  });
}
