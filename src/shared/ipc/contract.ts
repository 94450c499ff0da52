/** The whole IPC contract: method name to declaration. One file per domain below `contract/`. */
import { agentsContract } from './contract/agents.ts';
import { appContract } from './contract/app.ts';
import { catalogueContract } from './contract/catalogue.ts';
import { doctorContract } from './contract/doctor.ts';
import { draftsContract } from './contract/drafts.ts';
import { exportContract } from './contract/export.ts';
import { filesContract } from './contract/files.ts';
import { goingOnContract } from './contract/going-on.ts';
import { mcpContract } from './contract/mcp.ts';
import { processContract } from './contract/process.ts';
import { permissionsContract } from './contract/permissions.ts';
import { protocolContract } from './contract/protocol.ts';
import { searchContract } from './contract/search.ts';
import { sessionsContract } from './contract/sessions.ts';
import { settingsContract } from './contract/settings.ts';
import { signInContract } from './contract/sign-in.ts';
import { storageContract } from './contract/storage.ts';
import { terminalsContract } from './contract/terminals.ts';
import { trashContract } from './contract/trash.ts';
import { usageContract } from './contract/usage.ts';
import { workspacesContract } from './contract/workspaces.ts';

export const contract = {
  ...appContract,
  ...settingsContract,
  ...agentsContract,
  ...catalogueContract,
  ...workspacesContract,
  ...filesContract,
  ...draftsContract,
  ...exportContract,
  ...usageContract,
  ...sessionsContract,
  ...trashContract,
  ...goingOnContract,
  ...signInContract,
  ...protocolContract,
  ...processContract,
  ...doctorContract,
  ...mcpContract,
  ...storageContract,
  ...permissionsContract,
  ...searchContract,
  ...terminalsContract,
} as const;

export type Contract = typeof contract;
