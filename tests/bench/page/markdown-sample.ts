/** An answer as coding agents write them: prose, lists, a table, code. Goes round without end. */
const sample = `## What happens when a delivery fails

The queue retries **five times** and then gives up without a word. \`deliver\` in [deliver.ts](src/deliver.ts) neither waits between attempts nor tells a timeout from a refusal, so a receiver that is down for a minute loses everything that was sent to it meanwhile.

1. Wait longer after each attempt: 1 s, 2 s, 4 s, with a little chance in it.
2. Give up at once on a *4xx*: the receiver will not change its mind.
3. Keep what could not be delivered, so that a person can send it again.

Here is the first of the three, with the clock passed in so that its test does not sleep:

\`\`\`ts
export async function deliver(event: WebhookEvent, { post, wait }: Deps): Promise<Delivery> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const answer = await post(event.url, event.body);
    if (answer.status < 300) return { outcome: 'delivered', attempt };
    if (answer.status < 500) return { outcome: 'refused', status: answer.status };
    await wait(backoff(attempt));
  }
  return { outcome: 'gave-up', attempts: MAX_ATTEMPTS };
}
\`\`\`

Nothing else calls \`post\` directly, so the change stays in this file. The tests that pinned the old behaviour are these:

| Test | Before | Now |
| --- | --- | --- |
| a receiver that is down | 5 attempts at once | 5 attempts over 31 s |
| a receiver that refuses | 5 attempts | 1 attempt |
| a slow receiver | never noticed | counts as failed |

> The journal keeps failed deliveries for seven days. Sending one again makes a new entry and leaves the old one as it is.

- the dashboard needs a column for the attempt
- the metrics count *attempts*, which now take longer
- ~~the retry flag~~ is gone from the settings

`;

/** `length` characters of it from `start` on. */
export function sampleText(start: number, length: number): string {
  let text = '';
  for (let at = start % sample.length; text.length < length; at = 0)
    text += sample.slice(at, at + length - text.length);
  return text;
}
