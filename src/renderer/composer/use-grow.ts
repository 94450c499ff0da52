import { useLayoutEffect, type RefObject } from 'react';

/** Makes a text area as high as its text, up to `most` pixels; then it scrolls. */
export function useGrow(area: RefObject<HTMLTextAreaElement | null>, text: string, most: number): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const fit = () => {
      // Collapsing first makes `scrollHeight` the height of the text; the scroll position survives.
      const { scrollTop } = element;
      element.style.height = '0';
      const wanted = element.scrollHeight;
      element.style.height = `${Math.min(wanted, most)}px`;
      element.style.overflowY = wanted > most ? 'auto' : 'hidden';
      element.scrollTop = scrollTop;
    };
    fit();
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, text, most]);
}
