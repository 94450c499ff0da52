import { expect, test } from 'vitest';
import type { SessionSummary } from '../../shared/session/select.ts';
import { sampleSummary } from '../../shared/session/testing/sample-summary.ts';
import { announcements } from './announcer.ts';

function session(status: SessionSummary['status'], requestId: string | null = null): SessionSummary {
  return sampleSummary({
    id: 's',
    status,
    activity: status === 'idle' ? { type: 'finished' } : { type: 'writing' },
    pending: requestId === null ? [] : [{ requestId, kind: 'execute', subject: 'x', askedAt: 0 }],
  });
}

function said(before: SessionSummary | null, after: SessionSummary): readonly string[] {
  const list = (one: SessionSummary | null) => ({
    loaded: true,
    placedAt: new Map(),
    ids: one === null ? [] : [one.id],
    byId: new Map(one === null ? [] : [[one.id, one]]),
  });
  return announcements(list(before), list(after)).map(({ kind }) => kind);
}

test('a change that needs the person, fails or finishes is said once', () => {
  expect([
    said(session('running'), session('needs-permission', 'r1')),
    said(session('needs-permission', 'r1'), session('needs-permission', 'r1')),
    said(session('needs-permission', 'r1'), session('needs-permission', 'r2')),
    said(session('running'), session('failed')),
    said(session('running'), session('finished-unread')),
    said(session('running'), session('idle')),
  ]).toEqual([['permission'], [], ['permission'], ['failed'], ['finished'], ['finished']]);
});

test('streaming, reading and sessions seen for the first time are silent', () => {
  expect([
    said(session('running'), session('running')),
    said(session('finished-unread'), session('idle')),
    said(null, session('failed')),
  ]).toEqual([[], [], []]);
});
