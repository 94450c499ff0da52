/** The runs about what agents say, how much of it, and for how long. */
import type { FaultRun } from './fault-run.ts';
import { g1 } from './protocol/g1.ts';
import { g2 } from './protocol/g2.ts';
import { g3 } from './protocol/g3.ts';
import { g4 } from './protocol/g4.ts';
import { g20 } from './protocol/g20.ts';
import { g22 } from './protocol/g22.ts';
import { g30 } from './protocol/g30.ts';
import { g31 } from './protocol/g31.ts';

export const protocolRuns: readonly FaultRun[] = [g1, g2, g3, g4, g20, g22, g30, g31];
