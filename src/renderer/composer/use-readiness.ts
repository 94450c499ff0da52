import { useMemo } from 'react';
import { useSession, type SessionView } from '../sessions/session-context.tsx';
import { readinessOf, type Readiness } from './readiness.ts';

export function readinessIn({ state, summary }: SessionView): Readiness {
  return readinessOf({
    phase: state.phase.name,
    runs: state.active !== null,
    signsIn: state.signIn !== null,
    record: summary?.record.type ?? 'saved',
  });
}

export function useReadiness(): Readiness {
  const phase = useSession(({ state }) => state.phase.name);
  const runs = useSession(({ state }) => state.active !== null);
  const signsIn = useSession(({ state }) => state.signIn !== null);
  const record = useSession(({ summary }) => summary?.record.type ?? 'saved');
  return useMemo(() => readinessOf({ phase, runs, signsIn, record }), [phase, runs, signsIn, record]);
}
