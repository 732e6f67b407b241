import { isDeepStrictEqual } from 'node:util';
import { allTexts } from '../../records/translations/language-values.js';
import { flatTextsOf } from '../../records/translations/text-changes.js';
import { translationIn } from '../../records/translations/translation.js';
import { parseDateTime } from '../../../lib/datetime/date-time-input.js';
import { FieldError, FieldErrors } from '../../../lib/errors/field-error.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { moveRecurrence } from '../../../lib/recurrence/move-recurrence.js';
import { type Site } from '../../../http/urls/site.js';
import { type UpdateEventDto } from '../event.dto.js';
import { EVENTS } from '../event.resource.js';
import { presentEvent } from '../event.presenter.js';
import { type EventWithRelations } from '../relations/relations.js';
import { schedule } from '../schedule/schedule.js';
import { isHandedOver, isOccurrence, publicRecurrence, requestedTimes } from '../schedule/stored-recurrence.js';
import { type EventInput } from '../write/event.writer.js';
import { millisecondsBetween, addMilliseconds } from '../../../lib/datetime/moment.js';

/**
 * Turns a write to one date into a write to the whole series: the fields that it changes, and its times as a move of
 * all dates.
 * @param current the date that is written to, which may be the record of the series
 * @param series the record of the series with the values of the series
 */
export function inputForSeries(
  current: EventWithRelations,
  series: EventWithRelations,
  input: EventInput,
  site: Site,
): EventInput {
  const { errors } = input;
  const body = series === current ? { ...input.body } : withoutIdentity(changesOf(current, input, site), current);
  if (isDeepStrictEqual(body.recurrence, publicRecurrence(series))) body.recurrence = undefined;
  // Errors are discarded here: storing the returned input reports them.
  const scheduled = schedule(current, body, site.timezone, new FieldErrors());
  if (!scheduled) return { ...input, body };
  const was = requestedTimes(current);
  const is = scheduled.requested;
  const [start, end] = [millisecondsBetween(was.start, is.start), millisecondsBetween(was.end, is.end)];
  if (start === 0 && end === 0) return { ...input, body };
  const byRule = requestedTimes(series);
  if (byRule.start !== was.start || byRule.end !== was.end) {
    setTime(body, 'start_date', addMilliseconds(byRule.start, start), errors);
    setTime(body, 'end_date', addMilliseconds(byRule.end, end), errors);
  }
  // The rule counts from the record of the series, unless an earlier date was deleted alone.
  const isFirst = !isOccurrence(current) && !isHandedOver(current);
  if (body.recurrence !== undefined || isFirst) return { ...input, body };
  const move = { from: was.start, to: is.start, end, byRule: byRule.start, timezone: series.timezone };
  const recurrence = moveRecurrence(publicRecurrence(series)!, move);
  if (recurrence instanceof FieldError) errors.add('start_date', recurrence);
  else body.recurrence = recurrence;
  return { ...input, body, isMoved: true };
}

function setTime(body: UpdateEventDto, name: 'start_date' | 'end_date', local: string, errors: FieldErrors): void {
  const time = parseDateTime(local);
  if (time instanceof FieldError) errors.add(name, time);
  else Object.assign(body, { [name]: time });
}

/** Whether a body ends the series. All dates but one show null: among other unchanged values it was only sent back. */
export function endsSeries(current: EventWithRelations, { body, context }: EventInput, site: Site): boolean {
  if (body.recurrence !== null) return false;
  const unchanged = unchangedFields(context.rawBody ?? {}, responseWith(current, context, site));
  return current.recurrence !== null || !unchanged.includes('recurrence') || unchanged.length === 1;
}

/** The fields of a body that differ from the response with this date. */
function changesOf(current: EventWithRelations, input: EventInput, site: Site): UpdateEventDto {
  const { body, context } = input;
  const { language, rawBody = {} } = context;
  const shown = responseWith(current, context, site);
  const unchanged = unchangedFields(rawBody, shown);
  const isTranslated = translationIn(current.translations, language) !== undefined;
  // A new translation needs a title, which may equal that of the other language.
  const keepsTitle = !isTranslated && hasOtherTexts(body, unchanged, language);
  const changes = without(body, keepsTitle ? unchanged.filter((name) => name !== EVENTS.nameField) : unchanged);
  if (endsSeries(current, input, site)) changes.recurrence = null;
  for (const code of LANGUAGES) {
    const texts = body.translations?.[code];
    if (!texts) continue;
    const { [code]: sentTexts = {} } = (rawBody as UpdateEventDto).translations ?? {};
    const repeated = unchangedFields(sentTexts ?? {}, shown.translations?.[code] ?? {});
    changes.translations = { ...changes.translations, [code]: without(texts, repeated) };
  }
  return changes;
}

/** Whether a body has a text of a language, beside the title, that differs from the response. */
function hasOtherTexts(body: UpdateEventDto, unchanged: readonly string[], language: Language): boolean {
  const given = [...flatTextsOf(EVENTS)].filter((name) => Reflect.get(body, name) !== undefined);
  if (body.image?.alt !== undefined) given.push('image');
  const isOther = (name: string) => name !== EVENTS.nameField && !unchanged.includes(name);
  return given.some(isOther) || Boolean(body.translations?.[language]);
}

/** The part of a write to all dates for the date that it was sent to: its changes, without those of its place. */
export function inputForDate(current: EventWithRelations, input: EventInput, site: Site): EventInput {
  const changes = changesOf(current, input, site);
  const { start_date, end_date, timezone, all_day } = input.body;
  const hasNewTimes = TIMES.some((name) => changes[name] !== undefined);
  // The write to all dates may have changed the times of this one, so that all of them are given.
  const times = hasNewTimes ? { start_date, end_date, timezone, all_day } : {};
  return { ...input, body: { ...changes, ...times, recurrence: undefined, post_parent: undefined } };
}

const TIMES = ['start_date', 'end_date', 'timezone', 'all_day'] as const satisfies readonly (keyof UpdateEventDto)[];

/** The changes of one date that apply to all: without its slugs, and its parent, which is the series. */
function withoutIdentity(changes: UpdateEventDto, date: EventWithRelations): UpdateEventDto {
  const translations = Object.entries(changes.translations ?? {}).map(([code, texts]) => [
    code,
    texts && { ...texts, slug: undefined },
  ]);
  return {
    ...changes,
    slug: undefined,
    ...(isOccurrence(date) && { post_parent: undefined }),
    ...(changes.translations && { translations: Object.fromEntries(translations) as UpdateEventDto['translations'] }),
  };
}

/** The response with one date, including the texts of all languages. */
function responseWith(current: EventWithRelations, { language, caller }: EventInput['context'], site: Site) {
  return {
    ...presentEvent(current, { site, language, caller }),
    ...allTexts({ translations: 'all' }, current.translations, EVENTS, site),
  };
}

function without<T extends object>(part: T, names: readonly string[]): T {
  return { ...part, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}

/** The names of the fields of a body whose values equal those of the response. */
function unchangedFields(sent: object, shown: object): string[] {
  const asRead = JSON.parse(JSON.stringify(shown)) as object;
  const fields = Object.entries(sent).filter(([name, value]) => isDeepStrictEqual(value, Reflect.get(asRead, name)));
  return fields.map(([name]) => name);
}
