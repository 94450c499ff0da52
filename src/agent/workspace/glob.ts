/** Globs over workspace paths: `*`, `?`, `**`, `{a,b}` and `[abc]`, always with `/`. */

const LITERAL = /[.+^$()|\\]/;

export function hasGlob(text: string): boolean {
  return /[*?{[]/.test(text);
}

/** A glob without a slash is matched against the file name, otherwise against the whole relative path. */
export function globMatcher(glob: string): (relativePath: string) => boolean {
  const source = globSource(glob.replace(/^\.\//, ''));
  const pattern = new RegExp(`^${glob.includes('/') ? '' : '(?:.*/)?'}${source}$`);
  return (relativePath) => pattern.test(relativePath);
}

function globSource(glob: string): string {
  let source = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const sign = glob[at] ?? '';
    if (sign === '*') {
      const double = glob[at + 1] === '*';
      if (double) at += 1;
      if (double && glob[at + 1] === '/') {
        at += 1;
        source += '(?:.*/)?';
      } else source += double ? '.*' : '[^/]*';
    } else if (sign === '?') source += '[^/]';
    else if (sign === '{' && glob.indexOf('}', at) > 0) {
      depth += 1;
      source += '(?:';
    } else if (sign === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else if (sign === ',' && depth > 0) source += '|';
    else if (sign === '[' && glob.indexOf(']', at) > at + 1) {
      const end = glob.indexOf(']', at);
      source += `[${glob
        .slice(at + 1, end)
        .replace(/^!/, '^')
        .replaceAll('\\', '\\\\')
        .replaceAll('[', '\\[')}]`;
      at = end;
    } else source += LITERAL.test(sign) || /[{}[\]]/.test(sign) ? `\\${sign}` : sign;
  }
  return source + ')'.repeat(depth);
}
