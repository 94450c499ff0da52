/** Secrets where a person may have them, and where they are found afterwards. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const APP_NAMES = [
  ...['OPENAI', 'ANTHROPIC', 'GEMINI', 'MISTRAL', 'GROQ', 'XAI', 'OPENROUTER', 'DEEPSEEK'].map(
    (name) => `${name}_API_KEY`,
  ),
  ...['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'SESSION_TOKEN', 'PROFILE_SECRET'].map((name) => `AWS_${name}`),
  ...['GH_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_TOKEN', 'GITLAB_TOKEN', 'NPM_TOKEN', 'NODE_AUTH_TOKEN'],
  ...['PYPI_TOKEN', 'CARGO_REGISTRY_TOKEN', 'HF_TOKEN', 'SLACK_TOKEN', 'SENTRY_AUTH_TOKEN', 'VERCEL_TOKEN'],
  ...['DATABASE_PASSWORD', 'PGPASSWORD', 'MYSQL_PWD', 'REDIS_URL', 'DATABASE_URL', 'STRIPE_SECRET'],
  ...['AZURE_CLIENT_SECRET', 'GOOGLE_CREDENTIALS', 'XDG_TOKEN', 'LC_SECRET', 'ELECTRON_RUN_SECRET', 'MY_PAT'],
  ...['TWILIO_AUTH_TOKEN', 'DOCKER_PASSWORD', 'JIRA_API_TOKEN', 'VAULT_TOKEN'],
];
const SETTINGS_NAMES = ['SETTING_API_KEY', 'SETTING_TOKEN', 'SETTING_PASSWORD', 'SIGN_IN_CODE_TOKEN'];
const SERVER_NAMES = ['SERVER_API_KEY', 'SERVER_TOKEN', 'SERVER_SECRET', 'SERVER_WORDS'];
const SERVER_REFERRED = 'SERVER_REFERRED_TOKEN';
export const GRANTED_NAME = 'GRANTED_TOKEN';

/** By name. `app` holds all that stand in the app's own environment. */
export type Canaries = {
  readonly app: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly server: Readonly<Record<string, string>>;
  readonly all: readonly (readonly [name: string, value: string])[];
};

export function makeCanaries(random: () => number): Canaries {
  const value = () =>
    `canary${Array.from({ length: 24 }, () => Math.floor(random() * 36).toString(36)).join('')}`;
  const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, value()]));
  const app = named([...APP_NAMES, GRANTED_NAME, SERVER_REFERRED]);
  const settings = named(SETTINGS_NAMES);
  const server = named(SERVER_NAMES);
  return { app, settings, server, all: [app, settings, server].flatMap((each) => Object.entries(each)) };
}

export function namesIn(text: string, { all }: Pick<Canaries, 'all'>): readonly string[] {
  return all.filter(([, value]) => text.includes(value)).map(([name]) => name);
}

/** Of every file below the folder, by its path in it. */
export async function searchFolder(
  folder: string,
  canaries: Canaries,
): Promise<readonly { readonly path: string; readonly names: readonly string[] }[]> {
  const found: { path: string; names: readonly string[] }[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Byte by byte: nothing is left out for not being text.
    found.push({
      path: path.slice(folder.length + 1),
      names: namesIn(await readFile(path, 'latin1'), canaries),
    });
  }
  return found;
}
