/** `app.*` of the IPC contract, for one window. */
import type { AppInfo, appContract } from '../../shared/ipc/contract/app.ts';
import type { Handlers } from '../../shared/ipc/handler.ts';
import { ok } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { CommandChannel } from './command-channel.ts';
import type { ErrorLog } from './error-log.ts';
import type { SavedText } from './save-text.ts';
import type { RefusedUrl } from './external-url.ts';

export type AppHandlerPorts = {
  readonly info: AppInfo;
  readonly commands: CommandChannel;
  readonly openExternal: (url: string) => Promise<Result<null, RefusedUrl>>;
  readonly copyText: (text: string) => Promise<void>;
  readonly saveText: (suggestedName: string, text: string) => Promise<SavedText>;
  readonly setTitle: (title: string) => void;
  readonly setBadge: (count: number) => void;
  readonly errors: ErrorLog;
};

export function appHandlers(ports: AppHandlerPorts): Handlers<typeof appContract> {
  return {
    'app.info': () => ok(ports.info),
    'app.commands': (_input, { emit }) => ports.commands.subscribe(emit),
    'app.openExternal': ({ url }) => ports.openExternal(url),
    'app.copyText': async ({ text }) => {
      await ports.copyText(text);
      return ok(null);
    },
    'app.saveText': ({ suggestedName, text }) => ports.saveText(suggestedName, text),
    'app.reportError': ({ id, message, stack }) => {
      ports.errors.report({ message, stack }, 'page', id);
      return ok(null);
    },
    'app.setTitle': ({ title, waiting }) => {
      ports.setTitle(title);
      if (waiting !== undefined) ports.setBadge(waiting);
      return ok(null);
    },
  };
}
