import { MAX_SHOWN_BODY } from '../../shared/ipc/contract/protocol.ts';
import type { ProtocolBody } from '../../shared/ipc/contract/protocol.ts';

/** Indented where it is JSON and not too much. */
export function pretty(text: string, cut: boolean): ProtocolBody {
  const indented = cut ? null : indentedJson(text);
  const whole = indented ?? text;
  const isLong = whole.length > MAX_SHOWN_BODY;
  return {
    text: isLong ? whole.slice(0, MAX_SHOWN_BODY) : whole,
    format: indented === null ? 'text' : 'json',
    cut: cut || isLong,
  };
}

function indentedJson(text: string): string | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
