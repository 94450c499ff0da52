import { relative, sep } from 'node:path';

/** The linted file's path within the project, with forward slashes. */
export function projectPath(context) {
  return relative(context.cwd, context.filename).split(sep).join('/');
}
