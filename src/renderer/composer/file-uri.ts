/** `file://` URI of an absolute path, POSIX or Windows; null for anything else. RFC 8089. */
export function fileUri(path: string): string | null {
  const encode = (text: string) =>
    text
      .split('/')
      .map((segment) =>
        encodeURIComponent(segment).replace(/%(3A|40|24|26|2B|2C|3B|3D)/g, (code) =>
          decodeURIComponent(code),
        ),
      )
      .join('/');
  if (/^[A-Za-z]:[\\/]/.test(path)) return `file:///${encode(path.replace(/\\/g, '/'))}`;
  if (path.startsWith('\\\\')) return `file:${encode(path.replace(/\\/g, '/'))}`;
  return path.startsWith('/') ? `file://${encode(path)}` : null;
}

export function fileName(path: string): string {
  return (
    path
      .split(/[/\\]/)
      .filter((segment) => segment !== '')
      .at(-1) ?? path
  );
}
