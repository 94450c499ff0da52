/** `drafts.*` of the IPC contract. */
import type { draftsContract } from '../../../shared/ipc/contract/drafts.ts';
import type { Handlers } from '../../../shared/ipc/handler.ts';
import { ok } from '../../../shared/result.ts';
import type { DraftFile } from './draft-file.ts';

export function draftsHandlers(drafts: DraftFile): Handlers<typeof draftsContract> {
  return {
    'drafts.all': () => ok(drafts.all()),
    'drafts.keep': ({ place, draft }) => {
      drafts.keep(place, draft);
      return ok(null);
    },
    'drafts.sent': ({ text }) => {
      drafts.sent(text);
      return ok(null);
    },
  };
}
