/** What a person must see of a URL before it is fetched or opened: the host that is really asked. */
import { countHidden } from './display.ts';
import { mixesScripts } from './scripts.ts';

export type UrlView = {
  /** Lower case, with the colon: `https:`. */
  readonly scheme: string;
  /**
   * The host as it may be shown: Unicode where every label keeps to one script, else punycode. With the
   * port where one is given. Empty for schemes without a host.
   */
  readonly host: string;
  /** The host in ASCII, as the network sees it. */
  readonly asciiHost: string;
  /** The URL for showing: as it was written, or with the host in punycode where it was not safe to show. */
  readonly text: string;
  readonly mixedScript: boolean;
  /** `https://bank.example@evil.example`: the part before `@` is not the host. */
  readonly userInfo: boolean;
};

/** Null: not an absolute URL. Never throws. */
export function viewUrl(raw: string): UrlView | null {
  let url: URL;
  try {
    url = new URL(raw);
  } catch {
    return null;
  }
  const written = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\]*)/i.exec(raw.trim())?.[1];
  const writtenHost = written?.slice(written.lastIndexOf('@') + 1) ?? null;
  const writtenName = writtenHost?.replace(/:\d*$/, '').toLowerCase() ?? null;
  const deceptive = writtenName !== null && isDeceptive(writtenName);
  const translated = url.hostname.includes('xn--') && writtenName !== url.hostname;
  const asWritten = writtenName !== null && translated && !deceptive;
  return {
    scheme: url.protocol,
    host: asWritten ? `${writtenName}${url.port === '' ? '' : `:${url.port}`}` : url.host,
    asciiHost: url.host,
    text: translated && !asWritten ? url.href : raw,
    mixedScript: translated && deceptive,
    userInfo: url.username !== '' || url.password !== '',
  };
}

/** Whether any label mixes scripts or the host holds characters that do not show. */
function isDeceptive(host: string): boolean {
  return (
    host.split('.').some(mixesScripts) || countHidden(host, 'line') > 0 || host.normalize('NFKC') !== host
  );
}
