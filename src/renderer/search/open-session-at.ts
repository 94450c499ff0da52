import { showPlace, type PlaceToShow } from '../sessions/place-to-show.ts';
import { selectSession } from '../shell/actions.ts';
import type { Services } from '../shell/services.tsx';

/** Shows the session, and in its transcript the place; without a turn or an entry the session as it was left. */
export function openSessionAt(services: Services, { sessionId, turnId, entryId }: PlaceToShow): void {
  if (turnId !== null || entryId !== null) showPlace({ sessionId, turnId, entryId });
  selectSession(services, sessionId);
}
