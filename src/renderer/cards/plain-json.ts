/** UTF-16 units of one value that are shown. */
const mostShown = 64 * 1024;
const longestString = 16 * 1024;

/** A value for reading: JSON with long strings cut. Never throws, never longer than a page can take. */
export function plainJson(value: unknown): string {
  let text: string;
  try {
    text = typeof value === 'string' ? value : (JSON.stringify(value, cutLong, 2) ?? String(value));
  } catch {
    text = String(value);
  }
  return text.length > mostShown ? `${text.slice(0, mostShown)}\n…` : text;
}

function cutLong(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > longestString
    ? `${value.slice(0, longestString)}… (${value.length})`
    : value;
}
