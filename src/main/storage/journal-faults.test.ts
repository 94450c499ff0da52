import { expect, test } from 'vitest';
import {
  examine,
  examineNaively,
  healthyJournal,
  randomOperation,
  truncated,
} from '../../../tests/faults/byte-surgery.ts';
import { failEachCall, failEachCallNaively } from '../../../tests/faults/failing-calls.ts';
import { losePower, losePowerNaively } from '../../../tests/faults/power-loss.ts';
import { seededRandom } from './testing/sample-events.ts';

test('whatever a power loss leaves holds all that was acknowledged and nothing else, and can be written on', async () => {
  expect(await losePower(300, 7)).toEqual([]);
  expect(await losePowerNaively(100, 7)).toBeGreaterThan(0);
});

test('whichever call fails or is the last, nothing acknowledged is lost and the session goes on', async () => {
  expect((await failEachCall({ step: 11 })).failures).toEqual([]);
  expect(await failEachCallNaively()).toBeGreaterThan(0);
});

test('cut at any byte, a journal has every whole record before it and tells of the rest', async () => {
  const patient = await healthyJournal(3000);
  const failures: string[] = [];
  for (let at = 0; at < patient.bytes.length; at += 1) {
    const failure = await examine(patient, truncated(patient, at), { write: at % 5 === 0 });
    if (failure !== null) failures.push(`cut at ${at}: ${failure}`);
  }
  expect(failures).toEqual([]);
});

test('any damage costs the records that it touches, is reported, and is never written over', async () => {
  const patient = await healthyJournal(12_000);
  const random = seededRandom(11);
  const failures: string[] = [];
  for (let each = 0; each < 600; each += 1) {
    const operation = randomOperation(patient, random);
    const failure = await examine(patient, operation, { write: each % 3 === 0 });
    if (failure !== null) failures.push(`${operation.name}: ${failure}`);
  }
  expect(failures).toEqual([]);
  expect(examineNaively(100, 11)).toBeGreaterThan(0);
});
