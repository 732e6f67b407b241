import { type EntityManager } from 'typeorm';
import { mayEdit } from '../../records/visibility/access.js';
import { tableOf } from '../../../database/sql/table.js';
import { Forbidden } from '../../../lib/errors/api-error.js';
import { type Caller } from '../../../http/role.js';
import { isExcluded, occurrenceAfter } from '../../../lib/recurrence/occurrences.js';
import { SeriesStarts } from '../../../lib/recurrence/series-starts.js';
import { Event } from '../event.entity.js';
import { type EventWithRelations } from '../relations/relations.js';
import {
  firstOf,
  isHandedOver,
  seriesRule,
  storedRecurrence,
  isByRule,
  representedTimes,
} from '../schedule/stored-recurrence.js';
import { type StoredEvent, storedEvent, withColumns } from '../write/stored-event.js';
import { loadOccurrences, storeOccurrences } from './occurrences.js';
import {
  inheritFromSeries,
  type OverriddenField,
  overriddenFieldsOf,
  RECURRENCE_OVERRIDDEN,
  withOverrides,
} from './overrides.js';

/** The date that will represent a series, and all other dates except the one that represents it now. */
export interface Succession {
  /** The start by the rule at which the series is about to be split; undefined if it is not split. */
  readonly before: string | undefined;
  /** Without an id if it has not been created yet: `handOver` stores it then. */
  readonly successor: StoredEvent;
  readonly others: readonly StoredEvent[];
}

/**
 * Chooses the date that will represent a series: the next one without overrides, else one with few overrides. If no
 * other date has been created yet, it is the next one by the rule.
 * @param before only dates that begin before this time by the rule
 * @returns undefined if the series has no other date
 */
export async function findSuccession(
  manager: EntityManager,
  series: EventWithRelations,
  before?: string,
): Promise<Succession | undefined> {
  const stored = storedEvent(series);
  const rule = seriesRule(series);
  const starts = new SeriesStarts(rule);
  const startOf = ({ event }: StoredEvent) => starts.startOf(event.seriesDate!);
  const members = await loadOccurrences(manager, series.id);
  const candidates = members.filter((one) => {
    const start = startOf(one);
    const isLeftOut = isExcluded({ date: one.event.seriesDate!, start }, rule.recurrence.exdates);
    const isThere = one.event.status !== 'trash' || series.status === 'trash';
    return isThere && !isLeftOut && (before === undefined || start < before);
  });
  const rank = ({ event }: StoredEvent) => {
    const own = overriddenFieldsOf(event);
    return SHOWN_BY.some((field) => own.has(field)) ? VISIBILITY_RANK : own.size;
  };
  const [best] = candidates.sort((one, other) => rank(one) - rank(other) || (startOf(one) < startOf(other) ? -1 : 1));
  if (best) return { before, successor: best, others: members.filter((one) => one !== best) };
  if (before !== undefined) return undefined;
  const last = [rule.representativeStart, ...members.map(startOf)].sort().at(-1)!;
  const next = occurrenceAfter(rule, last);
  if (!next) return undefined;
  return { before, successor: inheritFromSeries(stored, undefined, next), others: members };
}

/** Fields that decide who may see an occurrence. */
const SHOWN_BY: readonly OverriddenField[] = ['status', 'hidden', 'passwordHash', 'authorId'];
const VISIBILITY_RANK = 1000;

/**
 * Makes another date represent a series: it gets the rule, which still counts from the first date. Its overrides become
 * values of the series, and overrides are stored for all other dates so that these keep their values.
 * @param series its state when the other dates got its values
 * @param current the stored event, which becomes a normal occurrence
 * @param changed the fields that it overrides
 * @throws {Forbidden} if the caller may not change the other date
 */
export async function handOver(
  manager: EntityManager,
  { before, successor, others }: Succession,
  caller: Caller,
  series: StoredEvent,
  current: StoredEvent = series,
  changed: ReadonlySet<OverriddenField> = new Set(),
): Promise<void> {
  const { event } = series;
  if (!mayEdit(successor.event, caller)) throw new Forbidden();
  if (!successor.event.id) await storeOccurrences(manager, series, [{ after: successor }]);
  const { id } = successor.event;
  const { timezone, allDay, externalId, longExternalId } = event;
  const isSameClock = successor.event.timezone === timezone && successor.event.allDay === allDay;
  // Marks of imports, such as `file:cost`, apply to that date alone.
  const pinned = [...overriddenFieldsOf(successor.event)].filter(
    (field) => !field.includes(':') && !(field === 'times' && isSameClock),
  );
  const starts = new SeriesStarts(seriesRule(event));
  const ownOf = ({ event: one }: StoredEvent, more: Iterable<OverriddenField> = []) => {
    const isLeaving = before !== undefined && starts.startOf(one.seriesDate!) >= before;
    return withOverrides(one, [...more, ...(isLeaving ? [] : pinned)]);
  };
  const isMoved = isHandedOver(event) && !isByRule(event, representedTimes(event)!);
  const ownFields = ownOf(withColumns(current, { ownFields: null }), isMoved ? [...changed, 'times'] : changed);
  // External ids are unique.
  if (externalId !== null) await tableOf(manager, Event).update(manager, { id: event.id }, { externalId: null });
  const model = withColumns(successor, {
    seriesId: id,
    parentId: event.parentId,
    extendAt: event.extendAt,
    externalId,
    longExternalId,
    recurrence: recurrenceFrom(series, successor),
    ownFields: externalId === null ? null : RECURRENCE_OVERRIDDEN,
  });
  const place = { seriesId: id, parentId: id };
  const left = { recurrence: null, extendAt: null, externalId: null, longExternalId: null, ownFields };
  await storeOccurrences(manager, model, [
    { before: withColumns(current, { externalId: null }), after: withColumns(current, { ...place, ...left }) },
    { before: successor, after: model },
    ...others.map((one) => ({ before: one, after: withColumns(one, { ...place, ownFields: ownOf(one) }) })),
  ]);
}

/** The recurrence of a series, relative to another of its dates. */
function recurrenceFrom({ event }: StoredEvent, successor: StoredEvent): string {
  const recurrence = storedRecurrence(event)!;
  const { origin = event.id, revisions = 0 } = recurrence.stand ?? {};
  const at = new SeriesStarts(seriesRule(event)).startOf(successor.event.seriesDate!);
  return JSON.stringify({
    ...recurrence,
    first: firstOf(event),
    stand: { at, origin, revisions: revisions + event.revision },
  });
}
