/** The runs about processes that must not outlive their owner. */
import type { FaultRun } from './fault-run.ts';
import { run as g16 } from './g16.mts';
import { run as g17 } from './g17.mts';
import { run as g18 } from './g18.mts';
import { run as g19 } from './g19.mts';
import { run as g21 } from './g21.mts';

const figures = { G16: g16, G17: g17, G18: g18, G19: g19, G21: g21 };

export const processRuns: readonly FaultRun[] = Object.entries(figures).map(([name, figure]) => ({
  name,
  async run({ quick, seed }) {
    const { ok, text } = await figure({ quick, seed });
    const said = text.replace(`${name} `, '').replace(` (seed ${seed})`, '');
    return { type: 'done', figure: said, failures: ok ? [] : ['the figure or its control did not hold'] };
  },
}));
