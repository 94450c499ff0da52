/** Every command of the window. New ones are added to one of the lists it is made of. */
import type { Services } from '../services.tsx';
import { appCommands } from './app-commands.ts';
import type { Command } from './command.ts';
import type { Platform } from './key.ts';
import { sessionCommands } from './session-commands.ts';
import { transcriptCommands } from './transcript-commands.ts';
import { viewCommands } from './view-commands.ts';

export type Registry = {
  readonly all: readonly Command[];
  readonly byId: ReadonlyMap<string, Command>;
  readonly platform: Platform;
};

export function createRegistry(services: Services, platform: Platform): Registry {
  const all = [
    ...appCommands(services),
    ...viewCommands(services, platform),
    ...sessionCommands(services, platform),
    ...transcriptCommands(services),
  ];
  const byId = new Map<string, Command>();
  for (const command of all) {
    if (byId.has(command.id)) throw new Error(`two commands with the id ${command.id}`);
    byId.set(command.id, command);
  }
  return { all, byId, platform };
}

/** Runs a command by id when it is there and enabled; says whether it ran. */
export function runCommand(registry: Registry, id: string): boolean {
  const command = registry.byId.get(id);
  if (command === undefined || !command.enabled()) return false;
  command.run();
  return true;
}
