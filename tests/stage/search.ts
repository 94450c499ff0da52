/** A search that knows a few sessions by heart, an index in every state, and a check with findings. */
import type { searchContract, VerifyFrame } from '../../src/shared/ipc/contract/search.ts';
import type { Handlers } from '../../src/shared/ipc/handler.ts';
import { err, ok } from '../../src/shared/result.ts';
import type { IndexStatus, SearchHit, SearchPage } from '../../src/shared/session/search.ts';

export type StageSearch = {
  readonly status?: IndexStatus;
  readonly verify?: VerifyFrame;
};

const minute = 60_000;

export function stageSearch(
  sessionIds: readonly string[],
  {
    status = { state: 'ready', sessions: sessionIds.length, unreadable: 0 },
    verify = damaged,
  }: StageSearch = {},
): Handlers<typeof searchContract> {
  return {
    'search.query': ({ text }) => {
      if (status.state === 'off') return err({ code: 'search-off', message: 'off' });
      if (text.includes('nowhere')) return ok({ groups: [], next: null, problems: [] });
      return ok(pageOf(sessionIds));
    },
    'search.status': (_input, { emit }) => {
      emit(status);
      return undefined;
    },
    'storage.verify': (_input, { emit, end }) => {
      emit(verify);
      if (verify.type === 'report') end();
      return undefined;
    },
    'storage.repair': () => ok({ rebuilt: false, orphansRemoved: 2, sessionsRead: 3 }),
  };
}

function pageOf(sessionIds: readonly string[]): SearchPage {
  const now = Date.now();
  const found = (sessionId: string, role: SearchHit['role'], ago: number, marked: string): SearchHit => {
    const parts = marked.split(/[[\]]/);
    const matches: { from: number; to: number }[] = [];
    let snippet = '';
    parts.forEach((part, index) => {
      if (index % 2 === 1) matches.push({ from: snippet.length, to: snippet.length + part.length });
      snippet += part;
    });
    return { sessionId, turnId: 'turn-1', entryId: null, at: now - ago, role, snippet, matches };
  };
  const [first = 'a', second = 'b', third = 'c'] = sessionIds;
  return {
    groups: [
      {
        sessionId: first,
        hits: [
          found(
            first,
            'agent',
            3 * minute,
            'The [retry] loop now waits for the webhook before it gives up: [retries] are counted per delivery, not per process, so a restart no longer resets them.',
          ),
          found(first, 'tool', 5 * minute, 'Run tests npm test -- src/webhooks/[retry].spec.ts'),
          found(
            first,
            'user',
            9 * minute,
            'Make webhook deliveries [retry] with backoff, and add a test for the give-up case',
          ),
        ],
        more: 4,
      },
      {
        sessionId: second,
        hits: [
          found(
            second,
            'thought',
            80 * minute,
            '…the client already has a [retry] of its own, so wrapping it again would multiply the attempts‮ and hide the error…',
          ),
        ],
        more: 0,
      },
      {
        sessionId: third,
        hits: [
          found(third, 'title', 26 * 60 * minute, 'Why does [retry] fail?'),
          found(third, 'notice', 27 * 60 * minute, '重试失败：[retry] 之后仍然没有响应'),
        ],
        more: 9,
      },
    ],
    next: '1;',
    problems: [],
  };
}

const damaged: VerifyFrame = {
  type: 'report',
  report: {
    checked: 212,
    ok: 208,
    orphans: 2,
    indexDamaged: false,
    sessions: [
      {
        id: '5d0c1b52-6f0e-4b7e-9a53-3b6fb6a1c001',
        title: 'Move the price rules to their own module',
        events: 8123,
        bytes: 4_812_000,
        indexDiffers: false,
        verdict: 'gaps',
        gaps: 2,
        reasons: ['damaged'],
        lost: 17,
        changedSegments: 1,
      },
      {
        id: '5d0c1b52-6f0e-4b7e-9a53-3b6fb6a1c002',
        title: 'Fix the flaky checkout test',
        events: 411,
        bytes: 210_000,
        indexDiffers: true,
        verdict: 'torn',
        tornBytes: 212,
      },
      {
        id: '5d0c1b52-6f0e-4b7e-9a53-3b6fb6a1c003',
        title: 'Write the release notes',
        events: 960,
        bytes: 1_300_000,
        indexDiffers: false,
        verdict: 'newer-format',
        app: '2.0.0',
      },
      {
        id: 'odd',
        title: null,
        events: 0,
        bytes: 0,
        indexDiffers: false,
        verdict: 'unreadable',
        why: 'no-permission',
        path: '/home/dev/.config/switchyard/sessions/odd',
      },
    ],
  },
};
