import { z } from 'zod';
import { request, stream } from '../method.ts';

export const themeChoice = z.enum(['system', 'light', 'dark']);
export const languageChoice = z.enum(['system', 'en', 'zh-CN']);

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

/** Without defaults: as a patch, a field that is absent stays as it is. */
const preferences = {
  theme: themeChoice,
  language: languageChoice,
  /** The agent a new session starts with; null: the bundled one. */
  defaultAgentId: z.string().max(64).nullable(),
  /** Enter sends (Shift+Enter breaks the line) or the other way round. */
  enterSends: z.boolean(),
};

export const settingsSchema = z.object({
  theme: preferences.theme.default('system'),
  language: preferences.language.default('system'),
  agents: z.array(customAgent).max(200).default([]),
  defaultAgentId: preferences.defaultAgentId.default(null),
  enterSends: preferences.enterSends.default(true),
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
