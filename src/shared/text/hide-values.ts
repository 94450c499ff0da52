/** Takes texts that are known to be secret out of others. */
import { REDACTED } from './redact.ts';

/** A shorter one stands everywhere by chance: it is hidden only where the protocol writes a value. */
const SHORTEST_ANYWHERE = 6;

/** Also as JSON writes them within a string. */
export function hiderOf(values: readonly string[]): (text: string) => string {
  const hidden = [...new Set(values)]
    .filter((value) => value !== '')
    // A longer one may hold a shorter one.
    .sort((a, b) => b.length - a.length)
    .flatMap((value): (readonly [string, string])[] => {
      const quoted = JSON.stringify(value).slice(1, -1);
      if (value.length < SHORTEST_ANYWHERE) return [[`"value":"${quoted}"`, `"value":"${REDACTED}"`]];
      return quoted === value
        ? [[value, REDACTED]]
        : [
            [quoted, REDACTED],
            [value, REDACTED],
          ];
    });
  return (text) => hidden.reduce((safe, [value, instead]) => safe.replaceAll(value, () => instead), text);
}
