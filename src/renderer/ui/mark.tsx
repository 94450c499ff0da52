/** The product's mark: tracks that meet and part. */
export function Mark({
  size = 18,
  className = 'text-accent',
}: {
  readonly size?: number;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 18 18"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      className={className}
      aria-hidden
    >
      <path d="M2 4h4c3 0 3 5 6 5h4M2 9h14M2 14h4c3 0 3-5 6-5" />
    </svg>
  );
}
