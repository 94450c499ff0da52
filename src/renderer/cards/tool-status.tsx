import { Ban, Check, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ToolPhase } from './tool-facts.ts';

/** A shape of its own per phase, with the word for screen readers. Still: nothing turns. */
export function ToolStatusGlyph({
  phase,
  running,
}: {
  readonly phase: ToolPhase;
  readonly running: boolean;
}) {
  const { t } = useTranslation('transcript');
  if (phase === 'asks') return null;
  return (
    <span className="flex-none">
      {shape(phase, running)}
      <span className="sr-only">
        {t(phase === 'doing' && !running ? 'status.pending' : `status.${phase}`)}
      </span>
    </span>
  );
}

function shape(phase: Exclude<ToolPhase, 'asks'>, running: boolean) {
  switch (phase) {
    case 'done':
      return <Check size={14} strokeWidth={2} aria-hidden className="text-run" />;
    case 'failed':
      return <CircleX size={14} aria-hidden className="text-fail" />;
    case 'cancelled':
      return <Ban size={14} aria-hidden className="text-fg-3" />;
    case 'doing':
      return (
        <svg
          viewBox="0 0 16 16"
          width={14}
          height={14}
          aria-hidden
          className={running ? 'text-run' : 'text-fg-3'}
        >
          {running ? (
            <path
              d="M8 2.2a5.8 5.8 0 1 1-5.5 4"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.8"
              strokeLinecap="round"
            />
          ) : (
            <circle cx="8" cy="8" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.5" />
          )}
        </svg>
      );
  }
}
