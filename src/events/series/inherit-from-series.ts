import { type Language, LANGUAGES, otherLanguage } from '../../i18n/language.js';
import { translationStates } from '../../content/translations/translation-state.js';
import { translationIn } from '../../content/translations/translation.js';
import { type Occurrence } from '../../recurrence/occurrences.js';
import { timesOf } from '../schedule/stored-recurrence.js';
import { EVENTS } from '../event.resource.js';
import { followedColumns, followedTexts, hasOwnTexts, overriddenFieldsOf, valueOf } from './overrides.js';
import { type EventRow, type StoredEvent, type TextRow } from '../write/stored-event.js';

const OWN_TEXTS = Object.values(EVENTS.ownTexts ?? {});

/**
 * Copies to an occurrence all fields of its series that it does not override.
 * @param before undefined for a new occurrence, whose id and slugs are set later
 */
export function inheritFromSeries(
  series: StoredEvent,
  before: StoredEvent | undefined,
  occurrence: Occurrence,
): StoredEvent {
  const own = before ? overriddenFieldsOf(before.event) : new Set<string>();
  const event = before ? { ...before.event } : { ...series.event, ...BLANK };
  for (const name of followedColumns(series.event))
    if (!own.has(name)) Object.assign(event, { [name]: series.event[name] });
  const times = own.has('times') ? {} : timesOf(series.event, occurrence);
  const place = { seriesId: series.event.id, parentId: series.event.id, seriesDate: occurrence.date };
  Object.assign(event, times, statusOf(series.event, before?.event, own), place);
  const links = Object.fromEntries(
    Object.entries(series.links).map(([name, ids]) => [name, own.has(name) ? (before?.links[name] ?? ids) : ids]),
  );
  return { event, links, texts: textsOf(series, before, own) };
}

const BLANK: Partial<EventRow> = {
  ...{ id: 0, revision: 1, externalId: null, longExternalId: null },
  ...{ ownFields: null, recurrence: null, extendAt: null },
};

/**
 * The status columns of an occurrence: those of its series, unless it overrides them. An overridden status also returns
 * when the series leaves the trash.
 */
function statusOf(series: EventRow, before: EventRow | undefined, own: ReadonlySet<string>): Partial<EventRow> {
  const { status, publishedAt, trashedStatus } = series;
  const wasPublished = series.wasPublished || (before?.wasPublished ?? false);
  if (!before || !own.has('status')) return { status, publishedAt, trashedStatus, wasPublished };
  return before.status === 'trash' ? { status: before.trashedStatus ?? series.status, trashedStatus: null } : {};
}

function textsOf(series: StoredEvent, before: StoredEvent | undefined, own: ReadonlySet<string>): readonly TextRow[] {
  const real = LANGUAGES.flatMap((language) => textIn(language, series, before, own) ?? []);
  if (real.length === 0) return before!.texts;
  const rows = LANGUAGES.map(
    (language) => real.find((row) => row.language === language) ?? fallbackText(language, real),
  );
  // An occurrence with overridden texts has its own states of translations.
  if (!before || !hasOwnTexts(own)) return rows;
  const states = translationStates(before.texts, rows, OWN_TEXTS);
  return rows.map((row) => ({ ...row, state: states[row.language] }));
}

/** The text of a language; undefined if neither the series nor the occurrence has one. */
function textIn(
  language: Language,
  series: StoredEvent,
  before: StoredEvent | undefined,
  own: ReadonlySet<string>,
): TextRow | undefined {
  const followed = translationIn(series.texts, language);
  const current = before && translationIn(before.texts, language);
  if (!(own.has(`${language}.name`) ? current : followed)) return undefined;
  const model = (followed ?? current)!;
  const texts = followedTexts(model).map((name) => [
    name,
    valueOf(own.has(`${language}.${name}`) ? current : followed, name),
  ]);
  const identity = { recordId: before?.event.id ?? 0, language, borrowed: false, slug: current?.slug ?? null };
  return { ...model, ...Object.fromEntries(texts), ...identity } as TextRow;
}

/** The fallback row of a language that has no translation: it contains the name in the other language, for sorting. */
function fallbackText(language: Language, real: readonly TextRow[]): TextRow {
  const lender = real.find((row) => row.language === otherLanguage(language))!;
  const blank = Object.fromEntries(followedTexts(lender).map((name) => [name, null]));
  return { ...lender, ...blank, name: lender.name, language, borrowed: true, slug: null, state: 'missing' };
}
