import { addMilliseconds, isoUtc, millisecondsBetween } from '../../../lib/datetime/moment.js';
import { type Sentence } from '../../../lib/errors/command-error.js';
import { because } from '../messages.js';
import {
  compact,
  type Entry,
  type Format,
  languageOf,
  type Occurrence,
  type ReadOptions,
  readOrRefuse,
} from '../record.js';
import { type Component, parseCalendars } from './components.js';
import { isPublic, readDetails, type Surroundings, surroundingsOf, titleOf } from './details.js';
import { readRecurrence } from './recurrence.js';
import { type IcalTime, localOn, readSpan, readTimes, seriesLocalTime, type Span } from './times.js';
import { Zones } from './zones.js';

interface CalendarEvent {
  readonly event: Component;
  readonly zones: Zones;
  readonly isCancelled: boolean;
}

interface File {
  readonly surroundings: Surroundings;
  /** The UIDs of events that others of the file refer to as their series (RELATED-TO). */
  readonly parents: ReadonlySet<string>;
  readonly now: Date;
}

interface Group {
  readonly uid: string;
  main?: CalendarEvent;
  readonly changed: CalendarEvent[];
}

export const ical: Format = {
  name: 'iCalendar',
  recognise: ({ text }) =>
    /^\s*BEGIN:VCALENDAR\b/i.test(text) ? { read: (options) => readIcal(text.trimStart(), options) } : undefined,
};

export function readIcal(text: string, options: ReadOptions): Entry[] {
  const calendars = parseCalendars(text);
  const events = calendars.flatMap((calendar): CalendarEvent[] => {
    const zones = new Zones(calendar, options);
    const isCancelled = calendar.text('method')?.toUpperCase() === 'CANCEL';
    return calendar.all('vevent').map((event) => ({ event, zones, isCancelled }));
  });
  const components = events.map(({ event }) => event);
  const file: File = {
    surroundings: surroundingsOf(components),
    parents: new Set(components.flatMap((event) => event.texts('related-to'))),
    now: options.now,
  };
  const last = calendars.at(-1);
  const isCutOff = last !== undefined && !last.isClosed && last.components.at(-1)?.isClosed !== false;
  return [
    ...grouped(events).map((entry) => ('uid' in entry ? readGroup(entry, file) : entry)),
    ...(isCutOff ? [{ id: 'ical', title: '', reason: because('cutOff') }] : []),
  ];
}

/** Groups events by their UID. Those that cannot be grouped are refused. */
function grouped(events: readonly CalendarEvent[]): (Entry | Group)[] {
  const groups = new Map<string, Group>();
  const entries: (Entry | Group)[] = [];
  for (const calendarEvent of events) {
    const { event } = calendarEvent;
    const uid = event.text('uid');
    const refuse = (reason: Sentence) =>
      entries.push({ id: `ical:${uid ?? ''}`, title: titleOf(event), line: event.line, reason });
    if (!event.isClosed) refuse(because('unfinished'));
    else if (uid === undefined) refuse(because('noUid'));
    else {
      const group = groups.get(uid) ?? { uid, changed: [] };
      if (!groups.has(uid)) entries.push(group);
      groups.set(uid, group);
      if (event.has('recurrence-id')) group.changed.push(calendarEvent);
      else if (!group.main || revisionOf(event) > revisionOf(group.main.event)) group.main = calendarEvent;
      else if (revisionOf(event) === revisionOf(group.main.event)) refuse(because('duplicate'));
    }
  }
  return entries;
}

function revisionOf(event: Component): string {
  const sequence = Number(event.text('sequence') ?? 0) || 0;
  return `${String(sequence).padStart(12, '0')} ${event.text('dtstamp')?.replace(/\D/g, '') ?? ''}`;
}

