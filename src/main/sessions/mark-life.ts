/** What happens to a session, as marks in its protocol log: they stand between the messages that caused them. */
import type { SessionEventBody } from '../../shared/session/event.ts';
import type { ProtocolLog } from '../agents/protocol-log.ts';

export function markLife(log: ProtocolLog, bodies: readonly SessionEventBody[]): void {
  for (const body of bodies) {
    switch (body.type) {
      case 'agent-starting':
        log.mark('stage', body.stage);
        break;
      case 'agent-ready':
        log.mark('ready', [body.agent.name, body.agent.version].filter((text) => text !== null).join(' '));
        break;
      case 'turn-started':
        log.mark('turn-started');
        break;
      case 'turn-cancelling':
        log.mark('turn-cancelling');
        break;
      case 'turn-ended':
        log.mark('turn-ended', body.outcome.type === 'stopped' ? body.outcome.reason : body.outcome.type);
        break;
      case 'agent-failed':
        log.mark('failed', `${body.failure.code}: ${body.failure.message}`);
        break;
      case 'agent-stopped':
        log.mark('stopped', body.how);
        break;
      default:
        break;
    }
  }
}
