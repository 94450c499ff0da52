/** Conversations that an agent keeps by itself, as main tells of them. */
import type { Handlers } from '../../src/shared/ipc/handler.ts';
import type { goingOnContract } from '../../src/shared/ipc/contract/going-on.ts';
import { err, ok } from '../../src/shared/result.ts';

export type StageImportable = ReturnType<Handlers<typeof goingOnContract>['sessions.importable']>;

const ago = (ms: number) => Date.now() - ms;

export const keptElsewhere = (): StageImportable =>
  ok([
    {
      acpSessionId: 'ses_5f1c0e7ab',
      title: 'Retry deliveries with a backoff and a dead letter queue for what never arrives',
      updatedAt: ago(42 * 60_000),
    },
    {
      acpSessionId: 'ses_41d00c9e2',
      title: 'Why is the invoice query slow?',
      updatedAt: ago(26 * 3_600_000),
    },
    { acpSessionId: 'ses_0a9917bd4', title: null, updatedAt: ago(9 * 24 * 3_600_000) },
    { acpSessionId: 'ses_00b2cc311', title: 'Rename the cart reducer', updatedAt: null },
  ]);

export const cannotList: StageImportable = err({ code: 'not-offered', message: 'it cannot list' });
export const didNotTell: StageImportable = err({
  code: 'agent-refused',
  message: 'the agent did not tell in time',
});
/** It never answers. */
export const stillAsks: StageImportable = new Promise(() => undefined);
