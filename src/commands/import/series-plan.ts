import {
  addMilliseconds,
  isoUtc,
  millisecondsBetween,
  momentFromInstant,
  momentFromLocal,
} from '../../lib/datetime/moment.js';
import { FieldError } from '../../lib/errors/field-error.js';
import { type Event } from '../../calendar/events/event.entity.js';
import {
  firstOf as firstOfSeries,
  isHandedOver,
  storedRecurrence,
} from '../../calendar/events/schedule/stored-recurrence.js';
import { isExcluded as isExdate } from '../../lib/recurrence/occurrences.js';
import { dateWithTime, formatRdate, MAX_OCCURRENCES, type Recurrence } from '../../lib/recurrence/recurrence.js';
import { datesByRule, parseRule, rulePart, withPart } from '../../lib/recurrence/rule.js';
import { recordError } from './messages.js';
import { type ImportRecord, momentOf, type Occurrence } from './record.js';

export interface SeriesPlan {
  readonly first: Occurrence;
  readonly recurrence: Recurrence | null;
  /** The overrides, by the local time that the rule gives them. */
  readonly overrides: ReadonlyMap<string, Occurrence>;
  /** Dates that cannot be part of the series, such as one before its first date; they become plain events. */
  readonly standalone: readonly Occurrence[];
}

/** A date of the source with its local times. */
interface SeriesDate extends Occurrence {
  /** The recurrence ID: the local start by the rule. An override may have moved `localStart`. */
  readonly local: string;
  readonly localStart: string;
  readonly localEnd: string;
}

/** The dates of a source, and the rule that makes them between two local times. */
interface SourceSeries {
  readonly all: readonly SeriesDate[];
  /** Undefined also if the API does not allow the rule, such as an hourly one: its dates are stored instead. */
  readonly rrule: string | undefined;
  readonly begins: string;
  readonly ruleDates: readonly string[];
}

/** The first date of a series, and the rule as it applies from there. */
interface SeriesStart {
  readonly first: SeriesDate;
  readonly rule: string | undefined;
  /** The first date of the source, if it has dropped earlier ones, which are past. */
  readonly next?: SeriesDate;
}

/**
 * Plans the series of a record; undefined if at most one date takes place, unless that ends the series in the calendar.
 * @param known the series in the calendar: it keeps its first date, and dates that were excluded there stay so
 * @throws {CommandError} if the dates without a rule are more than a series holds
 */
export function seriesPlan(record: ImportRecord, known: Event | undefined): SeriesPlan | undefined {
  return plan(sourceSeries(record), known) ?? (known?.recurrence && !record.hasParts ? onlyDate(record) : undefined);
}

function plan(source: SourceSeries, known: Event | undefined): SeriesPlan | undefined {
  const { all } = source;
  const stored = known && storedRecurrence(known);
  const takesPlace = ({ isExcluded, local }: SeriesDate) =>
    !isExcluded && !isExdate({ date: local.slice(0, 10), start: local }, stored?.exdates ?? []);
  const start = seriesStart(source, known, takesPlace);
  if (!start) return undefined;
  const { first, rule, next } = start;
  const following = all.filter(({ local }) => local > first.local);
  const last = following.at(-1)?.local ?? first.local;
  const ruleDates = new Set(rule === undefined ? [] : datesByRule(rule, first.local, first.timezone, last));
  const added = following.filter(({ isExcluded, local }) => !isExcluded && !ruleDates.has(local));
  if (added.length > MAX_OCCURRENCES) throw recordError('tooManyOccurrences');
  if (rule === undefined && added.length === 0) return undefined;
  const excluded = following.filter(({ isExcluded }) => rule !== undefined && isExcluded);
  const overrides = following.filter(
    (date) => date.isOverride && !date.isExcluded && (ruleDates.has(date.local) || !isDurationOverride(date, first)),
  );
  const standalone = all.filter(
    (date) =>
      date !== first &&
      date.local <= first.local &&
      takesPlace(date) &&
      !(next && date.local === first.local) &&
      // The date belongs to the existing series, whose first date was detached: a later one represents it.
      !(known && isHandedOver(known) && date.local >= firstOfSeries(known).start),
  );
  // Stored RDATEs before the first date of the source are kept, since many feeds drop past dates.
  const dropped = next ? (stored?.rdates.filter((date) => date < next.local.slice(0, date.length)) ?? []) : [];
  return {
    first,
    recurrence: {
      rrule: rule ?? null,
      exdates: sorted(excluded.map((date) => dateIn(all, date))),
      rdates: sorted([...dropped, ...added.map((date) => rdateOf(date, first))]),
    },
    overrides: new Map(overrides.map((date) => [date.local, date])),
    standalone,
  };
}

