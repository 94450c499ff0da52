/** Asks for permission again and again, whatever the answer, and never hears a cancel. */
import { serveAgent } from './support/stdio-agent.mjs';

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

serveAgent({
  async prompt({ client, sessionId }) {
    for (let index = 1; ; index++) {
      const toolCall = {
        toolCallId: `call-${index}`,
        title: `Attempt ${index}`,
        kind: 'execute',
        rawInput: { command: 'make' },
      };
      await client.request('session/request_permission', { sessionId, toolCall, options });
    }
  },
});
