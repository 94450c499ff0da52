/**
 * What must not outlive the script (child processes, a virtual display, half-made folders) registers an ending
 * here. Endings run last-in first-out, once, on every way out: normal end, failure, Ctrl+C, SIGTERM, SIGHUP.
 */

/** @type {Set<(urgent: boolean) => Promise<void> | void>} */
const endings = new Set();
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
let interrupted = false;

/**
 * @param {(urgent: boolean) => Promise<void> | void} ending called with `true` when the person asked a second
 *   time and waiting is over
 * @returns {() => void} forgets the ending, because the thing has ended by itself
 */
export function onEnd(ending) {
  endings.add(ending);
  return () => endings.delete(ending);
}

/** @param {{ urgent?: boolean }} [options] */
export async function endAll({ urgent = false } = {}) {
  for (const ending of [...endings].reverse()) {
    if (!urgent) endings.delete(ending);
    try {
      await ending(urgent);
    } catch (error) {
      process.stderr.write(`Clean-up: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

export function wasInterrupted() {
  return interrupted;
}

/** From here on an interrupt ends everything that is registered, then the script; a second one does not wait. */
export function endOnInterrupt() {
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, () => {
      const again = interrupted;
      interrupted = true;
      void endAll({ urgent: again }).then(() => process.exit(code));
    });
  }
}
