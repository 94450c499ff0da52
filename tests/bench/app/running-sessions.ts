/** Eight sessions of the real app whose turns run without saying anything. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';

export const agentId = 'waits';

export async function writeWaitingAgent(userDataDir: string, project: string): Promise<void> {
  const agent = {
    id: agentId,
    name: 'Waits',
    command: process.execPath,
    args: [
      join(project, 'tests/agents/scripted-agent.mjs'),
      JSON.stringify({ turns: [[{ think: 'Waiting for the tests' }, { sleepMs: 600_000 }]] }),
    ],
  };
  await mkdir(userDataDir, { recursive: true });
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify({ agents: [agent] }));
}

/** Over a port of its own, after which the page is loaded anew: what the page shows is then the app's own. */
export async function runSessions(page: Page, count: number): Promise<void> {
  await page.evaluate(`(${inPage})(${count}, '${agentId}')`);
  await page.reload();
  await page
    .locator('[data-session-row] [data-status="running"]')
    .nth(count - 1)
    .waitFor();
}

const inPage = `async (count, agentId) => {
  const port = await new Promise((resolve) => {
    addEventListener('message', function listen({ data, ports }) {
      if (data?.type !== 'switchyard:port-here') return;
      removeEventListener('message', listen);
      resolve(ports[0]);
    });
    postMessage({ type: 'switchyard:port-wanted' }, location.origin);
  });
  let id = 0;
  const waiting = new Map();
  port.onmessage = ({ data }) => waiting.get(data.id)?.(data);
  const ask = (frame, method, input) => new Promise((resolve, reject) => {
    const own = id++;
    waiting.set(own, (answer) => {
      if (answer.frame === 'batch') resolve(answer.events.at(-1));
      else if (answer.ok) resolve(answer.value);
      else reject(new Error(JSON.stringify(answer.error)));
    });
    port.postMessage({ frame, id: own, method, input });
  });
  const [workspace] = await ask('subscribe', 'workspaces.watch', {});
  for (let made = 0; made < count; made++) {
    const { sessionId } = await ask('request', 'sessions.create', { workspaceId: workspace.id, agentId });
    const prompt = [{ type: 'text', text: 'Go on with part ' + made }];
    await ask('request', 'session.prompt', { sessionId, prompt });
  }
}`;
