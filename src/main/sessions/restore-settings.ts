/** The mode and the options that a session had, given again to an agent that forgot them. */
import type { ConfigOption, SessionModes } from '../../shared/session/content.ts';
import type { SessionState } from '../../shared/session/state.ts';

export type WantedSettings = {
  readonly modeId: string | null;
  readonly options: ReadonlyMap<string, string | boolean>;
};

type Settings = {
  readonly modes: SessionModes | null;
  readonly options: readonly ConfigOption[] | null;
};

/** The agent that they are given to. */
export type SettingsTarget = {
  setMode(modeId: string): Promise<void>;
  setOption(optionId: string, value: string | boolean): Promise<readonly ConfigOption[]>;
};

/** As they are now. */
export function wantedSettings({ modes, options }: SessionState): WantedSettings {
  return {
    modeId: modes?.currentModeId ?? null,
    options: new Map((options ?? []).map(({ id, value }) => [id, value])),
  };
}

/**
 * What holds after it. What the agent no longer offers, or refuses, stays as the agent has it. One that does not
 * say how things stand may have forgotten them too.
 */
export async function restoreSettings(
  agent: SettingsTarget,
  opened: Settings,
  wanted: WantedSettings,
): Promise<Settings> {
  let { modes, options } = opened;
  const { modeId } = wanted;
  if (modeId !== null && modes?.currentModeId !== modeId) {
    const isOffered = modes === null || modes.available.some(({ id }) => id === modeId);
    const isSet = isOffered && (await succeeds(agent.setMode(modeId)));
    if (isSet && modes !== null) modes = { ...modes, currentModeId: modeId };
  }
  for (const [id, value] of wanted.options) {
    const option = options?.find((each) => each.id === id);
    if (option === undefined || option.value === value || typeof option.value !== typeof value) continue;
    options = await agent.setOption(id, value).catch(() => options);
  }
  return { modes, options };
}

async function succeeds(asked: Promise<void>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch {
    return false;
  }
}
