import { FieldError } from '../errors/field-error.js';
import { type Event } from '../events/event.entity.js';
import { firstOf as firstOfSeries, isHandedOver, storedRecurrence } from '../events/schedule/stored-recurrence.js';
import {
  millisecondsBetween,
  isoUtc,
  momentFromInstant,
  momentFromLocal as momentOfLocal,
  addMilliseconds,
} from '../datetime/moment.js';
import { isExcluded } from '../recurrence/occurrences.js';
import { dateWithTime, MAX_OCCURRENCES, formatRdate, type Recurrence } from '../recurrence/recurrence.js';
import { parseRule, rulePart, datesByRule, withPart } from '../recurrence/rule.js';
import { because } from './messages.js';
import { type ImportRecord, momentOf, type Occurrence, RecordError } from './record.js';

export interface SeriesPlan {
  readonly first: Occurrence;
  readonly recurrence: Recurrence | null;
  /** The overrides, by the local time that the rule gives them. */
  readonly changed: ReadonlyMap<string, Occurrence>;
  /** Dates that cannot be part of the series, such as one before its first date; they become plain events. */
  readonly others: readonly Occurrence[];
}

interface Timed {
  readonly one: Occurrence;
  /** The local time that the rule gives its start; the start itself may have been moved. */
  readonly local: string;
  readonly start: string;
  readonly end: string;
}

/**
 * How the dates of a record become one series; undefined if only one date takes place, or none.
 * @param known the series in the calendar: it keeps its first date, and dates that were excluded there stay so
 * @throws {RecordError} if the dates without a rule are more than a series holds
 */
export function seriesPlan(told: ImportRecord, known: Event | undefined): SeriesPlan | undefined {
  // If the API does not allow the rule, such as an hourly one, its dates are stored instead.
  const rrule = told.rrule === undefined ? undefined : parseRule(told.rrule);
  const record = { ...told, rrule: rrule instanceof FieldError ? undefined : rrule };
  const stored = known && storedRecurrence(known);
  const all = withFirstByRule(record);
  const isThere = ({ one, local }: Timed) =>
    !one.isLeftOut && !isExcluded({ date: local.slice(0, 10), start: local }, stored?.exdates ?? []);
  const regular = all.filter(({ one }) => !one.isChanged);
  const live = regular.filter(isThere);
  const begins = record.ruleStart ?? regular[0]?.local ?? '';
  const end = (regular.at(-1) ?? all.at(-1))?.local ?? '';
  const same = live.find(({ one }) => momentOf(one.start, one)?.utc.getTime() === known?.startUtc.getTime());
  const former = same ? undefined : formerFirst(record, known, all, live[0], begins);
  // Overrides may be all that is left of a series whose other dates were removed in the calendar.
  const remaining = known?.recurrence ? all.find(isThere) : undefined;
  const first = same ?? former?.first ?? firstOf(live, record, begins, end) ?? remaining;
  if (!first) return undefined;
  const following = all.filter(({ local }) => local > first.local);
  const rule = former?.rule ?? (record.rrule === undefined ? undefined : ruleFrom(first, record.rrule, begins, end));
  const last = following.at(-1)?.local ?? first.local;
  const made = new Set(rule === undefined ? [] : datesByRule(rule, first.local, first.one.timezone, last));
  const added = following.filter(({ one, local }) => !one.isLeftOut && !made.has(local));
  if (added.length > MAX_OCCURRENCES) throw new RecordError(because('tooManyOccurrences'));
  if (rule === undefined && added.length === 0) return undefined;
  const excluded = following.filter(({ one }) => rule !== undefined && one.isLeftOut);
  const changed = following.filter(({ one }) => one.isChanged && !one.isLeftOut);
  const others = all.filter(
    (date) =>
      date !== first &&
      date.local <= first.local &&
      isThere(date) &&
      !(former && date.local === first.local) &&
      // Belongs to a series that a later date represents.
      !(known && isHandedOver(known) && date.local >= firstOfSeries(known).start),
  );
  // Dates that were added before the present ones of the source stay.
  const before = former ? (stored?.rdates.filter((date) => date < live[0]!.local.slice(0, date.length)) ?? []) : [];
  return {
    first: first.one,
    recurrence: {
      rrule: rule ?? null,
      exdates: [...new Set(excluded.map((date) => dateIn(all, date)))].sort(),
      rdates: [...new Set([...before, ...added.map((date) => rdateOf(date, first))])].sort(),
    },
    changed: new Map(
      changed
        .filter((date) => made.has(date.local) || !isOnlyLonger(date, first))
        .map(({ one, local }) => [local, one]),
    ),
    others: others.map(({ one }) => one),
  };
}