function sorted(dates: readonly string[]): string[] {
  return [...new Set(dates)].sort();
}

/** A record with exactly one date, which ends its series. A cancellation of a series need not name its dates. */
function onlyDate({ occurrences }: ImportRecord): SeriesPlan | undefined {
  const [first, ...others] = occurrences.filter(({ isExcluded }) => !isExcluded);
  if (!first || first.details.event_status === 'cancelled' || others.length > 0) return undefined;
  return { first, recurrence: null, overrides: new Map(), standalone: [] };
}

function sourceSeries(record: ImportRecord): SourceSeries {
  const parsed = record.rrule === undefined ? undefined : parseRule(record.rrule);
  const rrule = parsed instanceof FieldError ? undefined : parsed;
  const all = withFirstAsRuleDate(record, rrule !== undefined);
  const regular = all.filter(({ isOverride }) => !isOverride);
  const [first, last] = [regular[0], regular.at(-1) ?? all.at(-1)];
  const begins = record.ruleStart ?? first?.local ?? '';
  const ruleDates = rrule && last ? datesByRule(rrule, begins, last.timezone, last.local) : [];
  return { all, rrule, begins, ruleDates };
}

/**
 * The dates of a record. If the first one is an override that differs only by a change of the clocks, it counts as a
 * regular date: as an override it would become a single event, and the series would begin after it.
 */
function withFirstAsRuleDate({ occurrences, model }: ImportRecord, hasRule: boolean): readonly SeriesDate[] {
  const all = occurrences.map((occurrence) => withLocalTimes(occurrence, hasRule));
  const [first] = [...all].sort((left, right) => (left.local < right.local ? -1 : 1));
  const regular =
    all.find(({ isOverride, isExcluded }) => !isOverride && !isExcluded) ?? (model && withLocalTimes(model, hasRule));
  const byRule = first?.isOverride && !first.isExcluded && regular && asRuleDate(first, regular);
  return byRule ? all.map((date) => (date === first ? byRule : date)) : all;
}

/** @returns undefined if the override differs from a regular date by more than a change of the clocks */
function asRuleDate(date: SeriesDate, regular: SeriesDate): SeriesDate | undefined {
  const { timezone } = regular;
  if (date.allDay || regular.allDay || contentOf(date) !== contentOf(regular)) return undefined;
  const localEnd = addMilliseconds(date.local, millisecondsBetween(regular.localStart, regular.localEnd));
  const [start, end] = [ruleTime(date.local, date.start), ruleTime(localEnd, date.end)];
  if (start === undefined || end === undefined) return undefined;
  return { ...regular, key: date.key, start, end, local: date.local, localStart: date.local, localEnd };

  /** The local time; the instant if the clocks repeat this local time and it is the other one; else undefined. */
  function ruleTime(local: string, text: string): string | undefined {
    const instant = momentOf(text, date)?.utc;
    if (instant === undefined) return undefined;
    if (momentFromLocal(local, timezone).utc.getTime() === instant.getTime()) return local;
    return momentFromInstant(instant, timezone).local === local ? isoUtc(instant) : undefined;
  }
}

function seriesStart(
  source: SourceSeries,
  known: Event | undefined,
  takesPlace: (date: SeriesDate) => boolean,
): SeriesStart | undefined {
  const live = source.all.filter((date) => !date.isOverride && takesPlace(date));
  const same = live.find((date) => momentOf(date.start, date)?.utc.getTime() === known?.startUtc.getTime());
  const past = same ? undefined : pastStart(source, known, live[0]);
  if (past) return past;
  // Overrides may be all that is left of a series whose other dates were removed in the calendar.
  const first = same ?? firstOf(live, source) ?? (known?.recurrence ? source.all.find(takesPlace) : undefined);
  return first && { first, rule: ruleFrom(first, source) };
}

/**
 * The first date of an existing series, if it is past and the source begins later with `next`, as feeds drop past dates.
 * @returns undefined if the source has an earlier date, or a rule that does not lead from there to its dates
 */
