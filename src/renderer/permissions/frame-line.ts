import type { SubjectFrame } from './subject-frame.ts';

const longest = 300;

/** What a frame shows, in one line, for places that only point at the prompt. Empty: nothing was given. */
export function frameLine(frame: SubjectFrame): string {
  return first(frame)
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .slice(0, longest);
}

function first(frame: SubjectFrame): string {
  switch (frame.type) {
    case 'command':
      return frame.commands.join(' ; ');
    case 'edit':
      return frame.changes.map((change) => change.path.shown).join(', ');
    case 'patch':
    case 'paths':
      return frame.paths.map((path) => path.shown).join(', ');
    case 'fetch':
      return frame.view?.text ?? frame.url;
    case 'plan':
      return frame.text;
    case 'tool':
      return [frame.server, frame.tool].filter((name) => name !== null).join(' · ');
    case 'missing':
      return '';
  }
}