/**
 * A record with one date, as the change of its series; undefined if it has several dates or none. A cancellation of a
 * series need not name its dates.
 */
export function onlyDate({ occurrences }: ImportRecord): SeriesPlan | undefined {
  const [first, ...others] = occurrences.filter(({ isLeftOut }) => !isLeftOut);
  if (!first || first.details.event_status === 'cancelled' || others.length > 0) return undefined;
  return { first, recurrence: null, changed: new Map(), others };
}

/**
 * The dates of a record. If the first one is an override that only differs by a change of the clocks, it counts as a
 * date of the rule: as an override it would become a plain event, and the series would begin after it.
 */
function withFirstByRule({ occurrences, rrule, model }: ImportRecord): readonly Timed[] {
  const all = occurrences.map((one) => timed(one, rrule !== undefined));
  const [first] = [...all].sort((one, other) => (one.local < other.local ? -1 : 1));
  const like = all.find(({ one }) => !one.isChanged && !one.isLeftOut) ?? (model && timed(model, rrule !== undefined));
  const byRule = first?.one.isChanged && !first.one.isLeftOut && like && asByRule(first, like);
  return byRule ? all.map((date) => (date === first ? byRule : date)) : all;
}

/**
 * @param like a date by the rule that takes place
 * @returns undefined if the override differs from it by more than a change of the clocks
 */
function asByRule({ one, local }: Timed, like: Timed): Timed | undefined {
  const { timezone, allDay } = like.one;
  if (one.allDay || allDay || contentOf(one) !== contentOf(like.one)) return undefined;
  const end = addMilliseconds(local, millisecondsBetween(like.start, like.end));
  const [begins, ends] = [meaning(local, one.start), meaning(end, one.end)];
  if (begins === undefined || ends === undefined) return undefined;
  return { one: { ...like.one, key: one.key, start: begins, end: ends }, local, start: local, end };

  /** The local time, or the instant if that is shown as this local time and is not the one that it means. */
  function meaning(reading: string, text: string): string | undefined {
    const instant = momentOf(text, one)?.utc;
    if (instant === undefined) return undefined;
    if (momentOfLocal(reading, timezone).utc.getTime() === instant.getTime()) return reading;
    return momentFromInstant(instant, timezone).local === reading ? isoUtc(instant) : undefined;
  }
}

/**
 * The first date of an existing series, if it is past and the source begins later: many feeds drop past dates. The
 * series keeps it and the dates in between.
 * @param next the first date of the source
 * @returns undefined if the source has an earlier date, or a rule that does not lead from there to its dates
 */
