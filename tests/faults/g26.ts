import { seededRandom } from '../../src/main/storage/testing/sample-events.ts';
import { examine, examineNaively, healthyJournal, randomOperation, truncated } from './byte-surgery.ts';
import { type FaultRun, controlFailure } from './fault-run.ts';

const JOURNAL_BYTES = 64 * 1024;

export const g26: FaultRun = {
  name: 'G26',
  async run({ quick, seed }) {
    const patient = await healthyJournal(JOURNAL_BYTES);
    const random = seededRandom(seed);
    const failures: string[] = [];
    const step = quick ? 61 : 1;
    let cuts = 0;
    for (let at = 0; at < patient.bytes.length; at += step) {
      const failure = await examine(patient, truncated(patient, at), { write: cuts % 16 === 0 });
      if (failure !== null) failures.push(`cut at ${at}: ${failure}`);
      cuts += 1;
    }
    const operations = quick ? 1000 : 20_000;
    for (let each = 0; each < operations; each += 1) {
      const operation = randomOperation(patient, random);
      const failure = await examine(patient, operation, { write: each % 16 === 0 });
      if (failure !== null) failures.push(`${operation.name}: ${failure}`);
    }
    const control = examineNaively(200, seed);
    return {
      type: 'done',
      figure: `${cuts} cuts, ${operations} damages, ${failures.length} beyond what was touched, control ${control} of 200`,
      failures: [...failures, ...controlFailure(control)],
    };
  },
};
