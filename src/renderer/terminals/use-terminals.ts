import { useEffect, useState } from 'react';
import type { TerminalInfo } from '../../shared/ipc/contract/terminals.ts';
import { useServices } from '../shell/services.tsx';

/** The terminals of a workspace; null until main has told. */
export function useTerminals(workspaceId: string | null): readonly TerminalInfo[] | null {
  const { client } = useServices();
  const [all, setAll] = useState<readonly TerminalInfo[] | null>(null);
  useEffect(
    () =>
      client.subscribe(
        'terminals.watch',
        {},
        {
          onBatch: (events) => {
            const last = events.at(-1);
            if (last !== undefined) setAll(last);
          },
        },
      ),
    [client],
  );
  return all === null ? null : all.filter((terminal) => terminal.workspaceId === workspaceId);
}
