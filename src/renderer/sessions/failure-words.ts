/** What a failure's own message adds to the sentence that its code has in the person's language. */
import type { Failure } from '../../shared/session/event.ts';

/** Empty: nothing. What an agent or the system said stays as it is; untrusted text. */
export function failureDetail({ code, message, detail, stderrTail }: Failure): string {
  if (detail !== undefined) {
    // The name of the command is the news; of the others, title and next step say the same.
    return detail.code === 'missing-command' ? detail.command : '';
  }
  // Title and next step name all there is to it: the folder, the size.
  if (code === 'bad-directory' || code === 'frame-too-large') return '';
  const said = message.trim();
  return stderrTail.some((line) => line.trim() === said) ? '' : said;
}
