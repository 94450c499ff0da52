/** `search.*`, and the check of what is stored, of the IPC contract. */
import type { searchContract } from '../../../shared/ipc/contract/search.ts';
import type { Handlers } from '../../../shared/ipc/handler.ts';
import { err, ok } from '../../../shared/result.ts';
import type { SearchQuery } from '../../../shared/session/search.ts';
import { IndexUnavailableError, type SessionIndex } from './session-index.ts';

/** Null: it was not started. */
export function searchHandlers(index: SessionIndex | null): Handlers<typeof searchContract> {
  if (index === null) return notStarted;
  return {
    'search.query': async (input, { signal }) => {
      try {
        return ok(await index.search(withoutGaps(input), signal));
      } catch (error) {
        return err(problemOf(error));
      }
    },
    'search.status': (_input, { emit }) => index.watchStatus(emit),
    'storage.verify': (_input, { emit, end, signal }) => {
      index
        .verify((progress) => emit({ type: 'progress', progress }), signal)
        .then(
          (report) => {
            emit({ type: 'report', report });
            end();
          },
          (error: unknown) => end(problemOf(error)),
        );
      return undefined;
    },
    'storage.repair': async () => {
      try {
        return ok(await index.repair());
      } catch (error) {
        return err(problemOf(error));
      }
    },
  };
}

const off = { code: 'search-off', message: 'the index was not started' } as const;
const notStarted: Handlers<typeof searchContract> = {
  'search.query': () => err(off),
  'search.status': (_input, { emit }) => {
    emit({ state: 'off', why: 'not-started', detail: '' });
    return undefined;
  },
  'storage.verify': (_input, { end }) => {
    end(off);
    return undefined;
  },
  'storage.repair': () => err(off),
};

function withoutGaps(input: {
  readonly [Name in keyof SearchQuery]: SearchQuery[Name] | undefined;
}): SearchQuery {
  const { text, unfinished, sessionId, cursor, limit, perSession } = input;
  return {
    text: text ?? '',
    ...(unfinished === undefined ? {} : { unfinished }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(limit === undefined ? {} : { limit }),
    ...(perSession === undefined ? {} : { perSession }),
  };
}

function problemOf(error: unknown): { readonly code: 'search-off' | 'not-now'; readonly message: string } {
  const code = error instanceof IndexUnavailableError ? error.code : 'failed';
  const message = error instanceof Error ? error.message : String(error);
  return { code: code === 'off' || code === 'closed' ? 'search-off' : 'not-now', message };
}
