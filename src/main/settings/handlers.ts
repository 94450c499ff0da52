/** `settings.*` of the IPC contract. */
import type { Settings, SettingsState } from '../../shared/ipc/contract/settings.ts';
import type { SettingsFile } from './settings-file.ts';

export function settingsHandlers(file: SettingsFile) {
  return {
    'settings.watch': (_input: unknown, { emit }: { emit: (state: SettingsState) => void }) => {
      emit(file.state);
      return file.subscribe(emit);
    },
    'settings.update': ({ patch }: { patch: Partial<Omit<Settings, 'agents'>> }) =>
      file.update(() => Object.entries(patch).map(([key, value]) => ({ path: [key], value }))),
  };
}
