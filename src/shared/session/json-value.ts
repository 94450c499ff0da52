/** Reading untrusted JSON values: each function says what it found or `undefined`, none throws. */

export type JsonRecord = { readonly [key: string]: unknown };

/** Deepest nesting that raw values from an agent may keep. */
export const MAX_RAW_DEPTH = 64;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** JSON can spell Infinity (1e400); such a number is none. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Decodes each item and leaves out those that come back `null`. */
export function decodeItems<Item>(
  items: readonly unknown[],
  decode: (item: unknown) => Item | null,
): readonly Item[] {
  const decoded: Item[] = [];
  for (const item of items) {
    const value = decode(item);
    if (value !== null) decoded.push(value);
  }
  return decoded;
}

/** True when no path through `value` is longer than `limit` containers. Itself recurses no deeper. */
export function fitsDepth(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (limit === 0) return false;
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (!fitsDepth(child, limit - 1)) return false;
  }
  return true;
}

/**
 * `value` as it is, or a short text in its place when it is nested so deeply that walking it later
 * (to clone, print or compare it) could overflow the stack.
 */
export function boundedRaw(value: unknown): unknown {
  return fitsDepth(value, MAX_RAW_DEPTH) ? value : `(nested more than ${MAX_RAW_DEPTH} levels deep)`;
}