function formerFirst(
  { rrule }: ImportRecord,
  known: Event | undefined,
  all: readonly Timed[],
  next: Timed | undefined,
  begins: string,
): { readonly first: Timed; readonly rule?: string } | undefined {
  if (!next || !known?.recurrence || known.startUtc.getTime() >= Date.now()) return undefined;
  const { startWall, endWall, timezone, allDay } = known;
  const isReached = ({ one, local }: Timed) =>
    local.slice(0, 10) <= startWall.slice(0, 10) && !(one.isChanged && local === startWall);
  if (timezone !== next.one.timezone || allDay !== next.one.allDay || all.some(isReached)) return undefined;
  // All dates of a rule are as long as those of the source.
  const end = rrule === undefined ? endWall : addMilliseconds(startWall, millisecondsBetween(next.start, next.end));
  const said = (local: string) => (allDay ? local.slice(0, 10) : local);
  const first = timed({ ...next.one, key: '', start: said(startWall), end: said(end) }, false);
  if (rrule === undefined) return { first };
  const made = datesByRule(withPart(rrule, 'COUNT', undefined), startWall, timezone, all.at(-1)!.local);
  if (!all.every(({ one, local }) => one.isChanged || made.includes(local))) return undefined;
  return { first, rule: counting(rrule, made.filter((local) => local < begins).length) };
}

/**
 * The first date that takes place, or the first date of a rule without an end if others are added before it, since only
 * that record can represent all of them.
 */
function firstOf(live: readonly Timed[], { rrule }: ImportRecord, begins: string, end: string) {
  const [first] = live;
  const isEnding = rrule && (rulePart(rrule, 'COUNT') ?? rulePart(rrule, 'UNTIL')) !== undefined;
  if (!first || rrule === undefined || isEnding) return first;
  const made = new Set(datesByRule(rrule, begins, first.one.timezone, end));
  return live.find(({ local }) => made.has(local)) ?? first;
}

/**
 * A rule that begins with the first date that takes place, and does not count earlier ones. Undefined if it does not
 * give that date, which was added, or gives several a day, which series do not support.
 */
function ruleFrom(first: Timed, rule: string, begins: string, end: string): string | undefined {
  const made = datesByRule(rule, begins, first.one.timezone, end);
  if (!made.includes(first.local)) return undefined;
  if (made.some((local, place) => local.slice(0, 10) === made[place - 1]?.slice(0, 10))) return undefined;
  return counting(rule, -made.filter((local) => local < first.local).length);
}

function counting(rule: string, more: number): string {
  const count = rulePart(rule, 'COUNT');
  return count === undefined ? rule : withPart(rule, 'COUNT', String(Number(count) + more));
}

/** Whether an occurrence only differs in its duration, which a series can store for added dates. */
function isOnlyLonger({ one, start, local }: Timed, first: Timed): boolean {
  const isAtItsTime = start === local && one.timezone === first.one.timezone && one.allDay === first.one.allDay;
  return isAtItsTime && contentOf(one) === contentOf(first.one);
}

function contentOf({ isConfirmed, details: { website: _itsOwnPage, ...details } }: Occurrence): string {
  return JSON.stringify([isConfirmed, details]);
}

/** A date as EXDATE: with its time if there are several on its day. */
function dateIn(all: readonly Timed[], { local }: Timed): string {
  const day = local.slice(0, 10);
  return all.filter((other) => other.local.startsWith(day)).length > 1 ? dateWithTime(local) : day;
}

function rdateOf(date: Timed, first: Timed): string {
  const { start, end, one, local } = date;
  const { allDay } = first.one;
  const isAsLong =
    millisecondsBetween(start, end) === millisecondsBetween(first.start, first.end) ||
    (one.isChanged && !isOnlyLonger(date, first));
  if (isAsLong) return allDay ? local.slice(0, 10) : dateWithTime(local);
  return allDay ? formatRdate(local, `${end.slice(0, 10)} 23:59:59`) : formatRdate(start, end);
}

/** @param byKey whether its key is its time by the rule, which a change of the clocks may have shifted */
function timed(one: Occurrence, byKey: boolean): Timed {
  const [start = one.start, end = one.end] = [one.start, one.end].map((text) => momentOf(text, one)?.local);
  return { one, start, end, local: one.isChanged || byKey ? localOf(one.key) : start };
}

function localOf(key: string): string {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(key) ?? [];
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
