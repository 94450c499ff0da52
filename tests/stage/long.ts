/** A session of a length that nobody reads at once. */
import { openFind } from '../../src/renderer/find/find-store.ts';
import { longSession } from '../bench/page/long-session.ts';
import { summaryOf, type SessionFacts } from '../../src/shared/session/select.ts';
import type { ScriptedSession } from './script.ts';
import { payments } from './world.ts';

export function fiftyThousand(): ScriptedSession {
  const facts: SessionFacts = {
    id: '50000000-0000-4000-8000-000000000000',
    workspaceId: payments.id,
    agentId: 'switchyard',
    agentName: 'Switchyard',
    cwd: payments.path,
    createdAt: Date.now() - 3_600_000,
  };
  const state = longSession(50_000);
  return { facts, state, summary: summaryOf(facts, state), ongoing: null };
}

/** As a person would: opens the bar and types. */
export function findIn(sessionId: string, text: string): void {
  openFind(sessionId);
  requestAnimationFrame(() => requestAnimationFrame(() => document.execCommand('insertText', false, text)));
}
