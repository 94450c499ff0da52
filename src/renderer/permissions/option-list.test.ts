import { describe, expect, test } from 'vitest';
import type { PermissionOption, PermissionOptionKind } from '../../shared/session/content.ts';
import { listOptions, mostOptions } from './option-list.ts';

type Short = readonly [id: string, kind: PermissionOptionKind | null, name?: string];

function options(...short: readonly Short[]): readonly PermissionOption[] {
  return short.map(([optionId, kind, name]) => ({ optionId, kind, name: name ?? optionId }));
}

function offers(list: readonly PermissionOption[], argumentsGiven = true) {
  const result = listOptions(list, { argumentsGiven });
  return {
    offered: result.offered.map((option) => option.optionId),
    troubles: result.troubles,
    hidden: result.hidden,
    needsCancel: result.needsCancel,
  };
}

const clean = { troubles: [], hidden: 0, needsCancel: false };

describe('option sets that agents send', () => {
  test.each<[string, readonly Short[]]>([
    ['claude', [['allow-once', 'allow_once', 'Yes'], ['allow-with-updates', 'allow_always', 'Yes, allow all edits'], ['reject', 'reject_once', 'No']]],
    ['claude without always', [['allow-once', 'allow_once'], ['reject', 'reject_once']]],
    ['claude with reject first', [['reject', 'reject_once'], ['allow-once', 'allow_once']]],
    ['claude leaving plan mode', [['exit-plan-default', 'allow_once'], ['exit-plan-auto', 'allow_always'], ['exit-plan-clear-auto', 'allow_always'], ['reject', 'reject_once']]],
    ['claude over Zed', [['allow_always', 'allow_always'], ['allow', 'allow_once'], ['reject', 'reject_once']]],
    ['codex', [['allow_once', 'allow_once'], ['allow_for_session', 'allow_always'], ['cancel', 'reject_once']]],
    ['codex over Zed', [['approved', 'allow_once'], ['approved-for-session', 'allow_always'], ['approved-always', 'allow_always'], ['cancel', 'reject_once']]],
    ['gemini for a tool', [['proceed_always_server', 'allow_always'], ['proceed_always_tool', 'allow_always'], ['proceed_once', 'allow_once'], ['cancel', 'reject_once']]],
    ['qwen for project and user', [['proceed_always_project', 'allow_always'], ['proceed_always_user', 'allow_always'], ['proceed_once', 'allow_once'], ['cancel', 'reject_once']]],
    ['qwen with two allow_once', [['restore_previous', 'allow_once'], ['proceed_always', 'allow_always'], ['proceed_once', 'allow_once'], ['cancel', 'reject_once']]],
    ['opencode', [['once', 'allow_once'], ['always', 'allow_always'], ['reject', 'reject_once']]],
    ['copilot', [['allow_once', 'allow_once'], ['allow_always', 'allow_always'], ['reject_once', 'reject_once', 'Deny']]],
    ['all four kinds', [['a', 'allow_once'], ['b', 'allow_always'], ['c', 'reject_once'], ['d', 'reject_always']]],
    ['exactly eight', [['1', 'allow_once'], ['2', 'allow_once'], ['3', 'allow_once'], ['4', 'allow_once'], ['5', 'allow_once'], ['6', 'allow_once'], ['7', 'allow_once'], ['8', 'reject_once']]],
  ])('%s: all are offered in the agent\'s order', (_name, short) => {
    expect(offers(options(...short))).toEqual({ ...clean, offered: short.map(([id]) => id) });
  }); // prettier-ignore
});

