import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLog } from '../../shared/session/testing/arbitrary-events.ts';
import { bodyOf, eventJson, eventOf, readRecord, recordLine, salvage } from './record.ts';
import { sampleEvent } from './testing/sample-events.ts';

const stamp = { m: 5, g: 2 };
const lineOf = (seq: number) => {
  const event = sampleEvent(seq);
  return recordLine(eventJson(event, stamp, bodyOf(event)));
};

test('any event comes back from its record', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      for (const event of events) {
        const line = recordLine(eventJson(event, stamp, bodyOf(event)));
        const read = readRecord(line, 0, line.length - 1);
        expect(read === null ? null : eventOf(read.record)).toEqual(JSON.parse(JSON.stringify(event)));
      }
    }),
    { numRuns: 100 },
  );
});

test('a record is text that people can read', () => {
  const event = { seq: 3, at: 7, type: 'mode', modeId: 'plan' } as const;
  expect(recordLine(eventJson(event, stamp, bodyOf(event))).toString()).toMatch(
    /^[0-9a-f]{8} \{"s":3,"t":"mode","ts":7,"m":5,"g":2,"v":1,"b":\{"modeId":"plan"\}\}\n$/,
  );
});

test('no single flipped bit passes, not even one in the digits of the CRC', () => {
  const line = lineOf(9);
  const passed: number[] = [];
  for (let bit = 0; bit < (line.length - 1) * 8; bit += 1) {
    const flipped = Buffer.from(line);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    if (readRecord(flipped, 0, flipped.length - 1) !== null) passed.push(bit);
  }
  expect(passed).toEqual([]);
});

test('records are found in a line whose line feeds are gone, between bytes that are none', () => {
  const [one, two, three] = [lineOf(1), lineOf(2), lineOf(3)].map((line) => line.subarray(0, -1));
  const fused = Buffer.concat([Buffer.alloc(20), one!, two!, Buffer.from('?'), three!.subarray(0, 40), two!]);
  expect(salvage(fused, 0, fused.length).map(({ record }) => record.s)).toEqual([1, 2, 2]);
});
