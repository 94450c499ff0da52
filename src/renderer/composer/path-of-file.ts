import { bridgeName, type Bridge } from '../../shared/ipc/hand-over.ts';

/** The path of a dropped or picked file; empty for one that has none (a pasted picture, a page without the app). */
export function pathOfFile(file: File): string {
  const bridge = (window as unknown as Record<string, Bridge | undefined>)[bridgeName];
  return bridge?.pathOfFile(file) ?? '';
}
