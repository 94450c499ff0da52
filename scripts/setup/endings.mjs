/**
 * What must not outlive the script (child processes, a virtual display, half-made folders) registers an ending
 * here. Endings run last-in first-out, once, on every way out: normal end, failure, Ctrl+C, SIGTERM, SIGHUP.
 */

/** @type {Set<(urgent: boolean) => Promise<void> | void>} */
const endings = new Set();
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const SAME_WISH_MS = 750;
const LOOK_FOR_PARENT_MS = 500;
/** @type {number | null} */
let interruptedAt = null;

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
    try {
      await ending(urgent);
      endings.delete(ending);
    } catch (error) {
      process.stderr.write(`Clean-up: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

export function wasInterrupted() {
  return interruptedAt !== null;
}

/** From here on an interrupt ends everything that is registered, then the script; a second one does not wait. */
export function endOnInterrupt() {
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, () => interrupt(code));
  }
  endWithParent();
}

function interrupt(code) {
  // npm passes on the Ctrl+C that the terminal has already sent us: one wish, two signals.
  if (interruptedAt !== null && Date.now() - interruptedAt < SAME_WISH_MS) return;
  const urgent = interruptedAt !== null;
  interruptedAt = Date.now();
  process.exitCode = code;
  void endAll({ urgent }).then(() => process.exit(code));
}

/**
 * npm runs scripts through a shell and sends signals to that shell only: when npm is told to stop, the shell dies and
 * this process would stay behind with another parent.
 */
function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && interruptedAt === null) interrupt(exitCodes.SIGTERM);
  }, LOOK_FOR_PARENT_MS).unref();
}
