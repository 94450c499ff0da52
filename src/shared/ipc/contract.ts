/** The whole IPC contract: method name to declaration. One file per domain below `contract/`. */
import { agentsContract } from './contract/agents.ts';
import { appContract } from './contract/app.ts';
import { catalogueContract } from './contract/catalogue.ts';
import { filesContract } from './contract/files.ts';
import { sessionsContract } from './contract/sessions.ts';
import { protocolContract } from './contract/protocol.ts';
import { settingsContract } from './contract/settings.ts';
import { workspacesContract } from './contract/workspaces.ts';

export const contract = {
  ...appContract,
  ...settingsContract,
  ...agentsContract,
  ...workspacesContract,
  ...catalogueContract,
  ...filesContract,
  ...sessionsContract,
} as const;

export type Contract = typeof contract;
  ...signInContract,
  ...protocolContract,
