/** The settings of one agent as text, and what they mean: parsed with the contract's own schema. */
import type { CatalogueEntry } from '../../shared/ipc/contract/catalogue.ts';
import { agentSettings, type AgentSettings } from '../../shared/ipc/contract/settings.ts';
import { linesOf, readEnv, type DraftProblem } from './agent-draft.ts';

export type SettingsDraft = {
  readonly command: string;
  /** One a line. */
  readonly args: string;
  /** One NAME=value a line. */
  readonly env: string;
  readonly mode: string;
  /** One id=value a line. */
  readonly options: string;
  readonly silenceMinutes: string;
  readonly idleMinutes: string;
};
export type SettingsField = keyof SettingsDraft;
export type SettingsProblem =
  | { readonly field: 'env'; readonly problem: DraftProblem }
  | { readonly field: 'options'; readonly line: number }
  | { readonly field: SettingsField; readonly message: string };

type Settings = CatalogueEntry['settings'];

export function settingsDraftOf(settings: Settings): SettingsDraft {
  const { command, args, envNames, mode, options, silenceMinutes, idleMinutes } = settings;
  return {
    command: command ?? '',
    args: (args ?? []).join('\n'),
    env: envNames.map((name) => `${name}=`).join('\n'),
    mode: mode ?? '',
    options: Object.entries(options)
      .map(([id, value]) => `${id}=${value}`)
      .join('\n'),
    silenceMinutes: silenceMinutes === null ? '' : String(silenceMinutes),
    idleMinutes: idleMinutes === null ? '' : String(idleMinutes),
  };
}

/** What is stored now, to be sent back with one thing changed. An empty value keeps the one that is stored. */
export function unchanged(settings: Settings): AgentSettings {
  const { command, args, envNames, granted, mode, options, silenceMinutes, idleMinutes } = settings;
  return {
    ...(command === null ? {} : { command }),
    ...(args === null ? {} : { args: [...args] }),
    env: Object.fromEntries(envNames.map((name) => [name, ''])),
    granted: [...granted],
    ...(mode === null ? {} : { mode }),
    options: { ...options },
    ...(silenceMinutes === null ? {} : { silenceMinutes }),
    ...(idleMinutes === null ? {} : { idleMinutes }),
  };
}

export function readSettingsDraft(
  draft: SettingsDraft,
  granted: readonly string[],
):
  | { readonly ok: true; readonly settings: AgentSettings }
  | { readonly ok: false; readonly problem: SettingsProblem } {
  const env = readEnv(draft.env);
  if ('problem' in env) return { ok: false, problem: { field: 'env', problem: env.problem } };
  const options: Record<string, string | boolean> = {};
  for (const [index, line] of draft.options.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    if (at <= 0) return { ok: false, problem: { field: 'options', line: index + 1 } };
    const value = line.slice(at + 1).trim();
    options[line.slice(0, at).trim()] = value === 'true' || value === 'false' ? value === 'true' : value;
  }
  const args = linesOf(draft.args);
  const parsed = agentSettings.safeParse({
    ...(draft.command.trim() === '' ? {} : { command: draft.command }),
    ...(args.length === 0 ? {} : { args }),
    env: env.values,
    granted,
    ...(draft.mode.trim() === '' ? {} : { mode: draft.mode.trim() }),
    options,
    ...minutesOf('silenceMinutes', draft),
    ...minutesOf('idleMinutes', draft),
  });
  if (parsed.success) return { ok: true, settings: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    ok: false,
    problem: { field: String(issue?.path[0] ?? 'command') as SettingsField, message: issue?.message ?? '' },
  };
}

/** What is no number is left for the schema to name. */
function minutesOf<Field extends 'silenceMinutes' | 'idleMinutes'>(
  field: Field,
  draft: SettingsDraft,
): object {
  const text = draft[field].trim();
  return text === '' ? {} : { [field]: Number(text) };
}
