/** Updates as an agent streams them: messages in pieces of 20 characters, calls that change some times. */
import type { SessionEvent, SessionEventBody } from '../../../src/shared/session/event.ts';
import { sampleText } from '../page/markdown-sample.ts';

export function longUpdates(count: number): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  const add = (body: SessionEventBody) => {
    // As parsed: no text is shared with another update.
    const own = JSON.parse(JSON.stringify(body)) as SessionEventBody;
    events.push({ ...own, seq: events.length + 1, at: events.length });
  };
  for (let item = 0; events.length < count; item += 1) {
    if (item % 200 === 0) {
      if (item > 0) {
        add({
          type: 'turn-ended',
          turnId: `t${item - 200}`,
          outcome: { type: 'stopped', reason: 'end_turn' },
        });
      }
      add({ type: 'turn-started', turnId: `t${item}`, prompt: [{ type: 'text', text: `Round ${item}` }] });
    }
    for (let piece = 0; piece < 14; piece += 1) {
      const text = sampleText(item * 280 + piece * 20, 20);
      add({ type: 'message-chunk', role: 'agent', messageId: null, content: { type: 'text', text } });
    }
    const toolCallId = `c${item}`;
    add({
      type: 'tool-call',
      patch: { toolCallId, title: `Read part ${item}`, kind: 'read', status: 'pending' },
    });
    add({ type: 'tool-call', patch: { toolCallId, status: 'in_progress' } });
    const output = sampleText(item * 31, 1500);
    add({
      type: 'tool-call',
      patch: {
        toolCallId,
        status: 'completed',
        content: [{ type: 'content', block: { type: 'text', text: output } }],
      },
    });
  }
  return events;
}
