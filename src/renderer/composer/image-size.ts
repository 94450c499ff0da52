/** How large an image may go to an agent: models scale down beyond this anyway, and requests have limits. */
export const longestEdge = 1568;
/** Of the base64 text. */
export const mostBase64 = 4 * 1024 * 1024;
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Pixels to scale to; the same numbers when it fits. Never less than 1. */
export function fitWithin(
  size: { readonly width: number; readonly height: number },
  edge: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, edge / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** Length of the base64 text of so many bytes. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