describe('forged option sets', () => {
  test.each<[string, readonly PermissionOption[], ReturnType<typeof offers>]>([
    ['an unknown kind leaves only the noes', options(['a', 'allow_once'], ['x', null], ['r', 'reject_once']), { offered: ['r'], troubles: ['unknown-kind'], hidden: 2, needsCancel: false }],
    ['an unknown kind alone leaves the end of the turn', options(['x', null]), { offered: [], troubles: ['unknown-kind', 'none'], hidden: 1, needsCancel: true }],
    ['two with one id leave only the noes', options(['a', 'allow_once'], ['a', 'allow_always'], ['r', 'reject_once']), { offered: ['r'], troubles: ['duplicate-id'], hidden: 2, needsCancel: false }],
    ['an allow and a reject with one id leave the end of the turn', options(['same', 'allow_once', 'Allow'], ['same', 'reject_once', 'Reject']), { offered: [], troubles: ['duplicate-id', 'none'], hidden: 2, needsCancel: true }],
    ['two rejects with one id are not offered, another reject is', options(['r', 'reject_once'], ['r', 'reject_always'], ['s', 'reject_once']), { offered: ['s'], troubles: ['duplicate-id'], hidden: 2, needsCancel: false }],
    ['both at once', options(['a', 'allow_once'], ['a', null], ['r', 'reject_once']), { offered: ['r'], troubles: ['unknown-kind', 'duplicate-id'], hidden: 2, needsCancel: false }],
    ['no options at all', [], { offered: [], troubles: ['none'], hidden: 0, needsCancel: true }],
    ['only allows', options(['a', 'allow_once'], ['b', 'allow_always']), { offered: ['a', 'b'], troubles: [], hidden: 0, needsCancel: true }],
    ['only allow_always', options(['b', 'allow_always']), { offered: ['b'], troubles: [], hidden: 0, needsCancel: true }],
    ['a hundred, with a reject among the first', options(['r', 'reject_once'], ...Array.from({ length: 99 }, (_, i): Short => [`a${i}`, 'allow_once'])), { offered: ['r', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'], troubles: ['too-many'], hidden: 92, needsCancel: false }],
    ['a hundred, with the reject at the end', options(...Array.from({ length: 99 }, (_, i): Short => [`a${i}`, 'allow_once']), ['r', 'reject_once']), { offered: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'r'], troubles: ['too-many'], hidden: 92, needsCancel: false }],
    ['a hundred allows', options(...Array.from({ length: 100 }, (_, i): Short => [`a${i}`, 'allow_once'])), { offered: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'], troubles: ['too-many'], hidden: 92, needsCancel: true }],
    ['an empty id', options(['', 'allow_once'], ['r', 'reject_once']), { offered: ['', 'r'], troubles: [], hidden: 0, needsCancel: false }],
  ])('%s', (_name, list, expected) => {
    expect(offers(list)).toEqual(expected);
  }); // prettier-ignore

  test('standing permission is not offered for arguments that were not given', () => {
    const set = options(
      ['a', 'allow_once'],
      ['b', 'allow_always'],
      ['r', 'reject_once'],
      ['s', 'reject_always'],
    );
    expect(offers(set, false)).toEqual({
      offered: ['a', 'r', 's'],
      troubles: ['always-hidden'],
      hidden: 1,
      needsCancel: false,
    });
  });

  test('standing permission alone and no arguments leave the end of the turn', () => {
    expect(offers(options(['b', 'allow_always']), false)).toEqual({
      offered: [],
      troubles: ['always-hidden', 'none'],
      hidden: 1,
      needsCancel: true,
    });
  });

  test('a kind named as its opposite keeps its kind', () => {
    const list = listOptions(options(['a', 'allow_once', 'Reject'], ['r', 'reject_once', 'Allow']), {
      argumentsGiven: true,
    });
    expect(list.offered.map(({ kind, name }) => ({ kind, name }))).toEqual([
      { kind: 'allow_once', name: 'Reject' },
      { kind: 'reject_once', name: 'Allow' },
    ]);
  });

  test('never more than eight, and never an allow in doubt, whatever is sent', () => {
    const kinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always', null] as const;
    let state = 7;
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state % below;
    };
    for (let round = 0; round < 2000; round += 1) {
      const set = options(
        ...Array.from({ length: random(14) }, (): Short => [`o${random(12)}`, kinds[random(5)] ?? null]),
      );
      const { offered } = listOptions(set, { argumentsGiven: random(2) === 0 });
      const ids = set.map((option) => option.optionId);
      const doubtful = set.some((option) => option.kind === null) || new Set(ids).size < ids.length;
      expect(offered.length).toBeLessThanOrEqual(mostOptions);
      if (doubtful) expect(offered.every((option) => option.kind.startsWith('reject'))).toBe(true);
      expect(new Set(offered.map((option) => option.optionId)).size).toBe(offered.length);
    }
  });
});

describe("the agent's names", () => {
  test('stand beside options that share a kind, and beside lasting ones that say for what', () => {
    const list = listOptions(
      options(
        ['a', 'allow_once', 'Yes'],
        ['b', 'allow_always', "Yes, and don't ask again for npm test"],
        ['c', 'reject_once', 'No'],
        ['d', 'reject_once', 'No, keep planning'],
      ),
      { argumentsGiven: true },
    );
    expect(list.offered.map((option) => option.nameNeeded)).toEqual([false, true, true, true]);
  });

  test.each(['Always allow', 'Allow always', 'Always', 'Yes', 'always reject'])(
    '%s says nothing more',
    (name) => {
      const list = listOptions(options(['b', 'allow_always', name], ['c', 'reject_once', 'No']), {
        argumentsGiven: true,
      });
      expect(list.offered[0]?.nameNeeded).toBe(false);
    },
  );
});
