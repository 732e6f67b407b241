import { DAY } from '../../../lib/datetime/durations.js';
import { daysBetween } from '../../../lib/datetime/days.js';
import { addMilliseconds, millisecondsBetween } from '../../../lib/datetime/moment.js';
import { FieldError } from '../../../lib/errors/field-error.js';
import { LANGUAGES } from '../../../lib/i18n/language.js';
import { moveRecurrence } from '../../../lib/recurrence/move-recurrence.js';
import { dateWithTime, type LocalInterval, rdateTimes, type Recurrence } from '../../../lib/recurrence/recurrence.js';
import { type Content, seriesContent } from '../../records/revisions/content.js';

/** Fields of a revision that only the record itself has, so that other dates do not get them. */
const IDENTITY = ['recurrence', 'post_parent'];
const TIMES = ['start_date', 'end_date', 'timezone', 'all_day'];

export function recurrenceIn(content: Content): Recurrence | null {
  return (seriesContent(content).fields.recurrence ?? null) as Recurrence | null;
}

/** Whether a record was a date of another one in some state: only those have a parent which is not their own. */
export function wasOccurrence({ fields }: Content): boolean {
  return !('post_parent' in fields);
}

function timesIn({ fields }: Content): LocalInterval {
  return { start: String(fields.start_date), end: String(fields.end_date) };
}

/** The start that a state has; of a series, that of the values which its dates follow. */
export function startIn(content: Content): string {
  return timesIn(seriesContent(content)).start;
}

/** Whether fields, as revisions name them, are about times. */
export function hasTimes(names: ReadonlySet<string>): boolean {
  return TIMES.some((name) => names.has(name));
}

/** Times with the same hours, moved by whole days. */
function movedBy(days: number, { start, end }: LocalInterval): LocalInterval {
  return { start: addMilliseconds(start, days * DAY), end: addMilliseconds(end, days * DAY) };
}

function withFields(content: Content, fields: Content['fields']): Content {
  return { ...content, fields: { ...content.fields, ...fields } };
}

/**
 * A former state of the record of a series with its present days and rule: of its times, only the hours are former ones.
 * @param current the present state
 */
export function withoutDates(former: Content, current: Content): Content {
  const [then, now] = [seriesContent(former), seriesContent(current)];
  const days = daysBetween(timesIn(then).start, timesIn(now).start);
  const recurrence = atHours(recurrenceIn(now), now, movedBy(days, timesIn(then)));
  const onPresentDays = (content: Content): Content => {
    const { start, end } = movedBy(days, timesIn(content));
    return withFields(content, { start_date: start, end_date: end, recurrence });
  };
  return { ...onPresentDays(former), ...(former.series && { series: onPresentDays(former.series) }) };
}

/** The rule of a series at other hours: hours and an end that it names move with its start. Its dates stay the same. */
function atHours(recurrence: Recurrence | null, { fields, ...content }: Content, to: LocalInterval): Recurrence | null {
  const from = timesIn({ fields, ...content });
  if (!recurrence || from.start === to.start) return recurrence;
  const end = millisecondsBetween(from.end, to.end);
  const move = { from: from.start, to: to.start, end, byRule: from.start, timezone: String(fields.timezone) };
  const moved = moveRecurrence({ ...recurrence, rdates: [] }, move);
  const isSame = moved instanceof FieldError || moved.rrule === recurrence.rrule;
  return isSame ? recurrence : { ...moved, rdates: recurrence.rdates };
}

/**
 * A former state of a series for another one of its records or dates: without a slug, a rule and a parent, and at the
 * hours that its date had, on the present day.
 * @param current the present state of that record or date
 * @param date its date in the series
 */
export function contentForDate(former: Content, current: Content, date: string): Content {
  const { fields, texts, names } = seriesContent(former);
  const now = seriesContent(current);
  const hours = hoursOn(seriesContent(former), date);
  const { start, end } = movedBy(daysBetween(hours.start, timesIn(now).start), hours);
  const identity = Object.fromEntries(IDENTITY.map((name) => [name, now.fields[name]]));
  const recurrence = atHours(recurrenceIn(now), now, { start, end });
  const texted = LANGUAGES.flatMap((language) => {
    const { slug: _slug, ...others } = texts[language] ?? {};
    return texts[language] ? [[language, others] as const] : [];
  });
  return {
    fields: { ...fields, ...identity, recurrence, start_date: start, end_date: end },
    texts: Object.fromEntries(texted),
    names,
  };
}

/** The times of a date of a series, on any day: those of an added date with a time, else those of the first date. */
function hoursOn(series: Content, date: string): LocalInterval {
  const first = timesIn(series);
  const day = date.slice(0, 10);
  for (const rdate of recurrenceIn(series)?.rdates ?? []) {
    const { start, end } = rdateTimes(rdate, first.start.slice(11));
    if (start.slice(0, 10) !== day || (date.length > 10 && dateWithTime(start) !== dateWithTime(date))) continue;
    return { start, end: end ?? addMilliseconds(start, millisecondsBetween(first.start, first.end)) };
  }
  return first;
}

/** A former state in which some fields have their present values. @param names of the fields, as revisions name them */
export function keepingFields(former: Content, current: Content, names: ReadonlySet<string>): Content {
  const kept = hasTimes(names) ? new Set([...names, ...TIMES]) : names;
  const fields = Object.keys(former.fields).map((name) => [
    name,
    kept.has(name) ? current.fields[name] : former.fields[name],
  ]);
  const texts = LANGUAGES.flatMap((language) => {
    const [then, now] = [former.texts[language], current.texts[language]];
    const own = Object.keys(now ?? {}).filter((name) => kept.has(`${language}.${name}`));
    if (!then) return now && own.length > 0 ? [[language, now] as const] : [];
    return [[language, { ...then, ...Object.fromEntries(own.map((name) => [name, now![name]])) }] as const];
  });
  return { ...former, fields: Object.fromEntries(fields) as Content['fields'], texts: Object.fromEntries(texts) };
}

/** The present state of a series with the rule and the times of a former one. */
export function withRule(current: Content, former: Content, recurrence: Recurrence | null): Content {
  const times = Object.fromEntries(TIMES.map((name) => [name, seriesContent(former).fields[name]]));
  return withFields(seriesContent(current), { ...times, recurrence });
}
