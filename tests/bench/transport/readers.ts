/** Ways to read an agent's pipe. Each calls back once for every update, in order. */
import { Readable, Writable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { client, ndJsonStream } from '@agentclientprotocol/sdk/unstable';
import { AgentStream } from '../../../src/main/agents/agent-stream.ts';
import type { Flood } from './flood.ts';

type OnUpdate = () => void;
type Reader = (flood: Flood, onUpdate: OnUpdate) => void;

/** The least that any client does: cut at LF, parse the line. */
export function readByParse({ output }: Flood, onUpdate: OnUpdate): void {
  let rest: Buffer = Buffer.alloc(0);
  output.on('data', (chunk: Buffer) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      JSON.parse(bytes.toString('utf8', start, end));
      start = end + 1;
      onUpdate();
    }
    rest = bytes.subarray(start);
  });
}

/** Ours: order kept, every update checked against the schema. */
export function readByAgentStream({ output, input }: Flood, onUpdate: OnUpdate): void {
  const stream = new AgentStream({ input: output, output: input, onUpdate });
  stream.readable.pipeTo(new WritableStream()).catch(() => undefined);
  checked.push(stream);
}

/** Streams of which every update must have been of the schema; looked at after the run. */
export const checked: AgentStream[] = [];

/** The SDK as its documentation shows it. */
export function readBySdk({ output, input }: Flood, onUpdate: () => void | Promise<void>): void {
  const stream = ndJsonStream(
    Writable.toWeb(input) as WritableStream<Uint8Array>,
    Readable.toWeb(output) as NodeReadableStream<Uint8Array> as unknown as ReadableStream<Uint8Array>,
  );
  client({ name: 'bench' })
    .onNotification('session/update', () => onUpdate())
    .connect(stream);
}

/**
 * CPU time of this process, µs an update, for reading all of `floods`. Throws when an update is missing, and
 * when one of them did not conform: that would be another amount of work.
 */
export async function cpuOfReading(
  floods: readonly Flood[],
  perFlood: number,
  reader: Reader,
): Promise<number> {
  const total = perFlood * floods.length;
  let seen = 0;
  globalThis.gc?.();
  const cpu = await new Promise<number>((resolve) => {
    const before = process.cpuUsage();
    for (const flood of floods) {
      reader(flood, () => {
        seen += 1;
        if (seen < total) return;
        const { user, system } = process.cpuUsage(before);
        resolve(user + system);
      });
    }
    for (const flood of floods) flood.go();
  });
  for (const { log } of checked.splice(0)) {
    const [remark] = log.remarks;
    if (remark !== undefined) throw new Error(`the stream remarked: ${remark.kind} ${remark.text}`);
  }
  return cpu / total;
}
