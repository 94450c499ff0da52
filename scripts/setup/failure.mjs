/**
 * A set-up failure that a person can act on: one sentence that says what happened, and one next step.
 * Everything else that is thrown is a defect of the scripts and is shown with its stack.
 */
export class Failure extends Error {
  /**
   * @param {string} sentence what happened
   * @param {string} next what to do about it
   */
  constructor(sentence, next) {
    super(sentence);
    this.name = 'Failure';
    this.next = next;
  }
}

/** @param {unknown} error */
export function describeFailure(error) {
  if (error instanceof Failure) return `${error.message}\n  Next: ${error.next}`;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `The set-up stopped unexpectedly.\n  Next: report this with the lines below.\n${text}`;
}
