import { endOfDay, isoWithOffset, momentFromLocal, startOfDay } from '../../../lib/datetime/moment.js';
import { exdatesWithout, occurrenceAt, type SeriesRule } from '../../../lib/recurrence/occurrences.js';
import { toWholeDays, type Recurrence, type LocalInterval } from '../../../lib/recurrence/recurrence.js';
import { type Event } from '../event.entity.js';
import { seriesColumns, storedBaseValues } from './base-values.js';

export function storedRecurrence({ recurrence }: Pick<Event, 'recurrence'>): Recurrence | undefined {
  return recurrence === null ? undefined : (JSON.parse(recurrence) as Recurrence);
}

/** The recurrence of a series as in responses and bodies. */
export function publicRecurrence(series: Pick<Event, 'recurrence'>): Recurrence | undefined {
  const stored = storedRecurrence(series);
  if (!stored) return undefined;
  const { first: _first, stand: _stand, ...publicFields } = stored;
  return publicFields;
}

export type Repeated = Pick<Event, 'recurrence' | 'startWall' | 'endWall' | 'timezone' | 'allDay'> &
  Partial<Pick<Event, 'baseValues'>>;

/** The rule and start from which occurrences are computed. */
export function seriesRule(event: Repeated): SeriesRule {
  const recurrence = storedRecurrence(event)!;
  const { allDay, timezone } = seriesColumns(event);
  const first = firstOf(event);
  const at = recurrence.stand?.at ?? first.start;
  return {
    recurrence: allDay ? toWholeDays(recurrence) : recurrence,
    ...first,
    timezone,
    representativeStart: allDay ? wholeDayInterval({ start: at, end: at }).start : at,
  };
}

/** The requested local start and end of the first date of a series, even if the clocks skip them; else of the event. */
export function firstOf(series: Repeated): LocalInterval {
  const { startWall: start, endWall: end, allDay } = seriesColumns(series);
  const { first, stand } = storedRecurrence(series) ?? {};
  // An all-day series has no skipped times, so `first` only counts if another record represents the series.
  if (allDay) return wholeDayInterval((stand && first) ?? { start, end });
  return first ?? { start, end };
}

/** The same days, from 00:00:00 of the first to 23:59:59 of the last. */
export function wholeDayInterval({ start, end }: LocalInterval): LocalInterval {
  return { start: `${start.slice(0, 10)} 00:00:00`, end: `${end.slice(0, 10)} 23:59:59` };
}

/** The recurrence without the exclusion of the date that begins at a local time. */
export function withoutExclusion(series: Repeated, local: string): Recurrence {
  const recurrence = storedRecurrence(series)!;
  const left = exdatesWithout(seriesRule(series), local);
  // An all-day series may have exdates with times, of which its rule only has the days: the others stay as stored.
  const exdates = seriesColumns(series).allDay
    ? recurrence.exdates.filter((exdate) => left.includes(exdate.slice(0, 10)))
    : left;
  return { ...recurrence, exdates };
}

/** Whether a record represents a series that began with another record. */
export function isHandedOver(series: Pick<Event, 'recurrence'>): boolean {
  return storedRecurrence(series)?.stand !== undefined;
}

/** Whether an event is an occurrence and not the record that represents the series. */
export function isOccurrence({ id, seriesId }: Pick<Event, 'id' | 'seriesId'>): boolean {
  return seriesId !== null && seriesId !== id;
}

export type Schedule = Pick<Event, 'startWall' | 'endWall' | 'startUtc' | 'endUtc' | 'timezone' | 'allDay'>;

/** The columns of an event for local times. Times that are skipped when the clocks change move forward. */
export function timesOf(
  { timezone, allDay }: Pick<Schedule, 'timezone' | 'allDay'>,
  { start, end }: LocalInterval,
): Schedule {
  const begin = allDay ? startOfDay(start, timezone) : momentFromLocal(start, timezone);
  const given = allDay ? endOfDay(end, timezone) : momentFromLocal(end, timezone);
  // The start may be in the skipped hour, so that the event would end before it.
  const finish = given.utc < begin.utc ? begin : given;
  return {
    startUtc: begin.utc,
    endUtc: finish.utc,
    startWall: begin.local,
    endWall: finish.local,
    timezone,
    allDay,
  };
}

/** The start that an event had before a change of its times; the known one if its start stays. */
export function previousStartOf(
  before: Pick<Event, 'startWall' | 'startUtc' | 'allDay' | 'previousStart'>,
  after: Pick<Event, 'startWall' | 'startUtc' | 'allDay'>,
): string | null {
  const { startWall, startUtc, allDay } = before;
  const isSame = allDay
    ? after.allDay && after.startWall.slice(0, 10) === startWall.slice(0, 10)
    : startUtc.getTime() === after.startUtc.getTime();
  if (isSame) return before.previousStart;
  return allDay ? startWall.slice(0, 10) : isoWithOffset(startWall, startUtc);
}

/** Whether an event takes place at the time that its rule gives, apart from a shift by skipped time. */
export function isByRule(event: Pick<Event, keyof Schedule>, byRule: LocalInterval): boolean {
  const { startWall, endWall } = timesOf(event, byRule);
  return event.startWall === startWall && event.endWall === endWall;
}

/** The local time of an event, or the requested one if that is skipped when the clocks change. */
export function requestedTimes(event: Schedule & Repeated): LocalInterval {
  const ownTimes = () => firstOf({ ...event, recurrence: null, baseValues: null });
  if (storedBaseValues(event)?.columns.startWall !== undefined) return ownTimes();
  if (!isHandedOver(event)) return firstOf(event);
  const byRule = representedTimes(event);
  return !event.allDay && byRule && isByRule(event, byRule) ? byRule : ownTimes();
}

/** The time by the rule of the record that represents a series. */
export function representedTimes(series: Repeated): LocalInterval | undefined {
  const rule = seriesRule(series);
  return occurrenceAt(rule, rule.representativeStart);
}
