import { app } from 'electron';

/** How many things wait for the person, on the dock or the launcher where the system has such a thing. */
export function setBadge(count: number): void {
  try {
    app.setBadgeCount(count);
  } catch {
    // A desktop without badges: the title says it too.
  }
}
