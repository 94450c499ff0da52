/** Makes lines that an agent might write out of lines that agents did write: by bytes and by JSON. */
import { isRecord } from '../../../src/shared/session/json-value.ts';

type Random = () => number;
type Place = { readonly holder: Record<string, unknown> | unknown[]; readonly key: string | number };

const nasty: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1e308,
  () => '',
  () => 'x'.repeat(70_000),
  () => '\ud800\u2028\0',
  () => '__proto__',
  () => [],
  () => ({}),
  () => [null],
  () => [[[[[[[[{}]]]]]]]],
  () => ({ type: 'text' }),
  () => ({ length: -1 }),
  () => JSON.parse('{"__proto__":{"polluted":true}}') as unknown,
  () => JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown,
  () => Array.from({ length: 300 }, (_, index) => ({ id: index % 3 })),
];
const words = [
  ...[
    'agent_message_chunk',
    'agent_thought_chunk',
    'user_message_chunk',
    'tool_call',
    'tool_call_update',
    'plan',
  ],
  ...['available_commands_update', 'current_mode_update', 'config_option_update', 'session_info_update'],
  ...['usage_update', 'subagent', 'compaction', 'notice', 'plan_update', 'plan_removed', 'nonsense'],
];
const methods = [
  ...['session/update', 'session/request_permission', 'fs/read_text_file', 'fs/write_text_file'],
  ...['terminal/output', 'elicitation/create', 'elicitation/complete', '$/cancel_request', 'nope'],
];

/** `line`: JSON. `others` are of its kind. */
export function mutated(line: string, others: readonly string[], random: Random): Buffer {
  return random() < 0.4 ? ofBytes(line, others, random) : Buffer.from(ofJson(line, others, random));
}

function ofBytes(line: string, others: readonly string[], random: Random): Buffer {
  const bytes = Buffer.from(line);
  const from = Math.floor(random() * bytes.length);
  const to = Math.min(bytes.length, from + 1 + Math.floor(random() ** 3 * 200));
  const [before, part, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  switch (Math.floor(random() * 6)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      flipped[from] = (flipped[from] ?? 0) ^ (1 << Math.floor(random() * 8));
      return flipped;
    }
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, part, part, after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([before, Buffer.from(pick(others, random)).subarray(from)]);
    default: {
      const inserted = Buffer.from(
        Array.from({ length: 1 + Math.floor(random() * 8) }, () => random() * 256),
      );
      return Buffer.concat([before, inserted, after]);
    }
  }
}

function ofJson(line: string, others: readonly string[], random: Random): string {
  const value = JSON.parse(line) as unknown;
  for (let times = 1 + Math.floor(random() ** 2 * 3); times > 0; times -= 1) {
    change(pick(placesOf(value), random), others, random);
  }
  return JSON.stringify(value);
}

function change({ holder, key }: Place, others: readonly string[], random: Random): void {
  const put = (value: unknown) => {
    if (Array.isArray(holder)) holder[Number(key)] = value;
    else if (key === '__proto__') return;
    else holder[key] = value;
  };
  const now = Array.isArray(holder) ? holder[Number(key)] : holder[key];
  switch (Math.floor(random() * 6)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    case 1: {
      // The same name in another message holds what belongs there, of something else.
      const same = placesOf(JSON.parse(pick(others, random))).filter((place) => place.key === key);
      if (same.length === 0) return put(pick(nasty, random)());
      const { holder: other } = pick(same, random);
      return put((other as Record<string | number, unknown>)[key]);
    }
    case 2:
      if (Array.isArray(holder)) holder.push(now, now);
      else holder[`${key}2`] = now;
      return;
    case 3:
      if (key === 'sessionUpdate') return put(pick(words, random));
      return put(key === 'method' ? pick(methods, random) : pick(nasty, random)());
    case 4:
      return put(typeof now === 'string' ? [now] : typeof now === 'number' ? String(now) : { inside: now });
    default:
      return put(pick(nasty, random)());
  }
}

function placesOf(value: unknown): readonly Place[] {
  const places: Place[] = [];
  const visit = (each: unknown): void => {
    if (Array.isArray(each)) {
      for (const key of each.keys()) places.push({ holder: each, key });
      each.forEach(visit);
    } else if (isRecord(each)) {
      for (const key of Object.keys(each)) places.push({ holder: each as Record<string, unknown>, key });
      Object.values(each).forEach(visit);
    }
  };
  visit(value);
  return places;
}

export function pick<Value>(values: readonly Value[], random: Random): Value {
  return values[Math.floor(random() * values.length)] as Value;
}
