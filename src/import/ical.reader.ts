import ICAL from 'ical.js';
import { isLanguage, type Language } from '../i18n/language.js';
import { utcText } from '../datetime/moment.js';
import { Clocks } from './ical-clock.js';
import { readIcalFile, valueOf, valuesOf } from './ical-components.js';
import { isPublic, readDetails, type Surroundings, surroundingsOf, titleOf } from './ical-details.js';
import { readRecurrence, readRules } from './ical-recurrence.js';
import { later, readSpan, readTimes, type Span, wallOn } from './ical-time.js';
import { because } from './messages.js';
import { type Entry, type ImportRecord, type Occurrence, readOne } from './record.js';

/** How times are read that say no zone. */
export interface TimeOptions {
  /** Chosen by whoever imports; counts for more than what a file says of itself. */
  readonly timezone: string | undefined;
  readonly siteTimezone: string;
  readonly now: Date;
}

/** All that a record needs to know of its file. */
interface File {
  readonly clocks: Clocks;
  readonly surroundings: Surroundings;
  /** The UIDs of events that others of the file belong to (RELATED-TO). */
  readonly parents: ReadonlySet<string>;
  readonly isCancelled: boolean;
  readonly now: Date;
}

/** The events of one UID: the event itself, and occurrences of it that were changed by themselves. */
interface Group {
  main?: ICAL.Component;
  readonly changed: ICAL.Component[];
}

/**
 * Reads an iCalendar file (RFC 5545): one record for each UID. Texts are decoded and unfolded already.
 * Changes to “this and all future” occurrences count for the one occurrence that they name.
 */
export function readIcal(text: string, { timezone, siteTimezone, now }: TimeOptions): Entry[] {
  const { properties, timezones, events } = readIcalFile(text);
  const parsed = events.filter((event) => event instanceof ICAL.Component);
  const sources = { timezone, calendarTimezone: properties.get('X-WR-TIMEZONE'), siteTimezone };
  const file: File = {
    clocks: new Clocks(sources, timezones),
    surroundings: surroundingsOf(parsed),
    parents: new Set(parsed.flatMap((event) => valuesOf(event, 'related-to'))),
    isCancelled: properties.get('METHOD')?.toUpperCase() === 'CANCEL',
    now,
  };
  const groups = new Map<string, Group>();
  const entries: (Entry | string)[] = [];
  for (const event of events) {
    if (!(event instanceof ICAL.Component)) entries.push(event);
    else entries.push(...grouped(groups, event));
  }
  return entries.map((entry) => (typeof entry === 'string' ? readGroup(entry, groups.get(entry)!, file) : entry));
}

/** Puts an event to the others of its UID; the UID is named at its first appearance. */
function grouped(groups: Map<string, Group>, event: ICAL.Component): (Entry | string)[] {
  const uid = valueOf(event, 'uid');
  const title = titleOf(event);
  if (uid === undefined) return [{ id: 'ical:', title, reason: because((messages) => messages.noUid) }];
  const group = groups.get(uid) ?? { changed: [] };
  const entries = groups.has(uid) ? [] : [uid];
  groups.set(uid, group);
  if (event.hasProperty('recurrence-id')) group.changed.push(event);
  else if (!group.main || sequence(event) > sequence(group.main)) group.main = event;
  else if (sequence(event) === sequence(group.main)) {
    return [...entries, { id: `ical:${uid}`, title, reason: because((messages) => messages.duplicate) }];
  }
  return entries;
}

function sequence(event: ICAL.Component): number {
  return Number(valueOf(event, 'sequence') ?? 0) || 0;
}

function readGroup(uid: string, group: Group, file: File): Entry {
  const first = (group.main ?? group.changed[0])!;
  const title = titleOf(first);
  const id = `ical:${uid}`;
  return readOne(id, title, (): ImportRecord => {
    const occurrences = new Map((group.main ? series(group.main, file) : []).map((one) => [one.key, one]));
    const { clock, wall: ruleStart } = readSpan(first, file.clocks).start;
    for (const event of group.changed) {
      const span = readSpan(event, file.clocks);
      const [recurrence = span.start] = readTimes(event, 'recurrence-id', file.clocks);
      const by = group.main ? clock : recurrence.clock;
      const wall = wallOn(by, recurrence);
      const key = keyOf(wall, recurrence.isDate);
      const original = recurrence.isDate ? wall.slice(0, 10) : by.say(wall);
      occurrences.set(key, { ...occurrence(event, key, span, span.start.wall, file), isChanged: true, original });
    }
    const byTime = [...occurrences.values()].sort((one, other) => (one.start < other.start ? -1 : 1));
    const assumedTimezone = clock.isAssumed && byTime.some(({ allDay }) => !allDay) ? clock.timezone : undefined;
    const rrule = group.main && clock.say(NOON) === NOON ? ruleOf(group.main, file) : undefined;
    const isPart = group.main === undefined;
    const kind = { isPart, hasParts: file.parents.has(uid) };
    return { id, title, language: languageOf(first), assumedTimezone, rrule, ruleStart, ...kind, occurrences: byTime };
  });
}

/** A clock that says this as it is goes by a zone of ours. */
const NOON = '2027-06-21 12:00:00';

/** The rule of a series that has one alone, and begins with it; several, and those that take dates out, become dates. */
function ruleOf(event: ICAL.Component, { clocks }: File): string | undefined {
  const { start } = readSpan(event, clocks);
  const [rule, ...others] = readRules(event, 'rrule', start);
  const isFirst = readTimes(event, 'rdate', clocks).every((time) => wallOn(start.clock, time) >= start.wall);
  return others.length === 0 && isFirst && !event.hasProperty('exrule') ? rule : undefined;
}

function series(event: ICAL.Component, file: File): Occurrence[] {
  const span = readSpan(event, file.clocks);
  const { walls, spans, isExcluded } = readRecurrence(event, span.start, file.clocks, file.now);
  const model = occurrence(event, '', span, span.start.wall, file);
  return walls.map((wall) => ({
    ...model,
    ...times(spans.get(wall) ?? span, wall),
    key: keyOf(wall, span.start.isDate),
    isLeftOut: model.isLeftOut || isExcluded(wall),
  }));
}

function occurrence(event: ICAL.Component, key: string, span: Span, wall: string, file: File): Occurrence {
  return {
    key,
    ...times(span, wall),
    isLeftOut: !isPublic(event),
    details: { ...readDetails(event, file.surroundings), ...(file.isCancelled && { isCancelled: true }) },
  };
}

function times({ start, length, endsAt }: Span, wall: string) {
  const { isDate, clock } = start;
  const say = (reading: string) => (isDate ? reading.slice(0, 10) : clock.say(reading));
  const end = endsAt && wall === start.wall ? `${utcText(endsAt).replace(' ', 'T')}Z` : say(later(wall, length));
  return { start: say(wall), end, timezone: clock.timezone, allDay: isDate };
}

/** `20250517T173000`, `20250517`: the original time of an occurrence, by the clock of its series. */
function keyOf(wall: string, isDate: boolean): string {
  const digits = wall.replace(/[-:]/g, '').replace(' ', 'T');
  return isDate ? digits.slice(0, 8) : digits;
}

function languageOf(event: ICAL.Component): Language | undefined {
  const tag: unknown = event.getFirstProperty('summary')?.getFirstParameter('language');
  const language = String(tag).slice(0, 2).toLowerCase();
  return isLanguage(language) ? language : undefined;
}
