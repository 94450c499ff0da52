/** Which links may leave the app for the system's browser or mail program. */
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';

export type RefusedUrl = { readonly code: 'refused-url'; readonly message: string };

const maxLength = 2048;
// Controls, white space and invisible direction marks: dropped or reordered somewhere on the way to what is run.
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Z}\\<>"`]/u;
// A mail program may honour `attach=` and send a file of the person along.
const mailFields = new Set(['to', 'cc', 'bcc', 'subject', 'body', 'in-reply-to']);

/** The URL in its normal form (host in punycode), or why it is refused. */
export function parseExternalUrl(text: string): Result<string, RefusedUrl> {
  if (text.length > maxLength) return refuse('the link is too long');
  if (unsafeCharacters.test(text)) return refuse('the link has characters that no link needs');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse('this is not a complete link');
  }
  if (url.username !== '' || url.password !== '') return refuse('the link carries a name or password');
  switch (url.protocol) {
    case 'https:':
    case 'http:':
      // The parser repairs `https:example.org`; a link that means it says it.
      if (!/^https?:\/\/[^/]/i.test(text)) return refuse('this is not a complete link');
      break;
    case 'mailto:':
      if (url.pathname === '' || url.pathname.startsWith('/')) return refuse('the link names nobody');
      for (const field of url.searchParams.keys()) {
        if (!mailFields.has(field.toLowerCase())) return refuse(`mail links may not set "${field}"`);
      }
      break;
    default:
      return refuse(`links of the kind "${url.protocol}" are not opened`);
  }
  if (url.href.length > maxLength) return refuse('the link is too long');
  return ok(url.href);
}

function refuse(message: string): { readonly ok: false; readonly error: RefusedUrl } {
  return err({ code: 'refused-url', message });
}
