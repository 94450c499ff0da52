/** Whether an element takes space on the page. */
export function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}