function readGroup({ uid, main, changed }: Group, file: File): Entry {
  const first = (main ?? changed[0])!;
  const { event, zones } = first;
  return readOrRefuse({ id: `ical:${uid}`, title: titleOf(event), line: event.line }, () => {
    const span = readSpan(event, zones);
    const { zone } = span.start;
    const recurrence = main && readRecurrence(event, span.start, zones, file.now);
    const model = withStrayExdates(occurrence(first, span, file), recurrence?.strayExdates ?? []);
    const occurrences = new Map<string, Occurrence>();
    for (const local of recurrence?.localStarts ?? []) {
      const isExcluded = model.isExcluded || recurrence!.isExcluded(local);
      const key = keyOf(local, span.start.isDate);
      occurrences.set(key, { ...model, ...times(recurrence!.spans.get(local) ?? span, local), key, isExcluded });
    }
    const overrides = inOrder(changed.map((override) => readOverride(override, main && span.start, file)));
    for (const override of overrides) {
      const isThere = (local: string) => occurrences.get(keyOf(local, span.start.isDate))?.isExcluded === false;
      const following = override.isForFollowing ? (recurrence?.localStarts ?? []).filter(isThere) : [];
      for (const local of new Set([override.local, ...following.filter((local) => local > override.local)])) {
        const overridden = applyOverride(override, local);
        occurrences.set(overridden.key, overridden);
      }
    }
    const byTime = [...occurrences.values()].sort((left, right) => (left.start < right.start ? -1 : 1));
    const isOneRule = zone.isNamed && !overrides.some(({ isForFollowing }) => isForFollowing);
    const isTimed = byTime.some(({ allDay }) => !allDay);
    return {
      language: languageOf(event.parameter('summary', 'language')?.slice(0, 2).toLowerCase()),
      occurrences: byTime,
      zoneNote: isTimed ? zone.note : undefined,
      ruleStart: span.start.local,
      // `endsAt` holds for the first date only, if the clocks change on it; the others have `length`.
      model: { ...model, ...times({ ...span, endsAt: undefined }, span.start.local) },
      rrule: isOneRule ? recurrence?.rule : undefined,
      hasOnlyOverrides: main === undefined,
      hasParts: file.parents.has(uid),
    };
  });
}

/** How many exclusions without a date the report names. */
const NAMED_EXDATES = 5;

function withStrayExdates(model: Occurrence, dates: readonly string[]): Occurrence {
  if (dates.length === 0) return model;
  const named = [...new Set(dates)].sort().slice(0, NAMED_EXDATES).join(', ');
  return { ...model, notes: [...(model.notes ?? []), because('strayExdates', named)] };
}

function readOverride(override: CalendarEvent, start: IcalTime | undefined, file: File) {
  const { event, zones } = override;
  const span = readSpan(event, zones);
  // An empty RECURRENCE-ID means its own start.
  const [time = span.start] = readTimes(event, 'recurrence-id', zones);
  const reference = start ?? time;
  const isForFollowing = event.parameter('recurrence-id', 'range')?.toUpperCase() === 'THISANDFUTURE';
  const local = seriesLocalTime(reference, time, zones);
  return { event, span, reference, isForFollowing, local, occurrence: occurrence(override, span, file) };
}

type Override = ReturnType<typeof readOverride>;

/** A single date takes precedence over following ones, and of several overrides for one date the newest. */
function inOrder(overrides: readonly Override[]): Override[] {
  const order = ({ event, local, isForFollowing }: Override) =>
    `${isForFollowing ? `0 ${local}` : '1'} ${revisionOf(event)}`;
  return [...overrides].sort((left, right) => (order(left) < order(right) ? -1 : 1));
}

/** Applies an override to a date: following dates are moved by the same difference. */
function applyOverride({ occurrence, span, reference, local: overridden }: Override, local: string): Occurrence {
  const original = reference.isDate ? local.slice(0, 10) : reference.zone.toInput(local);
  const changed = { ...occurrence, key: keyOf(local, reference.isDate), isOverride: true, original };
  if (local === overridden) return changed;
  const shown = (reading: string) =>
    reference.isDate ? reading : localOn(span.start.zone, { ...reference, local: reading });
  const distance = millisecondsBetween(shown(overridden), shown(local));
  return { ...changed, ...times(span, addMilliseconds(span.start.local, distance)) };
}

function occurrence({ event, isCancelled }: CalendarEvent, span: Span, file: File): Occurrence {
  const read = readDetails(event, file.surroundings);
  return {
    ...read,
    key: keyOf(span.start.local, span.start.isDate),
    ...times(span, span.start.local),
    isExcluded: !isPublic(event),
    ...(isCancelled && { isConfirmed: false, details: { ...read.details, event_status: 'cancelled' } }),
  };
}

function times({ start, length, endsAt }: Span, local: string) {
  const { isDate, zone } = start;
  const say = (reading: string) => (isDate ? reading.slice(0, 10) : zone.toInput(reading));
  const end = endsAt && local === start.local ? isoUtc(endsAt) : say(addMilliseconds(local, length));
  return { start: say(local), end, timezone: zone.timezone, allDay: isDate };
}

function keyOf(local: string, isDate: boolean): string {
  return compact(isDate ? local.slice(0, 10) : local);
}
