import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';

/** Waits for midnight if it is near, for tests that would fail if another day began while they run. */
export async function awayFromMidnight(zone: string): Promise<void> {
  const now = DateTime.now().setZone(zone);
  const left = now.endOf('day').diff(now).toMillis();
  if (left < 60_000) await sleep(left + 1000);
}
