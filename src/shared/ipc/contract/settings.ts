import { z } from 'zod';
import { request, stream } from '../method.ts';

export const themeChoice = z.enum(['system', 'light', 'dark']);
export const languageChoice = z.enum(['system', 'en', 'zh-CN']);

/** The public one. */
export const DEFAULT_AGENT_REGISTRY = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';

/** Agent processes that may live at once before idle ones are stopped. */
export const MOST_AGENTS = { least: 1, most: 64, byDefault: 16 } as const;

const envName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'letters, digits and _ only');

/** An agent that the person added: how to launch it. */
export const customAgent = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'lower-case letters, digits and - only'),
  name: z.string().trim().min(1).max(80),
  command: z.string().trim().min(1).max(4096),
  args: z.array(z.string().max(8192)).max(200).default([]),
  env: z.record(envName, z.string().max(32768)).default({}),
});
export type CustomAgent = z.infer<typeof customAgent>;

const minutes = z.number().int().min(0).max(10_080);

/** As the protocol has it (`providers/set`). */
const provider = z.object({
  apiType: z.string().min(1).max(100),
  baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
  headers: z.record(z.string().max(200), z.string().max(8192)).optional(),
});

/** What the person changed about an agent of the catalogue. What is absent stays as the catalogue has it. */
export const agentSettings = z.object({
  command: z.string().trim().min(1).max(4096).optional(),
  args: z.array(z.string().max(8192)).max(200).optional(),
  env: z.record(envName, z.string().max(32768)).default({}),
  /** Variables of the person's own environment that it gets although they are held back as a rule. */
  granted: z.array(envName).max(200).default([]),
  /** For new sessions, by the agent's own ids. */
  mode: z.string().max(200).optional(),
  options: z.record(z.string().max(200), z.union([z.string().max(1000), z.boolean()])).default({}),
  /** A turn that is silent for so long is said to be; 0: never. */
  silenceMinutes: minutes.optional(),
  /** An idle process that can be taken up again is stopped after so long; 0: never. */
  idleMinutes: minutes.optional(),
  /** Where its requests go, by the agent's own id of a provider; null: not used. Only in the settings file. */
  providers: z.record(z.string().max(200), provider.nullable()).optional(),
  /** MCP servers that it is not given; absent: it is given all. */
  mcp: z
    .object({
      off: z.array(z.string().max(200)).max(500).default([]),
      workspace: z.boolean().default(true),
    })
    .optional(),
});
export type AgentSettings = z.infer<typeof agentSettings>;

/** Without defaults: as a patch, a field that is absent stays as it is. */
const preferences = {
  theme: themeChoice,
  language: languageChoice,
  /** The agent a new session starts with; null: the bundled one. */
  defaultAgentId: z.string().max(64).nullable(),
  /** Enter sends (Shift+Enter breaks the line) or the other way round. */
  enterSends: z.boolean(),
  /** Agent processes that may live at once: over that the idle ones are stopped, and wake with the next prompt. */
  mostAgents: z.number().int().min(MOST_AGENTS.least).max(MOST_AGENTS.most),
};

export const settingsSchema = z.object({
  theme: preferences.theme.default('system'),
  language: preferences.language.default('system'),
  agents: z.array(customAgent).max(200).default([]),
  defaultAgentId: preferences.defaultAgentId.default(null),
  enterSends: preferences.enterSends.default(true),
  mostAgents: preferences.mostAgents.default(MOST_AGENTS.byDefault),
  agentSettings: z.record(z.string().max(64), agentSettings).default({}),
  /** Where the list of agents comes from; null: the copy that came with the app, without the network. */
  agentRegistry: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable()
    .default(DEFAULT_AGENT_REGISTRY),
});
export type Settings = z.infer<typeof settingsSchema>;

export type SettingsState = {
  readonly settings: Settings;
  /** What is wrong with the file, when it is: the last good settings stay in force. */
  readonly problem: { readonly message: string; readonly line: number; readonly column: number } | null;
  /** Where the file is, for showing. */
  readonly path: string;
};

export const settingsContract = {
  'settings.watch': stream<SettingsState>()(z.object({}), { merge: (_, next) => next }),
  'settings.update': request<null>()(z.object({ patch: z.object(preferences).partial() }), [
    'file-broken',
    'write-failed',
  ]),
} as const;
