/** Conversations that an agent keeps, asked anew whenever the choice changes. */
import { useEffect, useState } from 'react';
import type { ImportableSession } from '../../shared/ipc/contract/going-on.ts';
import type { AnyIpcError } from '../shell/error-words.ts';
import { useServices } from '../shell/services.tsx';

export type Importable =
  | { readonly type: 'asking' }
  | { readonly type: 'told'; readonly sessions: readonly ImportableSession[] }
  | { readonly type: 'refused'; readonly error: AnyIpcError };

const asking: Importable = { type: 'asking' };

export function useImportable(workspaceId: string, agentId: string) {
  const { client } = useServices();
  const [attempt, setAttempt] = useState(0);
  const key = `${attempt}/${agentId}/${workspaceId}`;
  const [answered, setAnswered] = useState<{ readonly key: string; readonly importable: Importable } | null>(
    null,
  );
  useEffect(() => {
    let isWanted = true;
    void client.request('sessions.importable', { workspaceId, agentId }).then((answer) => {
      if (!isWanted) return;
      const importable: Importable = answer.ok
        ? { type: 'told', sessions: answer.value }
        : { type: 'refused', error: answer.error };
      setAnswered({ key, importable });
    });
    return () => {
      isWanted = false;
    };
  }, [client, key, workspaceId, agentId]);
  return {
    importable: answered?.key === key ? answered.importable : asking,
    again: () => setAttempt((before) => before + 1),
  };
}
