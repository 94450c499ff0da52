/** What concerns an agent as a whole and no session: with whose account it works, where its requests go. */
import type { SessionEventBody } from '../../shared/session/event.ts';
import { decodeAccount, decodeOlderAccount, type AgentAccount } from '../../shared/session/sign-in.ts';
import { AgentRequestError } from './agent-link.ts';
import type { AgentLaunch } from './agent-link.ts';
import type { answerAgentRequests } from './agent-requests.ts';

type ClientApp = ReturnType<typeof answerAgentRequests>;

/** Agents tell it by themselves whenever it changes, the older ones under a name of their own. */
export function hearAccount(app: ClientApp, onAccount: (account: AgentAccount) => void): void {
  const tell = ({ params }: { readonly params: AgentAccount | null }) => {
    if (params !== null) onAccount(params);
  };
  app.onNotification('auth/status_update', decodeAccount, tell);
  app.onNotification('_auth/status_update', decodeOlderAccount, tell);
}

export function accountEvent(account: AgentAccount): SessionEventBody {
  return { type: 'account', account };
}

/**
 * Sends the person's choice of providers. Rejects with AgentRequestError when one is not taken: an agent that
 * went on would send its requests elsewhere, and somebody else would be billed for them.
 */
export async function chooseProviders(
  providers: NonNullable<AgentLaunch['providers']>,
  { offered, request }: { offered: boolean; request: (method: string, params: object) => Promise<unknown> },
): Promise<void> {
  for (const [providerId, choice] of Object.entries(providers)) {
    if (!offered) {
      throw new AgentRequestError(
        -32601,
        `its settings name the provider "${providerId}", but it has none to choose`,
      );
    }
    try {
      await (choice === null
        ? request('providers/disable', { providerId })
        : request('providers/set', { providerId, ...choice }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const code = error instanceof AgentRequestError ? error.code : -32603;
      throw new AgentRequestError(code, `it did not take the provider "${providerId}": ${reason}`);
    }
  }
}
