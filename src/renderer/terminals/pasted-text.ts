/** What of a clipboard may get into a terminal, and when the person is asked first. Pure. */

/** Without control characters but tab and line ends: none of them was ever meant, and some end a bracketed paste. */
export function cleanPaste(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '');
}

/** Several lines run commands while the last is still being read. */
export function linesOfPaste(text: string): number {
  return text.split(/\r\n|\r|\n/).length;
}
