/** G21: a crash loop gets exactly five tries in the pattern of the backoff, then rests. On a clock of its own. */
import { afterEnd, HEALTHY_MS, NEVER_RESTARTED } from '../../src/main/processes/restart-policy.ts';
import type { RestartState } from '../../src/main/processes/restart-policy.ts';
import type { FigureOptions, FigureResult } from './g16-g19-real.mts';

const HOUR_MS = 60 * 60_000;

export async function run({ quick, seed }: FigureOptions): Promise<FigureResult> {
  const loops = quick ? 200 : 5000;
  const problems: string[] = [];
  let chance = seed;
  const next = () => {
    chance = (Math.imul(chance, 1_103_515_245) + 12_345) >>> 0;
    return chance / 4_294_967_296;
  };
  for (let loop = 0; loop < loops; loop += 1) {
    const { waits, givenUp } = hourOf({ ranMs: Math.floor(next() * 5000), chance: next });
    const inPattern = waits.every((wait, index) => Math.abs(wait / (1000 * 2 ** index) - 1) <= 0.2001);
    if (!givenUp || waits.length !== 5 || !inPattern) problems.push(`loop ${loop}: ${waits.join(', ')}`);
  }
  const healthy = hourOf({ ranMs: HEALTHY_MS, chance: () => 0.5 });
  if (healthy.givenUp || healthy.waits.some((wait) => wait !== 1000))
    problems.push('a healthy one was given up');
  const slow = hourOf({ ranMs: 3 * 60_000, chance: () => 1 });
  if (slow.givenUp || Math.max(...slow.waits) !== 72_000) problems.push('a slow loop: no cap');

  const rest = hourOf({ ranMs: 1000, chance: next });

  // Control: whoever starts again at once does so the whole hour.
  let naive = 0;
  for (let nowMs = 0; nowMs < HOUR_MS; nowMs += 1000) naive += 1;
  const ok = problems.length === 0 && naive > rest.waits.length * 100;
  return {
    ok,
    text:
      `G21 ${loops} crash loops: ${problems.length === 0 ? 'exactly 5 tries each, then "needs you"' : problems.slice(0, 3).join('; ')}; ` +
      `of an hour ${rest.waits.length} tries in all; control without a policy: ${naive} (seed ${seed})`,
  };
}

/** One hour of a program that ends `ranMs` after each start. */
function hourOf({ ranMs, chance }: { readonly ranMs: number; readonly chance: () => number }) {
  const waits: number[] = [];
  let state: RestartState = NEVER_RESTARTED;
  for (let nowMs = ranMs; nowMs < HOUR_MS; nowMs += ranMs) {
    const decision = afterEnd(state, { nowMs, ranMs, chance: chance() });
    state = decision.state;
    if (decision.type === 'needs-you') return { waits, givenUp: true };
    waits.push(decision.afterMs);
    nowMs += decision.afterMs;
  }
  return { waits, givenUp: false };
}
