/** `settings.*` of the IPC contract. */
import type { settingsContract } from '../../shared/ipc/contract/settings.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import type { SettingsFile } from './settings-file.ts';

export function settingsHandlers(file: SettingsFile): Handlers<typeof settingsContract> {
  return {
    'settings.watch': (_input, { emit }) => {
      emit(file.state);
      return file.subscribe(emit);
    },
    'settings.update': ({ patch }) =>
      file.update(() =>
        Object.entries(patch)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => ({ path: [key], value })),
      ),
  };
}
