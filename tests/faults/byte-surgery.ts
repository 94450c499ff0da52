/** A journal's bytes cut, flipped, blanked, fused and repeated: what comes back, and what is said of the rest. */
import { type CrashFilePort } from '../../src/main/storage/testing/crash-file-port.ts';
import { FOLDER, logOn, newDisk, readAll } from '../../src/main/storage/testing/journal-rig.ts';
import {
  problemsOf,
  sampleEvent,
  sampleEvents,
  seededRandom,
  seqsOf,
} from '../../src/main/storage/testing/sample-events.ts';

const SEGMENT = `${FOLDER}/000001.jsonl`;
const LINE_FEED = 10;

export type Patient = { readonly bytes: Buffer; readonly lines: readonly Line[]; readonly events: number };
/** What the line stands for; none for a header. `to` is behind its line feed. */
type Line = { readonly from: number; readonly to: number; readonly seqs: readonly number[] };

/** A sound journal of about so many bytes. */
export async function healthyJournal(bytes: number): Promise<Patient> {
  const files = await newDisk();
  const log = logOn(files);
  let seq = 0;
  while (seq === 0 || files.bytesOf(SEGMENT).length < bytes) await log.append([sampleEvent(++seq)]);
  await log.close();
  const whole = files.bytesOf(SEGMENT);
  return { bytes: whole, lines: linesOf(whole), events: seq };
}

function linesOf(bytes: Buffer): readonly Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = bytes.indexOf(LINE_FEED, from) + 1;
    const { s, t, f } = JSON.parse(bytes.toString('utf8', from + 9, to)) as {
      s: number;
      t: string;
      f?: [number, number];
    };
    const first = f?.[0] ?? s;
    const seqs = t.startsWith('$') ? [] : Array.from({ length: s - first + 1 }, (_, index) => first + index);
    lines.push({ from, to, seqs });
    from = to;
  }
  return lines;
}

export type Operation = {
  readonly name: string;
  readonly bytes: Buffer;
  /** The bytes of the sound journal that it touched: what else was there must come back. */
  readonly from: number;
  readonly to: number;
};

export function truncated({ bytes }: Patient, at: number): Operation {
  return { name: `cut at ${at}`, bytes: bytes.subarray(0, at), from: at, to: bytes.length };
}

/** One of the operations that damage a file in the middle. */
export function randomOperation({ bytes }: Patient, random: () => number): Operation {
  const at = Math.floor(random() * bytes.length);
  const length = 1 + Math.floor(random() ** 4 * 5000);
  const to = Math.min(bytes.length, at + length);
  const changed = Buffer.from(bytes);
  const kind = Math.floor(random() * 8);
  if (kind === 0) {
    changed.fill(0, at, to);
    return { name: `zeros ${at}-${to}`, bytes: changed, from: at, to };
  }
  if (kind === 1) {
    const without = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
    return { name: `left out ${at}-${to}`, bytes: without, from: at, to };
  }
  if (kind === 2) {
    const feed = bytes.indexOf(LINE_FEED, at);
    const fused = Buffer.concat([bytes.subarray(0, feed), bytes.subarray(feed + 1)]);
    return { name: `fused at ${feed}`, bytes: fused, from: feed, to: feed + 1 };
  }
  if (kind === 3) {
    const twice = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
    return { name: `twice ${at}-${to}`, bytes: twice, from: to, to };
  }
  changed[at]! ^= kind === 4 ? 1 + Math.floor(random() * 255) : 1 << Math.floor(random() * 8);
  return { name: `flipped ${at}`, bytes: changed, from: at, to: at + 1 };
}

/** Null when all is as promised. `write`: also goes on with it, and looks what became of the file. */
export async function examine(
  patient: Patient,
  operation: Operation,
  { write }: { readonly write: boolean },
): Promise<string | null> {
  const files = await newDisk();
  await files.makeFolder(FOLDER);
  files.put(SEGMENT, operation.bytes);
  const read = await readAll(files);
  const touched = new Set(
    patient.lines
      .filter(({ from, to }) => from < Math.max(operation.to, operation.from + 1) && to > operation.from)
      .flatMap(({ seqs }) => seqs),
  );
  const there = seqsOf(read.events);
  for (let seq = 1; seq <= patient.events; seq += 1) {
    if (!there.has(seq) && !touched.has(seq)) return `${seq} is lost, which was not touched`;
  }
  const problems = problemsOf(read, { acked: 0, appendedTo: patient.events });
  if (problems.length > 0) return problems[0] ?? null;
  const cutBetweenLines =
    operation.to === patient.bytes.length &&
    (operation.bytes.length === 0 || operation.bytes[operation.bytes.length - 1] === LINE_FEED);
  if (there.size < patient.events && read.gaps.length === 0 && !cutBetweenLines)
    return 'the loss is not reported';
  if (!files.bytesOf(SEGMENT).equals(operation.bytes)) return 'reading changed the file';
  return write ? await goOn(files, operation, read.seq) : null;
}

async function goOn(files: CrashFilePort, operation: Operation, seq: number): Promise<string | null> {
  const before = seqsOf((await readAll(files)).events);
  const log = logOn(files);
  await log.append(sampleEvents(seq + 1, seq + 2));
  await log.close();
  const after = files.bytesOf(SEGMENT);
  const copies = (await files.list(FOLDER)).filter((name) => name.includes('.torn-'));
  const copied = copies.length === 0 ? Buffer.alloc(0) : files.bytesOf(`${FOLDER}/${copies[0]}`);
  const kept = operation.bytes.length - copied.length;
  if (!after.subarray(0, kept).equals(operation.bytes.subarray(0, kept))) return 'the file was rewritten';
  if (!copied.equals(operation.bytes.subarray(kept))) return 'what was cut off was not kept';
  const read = await readAll(files);
  const there = seqsOf(read.events);
  for (const each of [...before, seq + 1, seq + 2])
    if (!there.has(each)) return `${each} is gone after going on`;
  return null;
}

/** How many damages the control passes over in silence or takes for good. */
export function examineNaively(count: number, seed: number): number {
  const random = seededRandom(seed);
  const events = sampleEvents(1, 40);
  const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const patient: Patient = { bytes, lines: [], events: 40 };
  let failed = 0;
  for (let each = 0; each < count; each += 1) {
    const text = randomOperation(patient, random).bytes.toString('utf8');
    const read = text.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as (typeof events)[number]];
      } catch {
        return [];
      }
    });
    if (problemsOf({ events: read, gaps: [] }, { acked: 40, appendedTo: 40 }).length > 0) failed += 1;
  }
  return failed;
}
