import { clipboard } from 'electron';

/** A promise in newer Electron, done at once in older. */
export async function copyText(text: string): Promise<void> {
  await clipboard.writeText(text);
}
