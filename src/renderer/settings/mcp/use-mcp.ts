/** MCP servers as long as somebody looks at them, and asking main to change them. */
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import type { McpState } from '../../../shared/ipc/contract/mcp.ts';
import { describeError, type AnyIpcError } from '../../shell/error-words.ts';
import { useServices, type Services } from '../../shell/services.tsx';

/** Null until main has told. */
export function useMcp(): McpState | null {
  const { client } = useServices();
  const [state, setState] = useState<McpState | null>(null);
  useEffect(
    () =>
      client.subscribe(
        'mcp.watch',
        {},
        { onBatch: (states) => setState(states.at(-1) ?? null), onEnd: () => {} },
      ),
    [client],
  );
  return state;
}

const OWN = ['id-taken', 'not-found', 'changed', 'no-encryption'] as const;

export function mcpErrorWords(error: AnyIpcError): string {
  const own = OWN.find((each) => each === error.code);
  return own === undefined ? describeError(i18next.t, error) : i18next.t(`mcp:errors.${own}`);
}

/** False when it did not work, which a notice has said. */
export async function askMcp(
  services: Services,
  answer: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: AnyIpcError }>,
): Promise<boolean> {
  const answered = await answer;
  if (answered.ok) return true;
  services.notices.show({
    tone: 'fail',
    title: i18next.t('mcp:errors.title'),
    body: mcpErrorWords(answered.error),
  });
  return false;
}
