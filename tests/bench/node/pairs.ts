/** Runs variants in turn within one run, so that what else the machine does meets all of them alike. */

/**
 * Every variant `warmUps` times unrecorded, then `rounds` rounds of each once. The order turns around every
 * round, so that none of them always runs after the same other one.
 */
export async function takeTurns<Name extends string, Sample>(
  variants: Readonly<Record<Name, () => Promise<Sample>>>,
  { rounds, warmUps = 1 }: { readonly rounds: number; readonly warmUps?: number },
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(variants) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>;
  for (let round = -warmUps; round < rounds; round++) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) {
      const sample = await variants[name]();
      if (round >= 0) samples[name].push(sample);
    }
  }
  return samples;
}
