/** Turns key presses into commands. The page's own handlers come first: a handled press is left alone. */
import { matchesKey } from './key.ts';
import type { Registry } from './registry.ts';

/** Returns the disposer. */
export function listenForKeys(target: Window, registry: Registry): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    // 229: an input method is composing.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const typing = isTyping(event.target);
    const floating = target.document.querySelector(floatingSelector) !== null;
    for (const command of registry.all) {
      if (command.scope === 'page' && (typing || floating)) continue;
      if (!command.keys.some((key) => matchesKey(event, key, registry.platform))) continue;
      if (!command.enabled()) continue;
      event.preventDefault();
      command.run();
      return;
    }
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}

/** Anything that floats above the page owns Escape and plain keys. Tooltips do not. */
const floatingSelector =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"][data-floating]';

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  ) {
    return true;
  }
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(target.type);
}
