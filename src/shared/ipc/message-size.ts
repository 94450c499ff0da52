const nodeCost = 8;
/** Objects of a message before it is worth remembering which were counted: most messages are smaller. */
const unremembered = 64;

/**
 * Rough size in bytes of a message in memory: strings by their length, binary data by its bytes, every
 * node at a flat cost. Stops counting once past `limit`, so a huge message costs no more than the limit.
 * Never throws, also not on cycles, sparse arrays or what else structured clone lets through.
 */
export function messageSize(message: unknown, limit: number): number {
  const waiting: unknown[] = [message];
  let seen: Set<object> | null = null;
  let objects = 0;
  let size = 0;
  while (waiting.length > 0 && size <= limit) {
    const value = waiting.pop();
    size += nodeCost;
    if (typeof value === 'string') size += value.length;
    if (typeof value !== 'object' || value === null) continue;
    objects++;
    if (objects > unremembered) {
      seen ??= new Set();
      if (seen.has(value)) continue;
      seen.add(value);
    }
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
      size += value.byteLength;
    } else if (Array.isArray(value)) {
      // A sparse array of four billion holes is a few bytes on the wire: judge by length before walking it.
      if (value.length * nodeCost > limit) return Infinity;
      for (const item of value) waiting.push(item);
    } else if (value instanceof Map) {
      for (const [key, item] of value) waiting.push(key, item);
    } else if (value instanceof Set) {
      for (const item of value) waiting.push(item);
    } else {
      for (const key of Object.keys(value)) {
        size += key.length;
        waiting.push((value as Record<string, unknown>)[key]);
      }
    }
  }
  return size;
}
