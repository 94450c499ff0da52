/** The only way out of the app to the system's browser. */
import { shell } from 'electron';
import { err, ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { parseExternalUrl } from './external-url.ts';
import type { RefusedUrl } from './external-url.ts';

export async function openExternalLink(text: string): Promise<Result<null, RefusedUrl>> {
  const url = parseExternalUrl(text);
  if (!url.ok) return url;
  try {
    await shell.openExternal(url.value);
    return ok(null);
  } catch (error) {
    return err({ code: 'refused-url', message: `the system did not open it: ${(error as Error).message}` });
  }
}
