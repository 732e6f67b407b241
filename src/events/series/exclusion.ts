import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { updateRecord } from '../../content/versioned-records.js';
import { planOccurrences, type Horizon, isExcluded } from '../../recurrence/occurrences.js';
import { SeriesStarts } from '../../recurrence/series-starts.js';
import { truncateToSeconds } from '../../datetime/moment.js';
import { Event } from '../event.entity.js';
import { type LinkedEvent } from '../relations/relations.js';
import { seriesRule, storedRecurrence, withoutExclusion } from '../schedule/stored-recurrence.js';
import { NO_SERIES } from './overrides.js';
import { storeMembership } from './occurrences.js';

type Occurrence = Pick<Event, 'id' | 'seriesId' | 'seriesDate'>;

export async function excludeDate(manager: EntityManager, { seriesId, seriesDate }: Occurrence): Promise<void> {
  const [series] = await tableOf(manager, Event).select(manager, { id: seriesId! });
  const recurrence = series && storedRecurrence(series);
  if (!recurrence || isExcluded({ date: seriesDate!, start: startOf(series, seriesDate!) }, recurrence.exdates)) return;
  const exdates = [...recurrence.exdates, seriesDate!].sort();
  await store(manager, series, { ...recurrence, exdates });
}

/**
 * Puts an occurrence that was restored from the trash back into its series, and removes the exclusion of its date. If
 * the rule no longer contains the date, or another event has it, the event becomes a single event.
 * @returns whether the event belongs to the series again
 */
export async function restoreDate(manager: EntityManager, event: LinkedEvent, horizon: Horizon): Promise<boolean> {
  const [series] = await tableOf(manager, Event).select(manager, { id: event.seriesId! });
  const recurrence = series && storedRecurrence(series);
  if (recurrence && !(await isTaken(manager, event))) {
    const again = withoutExclusion(series, startOf(series, event.seriesDate!));
    const rule = seriesRule({ ...series, recurrence: JSON.stringify(again) });
    const { occurrences } = planOccurrences(rule, horizon, new Set([event.seriesDate!]));
    if (occurrences.some(({ date }) => date === event.seriesDate)) {
      if (again.exdates.join() !== recurrence.exdates.join()) await store(manager, series, again);
      return true;
    }
  }
  await storeMembership(manager, event, NO_SERIES);
  event.parent = null;
  return false;
}

/** Whether another event of the series has the date of an occurrence. */
async function isTaken(manager: EntityManager, { id, seriesId, seriesDate }: Occurrence): Promise<boolean> {
  const rows = await tableOf(manager, Event).select(manager, { seriesId: seriesId!, seriesDate: seriesDate! });
  return rows.some((one) => one.id !== id && one.status !== 'trash');
}

function startOf(series: Omit<Event, never>, date: string): string {
  return new SeriesStarts(seriesRule(series)).startOf(date);
}

async function store(manager: EntityManager, series: Omit<Event, never>, recurrence: object): Promise<void> {
  await updateRecord(manager, Event, series, {
    recurrence: JSON.stringify(recurrence),
    modifiedAt: truncateToSeconds(new Date()),
  });
}
