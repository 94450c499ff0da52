import type { T } from '../i18n/use-t.ts';
import { assertNever } from '../../shared/result.ts';
import type { Activity } from '../../shared/session/select.ts';
import { displayText } from '../../shared/text/display.ts';

/** What a session does now, in words. Subjects are untrusted: hidden characters are shown as escapes. */
export function activityWords(t: T, activity: Activity): string {
  switch (activity.type) {
    case 'starting':
      return t(`sessions:activity.${activity.stage}`);
    case 'asks': {
      const subject = displayText(activity.subject, 'line');
      return subject === ''
        ? t(`sessions:activity.asksPlain.${activity.kind}`)
        : t(`sessions:activity.asks.${activity.kind}`, { subject });
    }
    case 'tool': {
      const subject = displayText(activity.subject, 'line');
      return subject === ''
        ? t(`sessions:activity.toolPlain.${activity.kind}`)
        : t(`sessions:activity.tool.${activity.kind}`, { subject });
    }
    case 'subagent': {
      const subject = displayText(activity.subject, 'line');
      return subject === ''
        ? t('sessions:activity.subagentPlain')
        : t('sessions:activity.subagent', { subject });
    }
    case 'question': {
      const subject = displayText(activity.subject, 'line');
      return subject === ''
        ? t('sessions:activity.questionPlain')
        : t('sessions:activity.question', { subject });
    }
    case 'failed':
      return activity.code === 'exited' && activity.exitCode !== null
        ? t('sessions:activity.exited', { code: activity.exitCode })
        : t(`sessions:activity.failed.${activity.code}`);
    case 'turn-failed':
      return t('sessions:activity.turnFailed', { message: displayText(activity.message, 'line') });
    case 'restarting':
      return t('sessions:activity.restarting', { attempt: activity.attempt, of: activity.of });
    case 'silent':
    case 'sign-in':
    case 'signing-in':
    case 'thinking':
    case 'writing':
    case 'waiting':
    case 'cancelling':
    case 'finished':
    case 'cancelled':
    case 'refused':
    case 'limit':
    case 'stopped':
    case 'interrupted':
    case 'idle':
      return t(`sessions:activity.${activity.type}`);
    default:
      return assertNever(activity);
  }
}

/** The title to show for a session. */
export function titleWords(t: T, title: string | null): string {
  return title === null || title.trim() === '' ? t('sessions:untitled') : displayText(title, 'line');
}
