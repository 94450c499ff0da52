import type { PermissionOutcome } from '../../shared/session/content.ts';

/** For the agent: who did not allow it. Names no rule and no path. */
export function deniedBy({ by }: PermissionOutcome): string {
  switch (by?.type) {
    case undefined:
      return 'the person did not allow it';
    case 'mode':
      return 'the mode of this session does not allow it';
    case 'hook':
      return 'a check of the person does not allow it';
    case 'rule':
    case 'disaster':
      return 'the permission rules do not allow it';
  }
}
