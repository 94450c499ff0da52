import type { T } from '../i18n/use-t.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A length of time in its largest whole unit: `40 s`, `6 min`, `3 h`, `2 d`. Below zero counts as zero. */
export function durationWords(t: T, ms: number): string {
  const length = Math.max(0, ms);
  if (length < minute) return t('common:seconds', { count: Math.floor(length / second) });
  if (length < hour) return t('common:minutes', { count: Math.floor(length / minute) });
  if (length < day) return t('common:hours', { count: Math.floor(length / hour) });
  return t('common:days', { count: Math.floor(length / day) });
}

/** When something was: the time of today, the weekday of this week, else the date. */
export function momentWords(language: string, at: number, now: number): string {
  const then = new Date(at);
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) {
    return then.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  }
  if (now - at < 6 * day) return then.toLocaleDateString(language, { weekday: 'short' });
  return then.toLocaleDateString(language, { day: 'numeric', month: 'short' });
}
