import type { MouseEvent, KeyboardEvent, ReactNode } from 'react';
import { viewUrl } from '../../../shared/text/display-url.ts';
import { pressLink } from './link-store.ts';

const opens: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** The target when it is one that may be opened at all, else null. Relative targets lead nowhere. */
export function openableUrl(href: string | undefined): string | null {
  if (href === undefined || href.length > 2048) return null;
  const view = viewUrl(href);
  return view !== null && opens.has(view.scheme) ? href : null;
}

/** Inert: it has no `href`, and pressing it only asks. Other schemes and relative targets are text. */
export function Link({
  href,
  children,
}: {
  readonly href: string | undefined;
  readonly children?: ReactNode;
}) {
  const url = openableUrl(href);
  if (url === null) {
    const target = href === undefined || href === '' || children === href ? null : href;
    return (
      <>
        {children}
        {target !== null && <span className="text-fg-3"> ({target.slice(0, 200)})</span>}
      </>
    );
  }
  const press = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    pressLink({ url, anchor: event.currentTarget });
  };
  return (
    <span
      role="link"
      tabIndex={0}
      className="cursor-pointer rounded-1 text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current"
      onClick={press}
      onKeyDown={(event) => {
        if (event.key === 'Enter') press(event);
      }}
    >
      {children}
    </span>
  );
}
