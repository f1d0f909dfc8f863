import { api } from '../api/endpoints';
import { getToken } from '../api/session';
import { announceInactivity, forgetEverything, leaveForSearch } from './farewell';
import { beginLeaving, releaseLock } from './lock';

/** How long leaving waits for the log and for the server, in milliseconds: nobody is there to see it fail. */
const PATIENCE_MS = 2000;

const briefly = (deed: Promise<unknown>) =>
  Promise.race([
    deed.catch(() => undefined),
    new Promise<void>((go) => setTimeout(go, PATIENCE_MS)),
  ]);

/** Ends the stay of somebody who has not clicked for a day (portal specification, section 4). */
export async function endInactive(endStay: () => Promise<void>): Promise<void> {
  if (!beginLeaving()) return;
  const token = getToken();
  await briefly(endStay());
  if (token !== null) await briefly(api.auth.end(token));
  forgetEverything();
  announceInactivity();
  leaveForSearch();
}

/** The way out of a locked page: its session is over already. */
export function leaveLocked(): void {
  if (!beginLeaving()) return;
  releaseLock();
  leaveForSearch();
}
