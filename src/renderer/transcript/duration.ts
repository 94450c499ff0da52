import type { TFunction } from 'i18next';

/** A span in words: tenths below ten seconds, then seconds, then minutes with seconds. `ms` below zero counts as zero. */
export function durationText(ms: number, t: TFunction<'transcript'>): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return t('duration.seconds', { seconds: Math.round(seconds * 10) / 10 });
  if (seconds < 59.5) return t('duration.seconds', { seconds: Math.round(seconds) });
  const whole = Math.round(seconds);
  if (whole < 3600) return t('duration.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
  return t('duration.hours', { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) });
}
