/** What a failure's own message adds to the sentence that its code has in the person's language. */
import type { Failure } from '../../shared/session/event.ts';

/** What the app itself says, in English only, where title and next step of the code say the same. */
const repeated = [
  /^no answer to \S+ in [\d.]+ s$/,
  /^its answer to \S+ (?:cannot be read|names no session)$/,
  /^it closed its (?:out|in)put$/,
  /^it writes text that is no protocol to its output$/,
  /^it was stopped$/,
  /^stopped while it started$/,
  /^(?:exit code -?\d+|signal \w+)$/,
];

/** Empty: nothing. What an agent or the system said stays as it is; untrusted text. */
export function failureDetail({ code, message, stderrTail }: Failure): string {
  const said = message.trim();
  if (stderrTail.some((line) => line.trim() === said)) return '';
  switch (code) {
    // Title and next step name all there is to it: the folder, the size.
    case 'bad-directory':
    case 'frame-too-large':
      return '';
    case 'not-found':
      // The name of the command is the news.
      return said.replace(/ was not found$/, '');
    case 'exited-early':
    case 'no-handshake':
    case 'protocol-version':
    case 'auth-required':
    case 'session-refused':
    case 'exited':
      return repeated.some((pattern) => pattern.test(said)) ? '' : said;
  }
}
