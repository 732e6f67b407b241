import { type EntityManager } from 'typeorm';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { tableOf } from '../../../database/sql/table.js';
import { access, type Status } from '../../records/visibility/access.js';
import { whereVisible } from '../../records/visibility/visible.js';
import { type Caller } from '../../../http/role.js';
import { type RelatedRecordCache } from '../../resource/related-record-cache.js';
import { type SeriesRule } from '../../../lib/recurrence/occurrences.js';
import { SeriesStarts } from '../../../lib/recurrence/series-starts.js';
import { isSameMoment, utcText, millisecondsBetween, addMilliseconds } from '../../../lib/datetime/moment.js';
import { Event } from '../event.entity.js';
import { type EventWithRelations, loadEvents } from '../relations/relations.js';
import { seriesColumns } from '../schedule/base-values.js';
import { seriesRule } from '../schedule/stored-recurrence.js';
import { isOverridden } from './overrides.js';
import { withBaseValues } from './own-values.js';

/** A series as a recurring event, reduced to the occurrences that the caller may see. */
export interface RecurringForm {
  /** The record of the series with the values of the series. */
  readonly base: EventWithRelations;
  readonly rule: SeriesRule;
  /** Starts that are excluded or not shown to the caller. */
  readonly exdates: readonly string[];
  /** Occurrences that differ, by their start by the rule; the record that represents the series may be one of them. */
  readonly overrides: readonly { readonly start: string; readonly event: EventWithRelations }[];
}

const COLUMNS = [
  ...(['id', 'seriesId', 'seriesDate', 'ownFields', 'startWall', 'endWall', 'startUtc', 'endUtc'] as const),
  ...(['hidden', 'authorId', 'status', 'trashedStatus', 'wasPublished', 'passwordHash'] as const),
] as const;

type Row = Pick<Event, (typeof COLUMNS)[number]>;

interface SeriesViewer {
  readonly statuses: readonly Status[];
  readonly caller: Caller;
  /** Whether all dates of a series without a rule are treated as overrides. */
  readonly hasSeparateDates: boolean;
}

/** The recurring forms of the series among some events, by id. */
export async function recurringForms(
  manager: EntityManager,
  events: readonly EventWithRelations[],
  viewer: SeriesViewer,
  relatedRecords: RelatedRecordCache,
): Promise<ReadonlyMap<number, RecurringForm>> {
  const series = events.filter(({ recurrence }) => recurrence !== null);
  if (series.length === 0) return new Map();
  const seriesIds = series.map(({ id }) => id);
  const rows = await tableOf(manager, Event).select(manager, { seriesId: seriesIds }, { columns: COLUMNS });
  const forms = series.map((one) => ({ id: one.id, ...exceptions(one, rows, viewer) }));
  const changedIds = forms.flatMap(({ id, changed }) => changed.flatMap((one) => (one.id === id ? [] : one.id)));
  // The series itself is already loaded.
  const loaded = [...series, ...(await loadEvents(manager, changedIds, relatedRecords))];
  const byId = new Map(loaded.map((event) => [event.id, event]));
  const bases = new Map<number, EventWithRelations>();
  for (const one of series) bases.set(one.id, await withBaseValues(manager, one, relatedRecords));
  return new Map(
    forms.map(({ id, rule, exdates, changed }) => {
      const overrides = changed.map((one) => ({ start: one.start, event: byId.get(one.id)! }));
      return [
        id,
        { base: bases.get(id)!, rule, exdates, overrides: overrides.filter(({ event }) => event !== undefined) },
      ];
    }),
  );
}

function exceptions(
  series: EventWithRelations,
  rows: readonly Row[],
  { statuses, caller, hasSeparateDates }: SeriesViewer,
) {
  const rule = seriesRule(series);
  const starts = new SeriesStarts(rule);
  const exdates = new Set(starts.excludedBy(rule.recurrence.exdates));
  const changed: { readonly id: number; readonly start: string }[] = [];
  const own = rule.representativeStart;
  const { allDay } = seriesColumns(series);
  if (isOverridden(series) || isMovedFromRule(series, own, rule, allDay)) changed.push({ id: series.id, start: own });
  for (const row of rows) {
    // Dates of occurrences in the trash are excluded, or no longer part of the rule.
    if (row.seriesId !== series.id || row.id === series.id || row.status === 'trash') continue;
    const start = starts.startOf(row.seriesDate!);
    const isShown = !row.hidden && statuses.includes(row.status) && access(row, caller) !== 'hidden';
    const isApart = hasSeparateDates && rule.recurrence.rrule === null;
    if (!isShown) exdates.add(start);
    else if (isApart || isOverridden(row) || isMovedFromRule(row, start, rule, allDay))
      changed.push({ id: row.id, start });
  }
  changed.sort((one, other) => (one.start < other.start ? -1 : 1));
  return { rule, exdates: [...exdates].sort(), changed };
}

/** Whether an occurrence has another start than by the rule (apart from skipped time), or another duration. */
function isMovedFromRule(row: Row, start: string, rule: SeriesRule, allDay: boolean): boolean {
  const length = millisecondsBetween(rule.start, rule.end);
  const end = addMilliseconds(start, length);
  if (allDay)
    return [row.startWall, row.endWall].some((local, place) => !local.startsWith([start, end][place]!.slice(0, 10)));
  if (row.startWall !== start || row.endWall !== end) return true;
  // Calendar programs add the duration in hours, which gives another end if the clocks change meanwhile, and only know
  // the first of two equal local times.
  return (
    row.endUtc.getTime() - row.startUtc.getTime() !== length ||
    !isSameMoment(start, rule.timezone, utcText(row.startUtc))
  );
}

/** Selects the occurrences that the caller sees in the recurring entries of some series. */
export function visibleOccurrences(
  manager: EntityManager,
  ids: readonly number[],
  statuses: readonly Status[],
  caller: Caller,
): SelectBuilder {
  const rows = SelectBuilder.of(manager, Event, 'event').andWhere(
    `event.seriesId IN (${ids.join()}) AND event.hidden = FALSE`,
  );
  return whereVisible(rows, caller, statuses);
}
