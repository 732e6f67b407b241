import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { dayNumber, daysBetween, dayText } from '../../../lib/datetime/days.js';
import { isExcluded, type Occurrence, occurrencesOn, type SeriesRule } from '../../../lib/recurrence/occurrences.js';
import { type Recurrence } from '../../../lib/recurrence/recurrence.js';
import { recurrenceBefore } from '../../../lib/recurrence/split-recurrence.js';
import { type Content } from '../../records/revisions/content.js';
import { contentBefore } from '../../records/revisions/find-revisions.js';
import { type Restorer } from '../../resource/restoration.js';
import { Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { type EventWithRelations } from '../relations/relations.js';
import { seriesRule, storedRecurrence } from '../schedule/stored-recurrence.js';
import { storedEvent, withColumns } from '../write/stored-event.js';
import { changesOfDeparted } from './former-series.js';
import { FormerSeries } from './former-series.entity.js';
import { changedFields, inheritFromSeries, type OverriddenField, serializeOwnFields } from './overrides.js';
import { baseOf } from './own-values.js';
import { hasTimes, recurrenceIn, startIn, withRule } from './restored-content.js';

/** A series, the state whose rule it gets, and the events that have left it since. */
interface RuleRestoration {
  readonly record: EventWithRelations;
  readonly former: Content;
  readonly departed: readonly FormerSeries[];
}

/** An event that has left a series, and its date in the restored rule. */
interface Place {
  readonly row: FormerSeries;
  readonly occurrence: Occurrence;
}

/**
 * Restores the rule of a series and its exceptions, up to the first date that begins a part which was divided off. Single
 * events join the series again. Where one cannot, its date is excluded: it would take place twice.
 */
export async function restoreRule(
  manager: EntityManager,
  { record, former, departed }: RuleRestoration,
  restorer: Restorer<EventWithRelations>,
): Promise<EventWithRelations> {
  const recurrence = recurrenceIn(former);
  const current = await restorer.contentOf(record);
  if (!recurrence) return restorer.writeSeries(record, withRule(current, former, null));
  const representatives = representativesOf(record, departed);
  const left = departed.filter(({ seriesId }) => representatives.has(seriesId));
  const rule = ruleOf(withRule(former, former, recurrence), record);
  const parts = left.filter(({ departure }) => departure === 'part');
  const partPlaces = await placesOf(manager, rule, { record, former, departed: parts });
  const firstPart = parts.map((row) => partPlaces.get(row)?.occurrence.date ?? row.seriesDate).sort()[0];
  const remaining = upTo(firstPart, rule);
  if (!remaining) return restorer.writeSeries(record, withRule(current, former, null));
  // Without the dates of the part, a day may have one date alone, whose name is then the day.
  const ended = { ...rule, recurrence: remaining };
  const singles = left.filter(({ departure }) => departure === 'single');
  const places = await placesOf(manager, ended, { record, former, departed: singles });
  const included = [...places.values()].filter(({ occurrence }) => !isExcluded(occurrence, remaining.exdates));
  const staying = await rejoin(manager, record, included, restorer);
  const exdates = [...remaining.exdates, ...staying].sort();
  return restorer.writeSeries(record, withRule(current, former, { ...remaining, exdates }));
}

/** The record of a series, and the dates that have represented the same series meanwhile. */
function representativesOf(record: EventWithRelations, departed: readonly FormerSeries[]): ReadonlySet<number> {
  const found = new Set([record.id]);
  // A set also visits what is added meanwhile: each representative may have been followed by another one.
  for (const id of found)
    for (const { eventId, seriesId, departure } of departed)
      if (departure === 'record' && seriesId === id) found.add(eventId);
  return found;
}

/** The rule that a state of a series has, which counts from the same first date as now. */
function ruleOf({ fields }: Content, record: EventWithRelations): SeriesRule {
  const { first, stand } = storedRecurrence(record) ?? {};
  const isLater = stand !== undefined;
  return seriesRule({
    recurrence: JSON.stringify({ ...(fields.recurrence as Recurrence), ...(isLater && { first, stand }) }),
    startWall: String(fields.start_date),
    endWall: String(fields.end_date),
    timezone: String(fields.timezone),
    allDay: fields.all_day === true,
  });
}

/** A rule without the dates from that of a part on; null if only the first date is left. */
function upTo(part: string | undefined, rule: SeriesRule): Recurrence | null {
  const { recurrence, start } = rule;
  const before =
    part === undefined || start.slice(0, 10) >= part.slice(0, 10) ? recurrence : recurrenceBefore(rule, part);
  return before && { rrule: before.rrule, exdates: before.exdates, rdates: before.rdates };
}

/**
 * The dates in a restored rule of events that have left the series, also where it excludes them: the same date, or, if the
 * series had moved to other days by then, the date as many days away.
 */
async function placesOf(
  manager: EntityManager,
  rule: SeriesRule,
  { record, former, departed }: RuleRestoration,
): Promise<Map<FormerSeries, Place>> {
  const all = { ...rule, recurrence: { ...rule.recurrence, exdates: [] } };
  const find = (dates: ReadonlyMap<FormerSeries, string>): [FormerSeries, Place][] => {
    const found = occurrencesOn(all, [...dates.values()]);
    return [...dates].flatMap(([row, date]) => {
      const occurrence = found.get(date);
      return occurrence ? [[row, { row, occurrence }]] : [];
    });
  };
  const places = new Map(find(new Map(departed.map((row) => [row, row.seriesDate]))));
  const movedDates = new Map<FormerSeries, string>();
  const moves = new Map<number, number>();
  for (const row of departed) {
    // The first date of another representative is a later one, so that its start tells no move.
    if (places.has(row) || row.seriesId !== record.id) continue;
    const { seriesRevision, seriesDate } = row;
    const days = moves.get(seriesRevision) ?? (await daysMoved(manager, { id: record.id, seriesRevision }, former));
    moves.set(seriesRevision, days);
    movedDates.set(row, dayText(dayNumber(seriesDate.slice(0, 10)) - days) + seriesDate.slice(10));
  }
  for (const [row, place] of find(movedDates)) places.set(row, place);
  return places;
}

/** The number of days by which a series had moved from a former state until an event left it. */
async function daysMoved(
  manager: EntityManager,
  { id, seriesRevision }: { readonly id: number; readonly seriesRevision: number },
  former: Content,
): Promise<number> {
  const state = await contentBefore(manager, { kind: EVENT.plural, recordId: id }, seriesRevision);
  return state ? daysBetween(startIn(former), startIn(state)) : 0;
}

/**
 * Makes single events that were dates of a series its dates again. Fields in which they differ from it are their own.
 * @returns the dates of those that stay single events: the caller may not change them, or they have become series
 */
async function rejoin(
  manager: EntityManager,
  record: EventWithRelations,
  places: readonly Place[],
  restorer: Restorer<EventWithRelations>,
): Promise<string[]> {
  if (places.length === 0) return [];
  const columns = ['seriesDate', 'status'] as const;
  const members = await tableOf(manager, Event).select(manager, { seriesId: record.id }, { columns });
  const taken = new Set(members.filter(({ status }) => status !== 'trash').map(({ seriesDate }) => seriesDate));
  const byId = new Map(places.map((place) => [place.row.eventId, place]));
  const staying: string[] = [];
  for (const event of await restorer.load([...byId.keys()])) {
    const place = byId.get(event.id)!;
    const { date } = place.occurrence;
    if (taken.has(date)) continue;
    taken.add(date);
    const isFree = event.seriesId === null && event.recurrence === null;
    if (isFree && restorer.mayEdit(event)) await join(manager, record, event, place);
    else staying.push(date);
  }
  return staying;
}

/** Makes a single event a date of a series. */
async function join(
  manager: EntityManager,
  record: EventWithRelations,
  event: EventWithRelations,
  { row, occurrence }: Place,
): Promise<void> {
  const base = await baseOf(manager, storedEvent(record));
  const stored = storedEvent(event);
  const byRule = inheritFromSeries(base, withColumns(stored, { ownFields: null }), occurrence);
  const changed = await changesOfDeparted(manager, row);
  // Its values were not restored in the trash, where it may differ without any of its own.
  const isFollowing = event.status === 'trash' && changed.size === 0;
  const own = isFollowing ? new Set<OverriddenField>() : changedFields(byRule, stored);
  if (event.status === 'trash') own.delete('status');
  // It had moved with the series, and moves back with it.
  if (occurrence.date !== row.seriesDate && !hasTimes(changed)) own.delete('times');
  const place = {
    ...{ seriesId: record.id, parentId: record.id, seriesDate: occurrence.date },
    ownFields: serializeOwnFields(own),
  };
  await tableOf(manager, Event).update(manager, { id: event.id }, place);
  await tableOf(manager, FormerSeries).remove(manager, { eventId: event.id, seriesId: row.seriesId });
}
