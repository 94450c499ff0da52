import type { SessionStatus } from '../../shared/session/select.ts';
import { classNames } from './class-names.ts';

const colours: Readonly<Record<SessionStatus, string>> = {
  'needs-permission': 'text-needs',
  'needs-answer': 'text-needs',
  failed: 'text-fail',
  interrupted: 'text-needs',
  running: 'text-run',
  'finished-unread': 'text-done',
  idle: 'text-fg-3',
};

function shape(status: SessionStatus) {
  switch (status) {
    case 'needs-permission':
    case 'needs-answer':
      return (
        <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
          <path d="M8 1.8 14.4 13.4H1.6z" />
          <path d="M8 6.2v3.4M8 11.6v.1" />
        </g>
      );
    case 'failed':
      return (
        <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
          <circle cx="8" cy="8" r="6" />
          <path d="m6 6 4 4m0-4-4 4" />
        </g>
      );
    case 'interrupted':
      return (
        <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
          <circle cx="8" cy="8" r="6" strokeDasharray="3 2.4" />
          <path d="M6.4 6v4M9.6 6v4" />
        </g>
      );
    case 'running':
      return (
        <path
          d="M8 2.2a5.8 5.8 0 1 1-5.5 4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      );
    case 'finished-unread':
      return <circle cx="8" cy="8" r="3.6" fill="currentColor" />;
    case 'idle':
      return <circle cx="8" cy="8" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.5" />;
  }
}

/** A shape of its own per state, so that colour is never the only sign. Still: nothing turns. */
export function StatusGlyph({
  status,
  label,
  size = 16,
  className,
}: {
  readonly status: SessionStatus;
  /** Read out; without it the glyph is decoration beside words that say the same. */
  readonly label?: string | undefined;
  /** Pixels. */
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      data-status={status}
      className={classNames('flex-none', colours[status], className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {shape(status)}
    </svg>
  );
}