function pastStart(
  { all, rrule, begins }: SourceSeries,
  known: Event | undefined,
  next: SeriesDate | undefined,
): SeriesStart | undefined {
  if (!next || !known?.recurrence || known.startUtc.getTime() >= Date.now()) return undefined;
  const { startWall, endWall, timezone, allDay } = known;
  const isReached = ({ isOverride, local }: SeriesDate) =>
    local.slice(0, 10) <= startWall.slice(0, 10) && !(isOverride && local === startWall);
  if (timezone !== next.timezone || allDay !== next.allDay || all.some(isReached)) return undefined;
  // A rule gives all its dates the same duration, here that of the source.
  const duration = millisecondsBetween(next.localStart, next.localEnd);
  const end = rrule === undefined ? endWall : addMilliseconds(startWall, duration);
  const asWritten = (local: string) => (allDay ? local.slice(0, 10) : local);
  const first = withLocalTimes({ ...next, key: '', start: asWritten(startWall), end: asWritten(end) }, false);
  if (rrule === undefined) return { first, rule: undefined, next };
  const ruleDates = datesByRule(withPart(rrule, 'COUNT', undefined), startWall, timezone, all.at(-1)!.local);
  if (!all.every(({ isOverride, local }) => isOverride || ruleDates.includes(local))) return undefined;
  const rule = withAdjustedCount(rrule, ruleDates.filter((local) => local < begins).length);
  return { first, rule, next };
}

/** The first date that takes place. An endless rule must begin with one of its own dates, not with an added one. */
function firstOf(live: readonly SeriesDate[], { rrule, ruleDates }: SourceSeries): SeriesDate | undefined {
  const isEndless = rrule && (rulePart(rrule, 'COUNT') ?? rulePart(rrule, 'UNTIL')) === undefined;
  return (isEndless ? live.find(({ local }) => ruleDates.includes(local)) : undefined) ?? live[0];
}

/** The rule as it applies from a date; undefined if it does not give that date, or several a day, as no series has. */
function ruleFrom({ local: first }: SeriesDate, { rrule, ruleDates }: SourceSeries): string | undefined {
  const isTwiceADay = ruleDates.some((local, place) => local.slice(0, 10) === ruleDates[place - 1]?.slice(0, 10));
  if (rrule === undefined || isTwiceADay || !ruleDates.includes(first)) return undefined;
  return withAdjustedCount(rrule, -ruleDates.filter((local) => local < first).length);
}

function withAdjustedCount(rule: string, more: number): string {
  const count = rulePart(rule, 'COUNT');
  return count === undefined ? rule : withPart(rule, 'COUNT', String(Number(count) + more));
}

/** Whether an override differs from the series only in its duration, which an RDATE can store. */
function isDurationOverride(date: SeriesDate, first: SeriesDate): boolean {
  const isAtItsTime =
    date.localStart === date.local && date.timezone === first.timezone && date.allDay === first.allDay;
  return isAtItsTime && contentOf(date) === contentOf(first);
}

function contentOf({ isConfirmed, details: { website: _itsOwnPage, ...details } }: Occurrence): string {
  return JSON.stringify([isConfirmed, details]);
}

/** A date as EXDATE: with its time if there are several on its day. */
function dateIn(all: readonly SeriesDate[], { local }: SeriesDate): string {
  const day = local.slice(0, 10);
  return all.filter((date) => date.local.startsWith(day)).length > 1 ? dateWithTime(local) : day;
}

function rdateOf(date: SeriesDate, first: SeriesDate): string {
  const { localStart, localEnd, isOverride, local } = date;
  const { allDay } = first;
  const isAsLong =
    millisecondsBetween(localStart, localEnd) === millisecondsBetween(first.localStart, first.localEnd) ||
    (isOverride && !isDurationOverride(date, first));
  if (isAsLong) return allDay ? local.slice(0, 10) : dateWithTime(local);
  return allDay ? formatRdate(local, `${localEnd.slice(0, 10)} 23:59:59`) : formatRdate(localStart, localEnd);
}

/** @param byKey whether its key is its time by the rule, which a change of the clocks may have shifted */
function withLocalTimes(occurrence: Occurrence, byKey: boolean): SeriesDate {
  const { start, end, key, isOverride } = occurrence;
  const [localStart = start, localEnd = end] = [start, end].map((text) => momentOf(text, occurrence)?.local);
  return { ...occurrence, localStart, localEnd, local: isOverride || byKey ? localOf(key) : localStart };
}

function localOf(key: string): string {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(key) ?? [];
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
