/** Agents of `tests/agents` as a person would add them, and the settings file of an app that knows them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const agentsDir = join(__dirname, '../agents');

export type TestAgent = {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** One step of a scenario; `tests/agents/scripted-agent.mjs` says which there are. */
export type Step = Readonly<Record<string, unknown>>;
export type Scenario = { readonly turns: readonly (readonly Step[])[]; readonly [key: string]: unknown };

/** Does what the scenario says. */
export function scripted(name: string, scenario: Scenario): TestAgent {
  return testAgent(name, 'scripted-agent.mjs', [JSON.stringify(scenario)]);
}

export function testAgent(name: string, program: string, args: readonly string[] = []): TestAgent {
  return {
    id: name.toLowerCase().replaceAll(' ', '-'),
    name,
    command: process.execPath,
    args: [join(agentsDir, program), ...args],
  };
}

/** Before the app starts. */
export async function writeSettings(
  userDataDir: string,
  settings: { readonly agents?: readonly TestAgent[]; readonly [key: string]: unknown },
): Promise<void> {
  await mkdir(userDataDir, { recursive: true });
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify(settings, null, 2));
}
