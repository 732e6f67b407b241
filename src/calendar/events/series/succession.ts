import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { isExcluded, occurrenceAfter, occurrenceAt } from '../../../lib/recurrence/occurrences.js';
import { SeriesStarts } from '../../../lib/recurrence/series-starts.js';
import { Event } from '../event.entity.js';
import { type EventWithRelations } from '../relations/relations.js';
import {
  firstOf,
  isByRule,
  isHandedOver,
  representedTimes,
  seriesRule,
  storedRecurrence,
  timesOf,
} from '../schedule/stored-recurrence.js';
import { type StoredEvent, storedEvent, withColumns } from '../write/stored-event.js';
import { inheritFormerSeries } from './former-series.js';
import { loadOccurrences, storeOccurrences } from './occurrences.js';
import { inheritFromSeries, overriddenFieldsOf, RECURRENCE_OVERRIDDEN, serializeOwnFields } from './overrides.js';
import { baseOf, hasOwnValues, ownValueColumns } from './own-values.js';

/** The date that will represent a series, and all other dates except the one that represents it now. */
export interface Succession {
  /** Without an id if it has not been created yet: `handOver` stores it then. */
  readonly successor: StoredEvent;
  readonly others: readonly StoredEvent[];
}

/**
 * Finds the date that will represent a series: the next one by the rule, else an earlier one. If no other date has been
 * created yet, it is the next one beyond the horizon.
 * @param before only dates that begin before this time by the rule
 * @returns undefined if the series has no other date
 */
export async function findSuccession(
  manager: EntityManager,
  series: EventWithRelations,
  before?: string,
): Promise<Succession | undefined> {
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
  candidates.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1));
  const successor = candidates.find((one) => startOf(one) > rule.representativeStart) ?? candidates[0];
  if (successor) return { successor, others: members.filter((one) => one !== successor) };
  if (before !== undefined) return undefined;
  const last = [rule.representativeStart, ...members.map(startOf)].sort().at(-1)!;
  const next = occurrenceAfter(rule, last);
  if (!next) return undefined;
  const base = await baseOf(manager, storedEvent(series));
  return { successor: inheritFromSeries(base, undefined, next), others: members };
}

/**
 * Makes another date represent a series: it gets the rule, which still counts from the first date, and the values of
 * the series in the fields that it overrides. No date gets other values.
 * @param series the record that represents the series, which becomes a normal occurrence
 */
export async function handOver(
  manager: EntityManager,
  { successor, others }: Succession,
  series: StoredEvent,
): Promise<void> {
  const { event } = series;
  const base = await baseOf(manager, series);
  if (!successor.event.id) await storeOccurrences(manager, base, [{ after: successor }]);
  const { id } = successor.event;
  const { externalId, longExternalId } = event;
  // External ids are unique.
  if (externalId !== null) await tableOf(manager, Event).update(manager, { id: event.id }, { externalId: null });
  const rule = seriesRule(event);
  const start = new SeriesStarts(rule).startOf(successor.event.seriesDate!);
  const byRule = occurrenceAt(rule, start);
  const marks = externalId === null ? null : RECURRENCE_OVERRIDDEN;
  const baseForSuccessor = withColumns(base, {
    ...(byRule && timesOf(base.event, byRule)),
    ownFields: marks,
  });
  const successorAsSeries = withColumns(successor, {
    seriesId: id,
    parentId: event.parentId,
    extendAt: event.extendAt,
    externalId,
    longExternalId,
    recurrence: recurrenceFrom(series, start),
    ...ownValueColumns(baseForSuccessor, overriddenFieldsOf(successor.event)),
  });
  const place = { seriesId: id, parentId: id };
  await inheritFormerSeries(manager, event.id, id);
  const changes = [
    {
      before: withColumns(series, { externalId: null }),
      after: withColumns(series, { ...place, ...NO_RULE, ownFields: overridesAsOccurrence(series) }),
    },
    { before: successor, after: successorAsSeries },
    ...others.map((before) => ({ before, after: withColumns(before, place) })),
  ];
  await storeOccurrences(manager, successorAsSeries, changes, { id, departure: 'record' });
}

const NO_RULE = { recurrence: null, extendAt: null, externalId: null, longExternalId: null, baseValues: null };

/** The overrides of a record that no longer represents its series. */
function overridesAsOccurrence({ event }: StoredEvent): string | null {
  // Series that earlier versions handed over have no base values, although their record may have been moved.
  const isMoved = isHandedOver(event) && !hasOwnValues(event) && !isByRule(event, representedTimes(event)!);
  return serializeOwnFields([...overriddenFieldsOf(event), ...(isMoved ? (['times'] as const) : [])]);
}

/** The recurrence of a series, relative to the date that begins at a local time. */
function recurrenceFrom({ event }: StoredEvent, at: string): string {
  const recurrence = storedRecurrence(event)!;
  const { origin = event.id, revisions = 0 } = recurrence.stand ?? {};
  return JSON.stringify({
    ...recurrence,
    first: firstOf(event),
    stand: { at, origin, revisions: revisions + event.revision },
  });
}
