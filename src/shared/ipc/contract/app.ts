import { z } from 'zod';
import { request, stream } from '../method.ts';
import type { Workspace } from './workspaces.ts';

export type AppInfo = {
  readonly version: string;
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly electron: string | null;
  readonly chrome: string | null;
  readonly node: string;
  /** BCP 47 tag of the system. */
  readonly systemLocale: string;
  readonly homeDir: string;
};

/** Asks of main that a window acts on: menu choices, a folder from a second launch. */
export type AppCommand =
  | { readonly type: 'run-command'; readonly commandId: string }
  | { readonly type: 'show-session'; readonly sessionId: string }
  | { readonly type: 'show-workspace'; readonly workspace: Workspace }
  /** What a command line asked for and did not get. */
  | {
      readonly type: 'problem';
      readonly what: 'openFolder' | 'createSession';
      readonly error: { readonly code: string; readonly message: string };
    };

export const appContract = {
  'app.info': request<AppInfo>()(z.object({})),
  /** Commands from the native menu and second launches. */
  'app.commands': stream<AppCommand>()(z.object({})),
  /** Opens a link in the system's browser. Only https, http and mailto; the UI asks first for http. */
  'app.openExternal': request<null>()(z.object({ url: z.string().max(2048) }), ['refused-url']),
  'app.copyText': request<null>()(z.object({ text: z.string().max(8 * 1024 * 1024) })),
  /** Asks where and writes the text there. `saved` false: the person thought better of it. */
  'app.saveText': request<{ readonly saved: boolean }>()(
    z.object({ suggestedName: z.string().regex(/^[\w.-]{1,100}$/), text: z.string().max(16 * 1024 * 1024) }),
    ['write-failed'],
  ),
  /** An unexpected error of the page, for main's log, under the id that the person was shown. */
  'app.reportError': request<null>()(
    z.object({
      id: z.string().regex(/^[0-9a-f]{8}$/),
      message: z.string().max(4096),
      stack: z.string().max(32_768).nullable(),
    }),
  ),
  /** What the title bar and the system's badge show. `waiting`: so many things need the person. */
  'app.setTitle': request<null>()(
    z.object({ title: z.string().max(300), waiting: z.number().int().min(0).max(100_000).optional() }),
  ),
} as const;
