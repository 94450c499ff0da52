/** Progress of the set-up, on stderr, so that what a script prints on stdout stays clean for pipes. */

const QUIET_FOR_MS = 400;

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs `work` and names it as soon as it turns out not to be instant; says how long it took when it was named.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = Date.now();
  let named = false;
  const timer = setTimeout(() => {
    named = true;
    say(`· ${title}…`);
  }, QUIET_FOR_MS);
  try {
    const result = await work();
    if (named) say(`  done in ${formatDuration(Date.now() - startedAt)}`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** @param {number} ms */
export function formatDuration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
