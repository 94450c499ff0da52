/** The link that was pressed and waits for a decision. Nothing opens before the person saw where it leads. */
import { createStore } from 'zustand';

export type PressedLink = { readonly url: string; readonly anchor: Element };

export const pressedLink = createStore<{ readonly link: PressedLink | null }>(() => ({ link: null }));

export function pressLink(link: PressedLink): void {
  pressedLink.setState({ link });
}

export function dismissLink(): void {
  pressedLink.setState({ link: null });
}
