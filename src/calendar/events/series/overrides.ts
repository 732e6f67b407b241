import { isLanguage, type Language, LANGUAGES, otherLanguage } from '../../../lib/i18n/language.js';
import { isSame } from '../../../database/sql/differences.js';
import { translationIn } from '../../records/translations/translation.js';
import { translationStates } from '../../records/translations/translation-state.js';
import { type Occurrence } from '../../../lib/recurrence/occurrences.js';
import { type Event } from '../event.entity.js';
import { EVENTS } from '../event.resource.js';
import { type RelatedIds } from '../relations/relations.js';
import { previousStartOf, timesOf } from '../schedule/stored-recurrence.js';
import { type EventRow, type StoredEvent, type TextRow, withColumns } from '../write/stored-event.js';

/** The columns of an event that does not belong to a series. */
export const NO_SERIES = {
  seriesId: null,
  seriesDate: null,
  ownFields: null,
  baseValues: null,
  parentId: null,
} satisfies Partial<EventRow>;

/** The event in the trash; unchanged if it is there already. */
export function inTrash(stored: StoredEvent): StoredEvent {
  const { status } = stored.event;
  return status === 'trash' ? stored : withColumns(stored, { status: 'trash', trashedStatus: status });
}

/** Columns that are overridden together by their common name. Those of identity and time do not follow the series. */
const GROUPS = {
  times: ['startWall', 'endWall', 'startUtc', 'endUtc', 'timezone', 'allDay', 'previousStart'],
  status: ['status', 'trashedStatus', 'wasPublished', 'publishedAt', 'pendingAt', 'reviewNote'],
  identity: [
    ...(['id', 'revision', 'modifiedAt', 'modifiedById', 'parentId', 'externalId', 'longExternalId'] as const),
    ...(['seriesId', 'seriesDate', 'ownFields', 'baseValues', 'recurrence', 'extendAt'] as const),
  ],
} as const satisfies Readonly<Record<string, readonly (keyof EventRow)[]>>;

type Group = keyof typeof GROUPS;

/** Columns of a text that say which one it is, or that derive from others. */
const NO_TEXT = ['recordId', 'language', 'borrowed', 'slug', 'nameKey'] as const satisfies readonly (keyof TextRow)[];

/** A column that is overridden on its own: `cost`. */
export type OverriddenColumn = Exclude<keyof EventRow, (typeof GROUPS)[Group][number]>;

/** Columns that are overridden together. */
export type OverriddenGroup = Exclude<Group, 'identity'>;

type FollowedText = Exclude<keyof TextRow, (typeof NO_TEXT)[number]>;

/** A text or a value in one language: `fr.name`. */
export type OverriddenText = `${Language}.${FollowedText}`;

declare const RELATION: unique symbol;

/** The plural of a related resource: `venues`. The compiler does not know these names, since each resource brings its own. */
export type OverriddenRelation = string & { readonly [RELATION]: true };

/** A field that a date can override. */
export type OverriddenField = OverriddenColumn | OverriddenGroup | OverriddenText | OverriddenRelation;

/** Marks an imported series that was split or ended in the calendar, so that its dates no longer follow the file. */
export const RECURRENCE_OVERRIDDEN = 'recurrence';

/**
 * The marks that imports store beside the overrides: the one above, or that the file itself overrides a field of a
 * date.
 */
export type ImportMark = typeof RECURRENCE_OVERRIDDEN | `file:${OverriddenField}`;

/** An entry of `ownFields`. */
export type OwnField = OverriddenField | ImportMark;

/** The overrides of an event, and the marks of imports among them. */
export function ownFieldsOf({ ownFields }: Pick<Event, 'ownFields'>): Set<OwnField> {
  return new Set((ownFields ? ownFields.split(',') : []) as OwnField[]);
}

/** The fields that a date overrides, without marks of imports. */
export function overriddenFieldsOf(event: Pick<Event, 'ownFields'>): Set<OverriddenField> {
  return new Set([...ownFieldsOf(event)].filter((entry): entry is OverriddenField => !isMark(entry)));
}

export function importMarksOf(event: Pick<Event, 'ownFields'>): ImportMark[] {
  return [...ownFieldsOf(event)].filter(isMark);
}

export function serializeOwnFields(own: Iterable<OwnField>): string | null {
  return [...new Set(own)].sort().join(',') || null;
}

/** The overrides of an event and some more, as they are stored. */
export function withOverrides(event: Pick<Event, 'ownFields'>, more: Iterable<OwnField>): string | null {
  return serializeOwnFields([...ownFieldsOf(event), ...more]);
}

function isMark(entry: OwnField): entry is ImportMark {
  return entry === RECURRENCE_OVERRIDDEN || entry.startsWith('file:');
}

/** Whether a date visibly differs from its series: readers do not see the states of translations. */
export function isOverridden(event: Pick<Event, 'ownFields'>): boolean {
  return [...overriddenFieldsOf(event)].some((field) => !isAboutTranslation(field));
}

/** Whether a field says how a translation compares with the other language, which readers do not see. */
function isAboutTranslation(field: OverriddenField): boolean {
  return field.endsWith('.state') || field.endsWith('.madeFrom');
}

const GROUP_OF: ReadonlyMap<string, Group> = new Map(
  Object.entries(GROUPS).flatMap(([name, columns]) => columns.map((column) => [column, name as Group])),
);

/** The field to which a column belongs; undefined for those of identity. */
export function fieldOf(column: keyof EventRow): OverriddenColumn | OverriddenGroup | undefined {
  const group = GROUP_OF.get(column);
  if (group === undefined) return column as OverriddenColumn;
  return group === 'identity' ? undefined : group;
}

/** Whether a column is a field of its own, and so follows the series or is overridden by itself. */
export function isOverriddenColumn(name: string): boolean {
  return !GROUP_OF.has(name);
}

/** The columns of an event that belong to some fields. */
export function columnsOf(event: EventRow, fields: ReadonlySet<OwnField>): Partial<EventRow> {
  const columns = Object.entries(event).filter(([name]) => {
    const field = fieldOf(name as keyof EventRow);
    return field !== undefined && fields.has(field);
  });
  return Object.fromEntries(columns);
}

export function isTextField(field: OwnField): field is OverriddenText {
  return isLanguage(field.split('.')[0]) && field.includes('.');
}

/** Texts that follow the series and can be overridden one by one. */
function followedTexts(row: TextRow): FollowedText[] {
  const derived: readonly string[] = NO_TEXT;
  return (Object.keys(row) as FollowedText[]).filter((name) => !derived.includes(name));
}

function valueOf(row: TextRow | undefined, name: string): unknown {
  return (row && (Reflect.get(row, name) as unknown)) ?? null;
}

/** The fields in which two states of an event differ. */
export function changedFields(before: StoredEvent, after: StoredEvent): Set<OverriddenField> {
  const columns = Object.keys(after.event) as (keyof EventRow)[];
  const differing = columns.filter((name) => !isSame(before.event[name], after.event[name]));
  const changed = new Set<OverriddenField>(differing.flatMap((name) => fieldOf(name) ?? []));
  for (const name of Object.keys(after.relatedIds) as OverriddenRelation[])
    if (before.relatedIds[name]?.join() !== after.relatedIds[name]?.join()) changed.add(name);
  for (const language of LANGUAGES) {
    const [was, is] = [translationIn(before.texts, language), translationIn(after.texts, language)];
    for (const text of followedTexts((was ?? is ?? after.texts[0])!))
      if (!isSame(valueOf(was, text), valueOf(is, text))) changed.add(`${language}.${text}`);
  }
  // An image and its alternative text are overridden together.
  const texts = LANGUAGES.flatMap((language) => [`${language}.imageId`, `${language}.imageAlt`] as const);
  const image = ['imageId', ...texts] as const;
  if (image.some((name) => changed.has(name))) for (const name of image) changed.add(name);
  return changed;
}

/** An occurrence with all fields of its series that it does not override. A new one gets its id and slugs later. */
export function inheritFromSeries(
  series: StoredEvent,
  before: StoredEvent | undefined,
  occurrence: Occurrence,
): StoredEvent {
  const own = before ? overriddenFieldsOf(before.event) : new Set<OverriddenField>();
  const followed = Object.entries(series.event).filter(
    ([name]) => isOverriddenColumn(name) && !own.has(name as OverriddenColumn),
  );
  const { id } = series.event;
  const event: EventRow = {
    ...(before?.event ?? { ...series.event, ...BLANK }),
    ...Object.fromEntries(followed),
    ...(!own.has('times') && followedTimes(series.event, before?.event, occurrence)),
    ...statusOf(series.event, before?.event, own),
    seriesId: id,
    parentId: id,
    seriesDate: occurrence.date,
  };
  const relatedIds = relatedIdsOf(series, before?.relatedIds ?? {}, own);
  return { event, relatedIds, texts: textsOfOccurrence(series, before, own) };
}

/** The related records of a date: those of its series, and its own where it overrides them. */
export function relatedIdsOf(
  series: Pick<StoredEvent, 'relatedIds'>,
  before: RelatedIds,
  own: ReadonlySet<OverriddenField>,
): RelatedIds {
  const related = Object.entries(series.relatedIds) as [OverriddenRelation, readonly number[]][];
  return Object.fromEntries(related.map(([name, ids]) => [name, own.has(name) ? (before[name] ?? ids) : ids]));
}

/** The times of an occurrence by the rule. */
function followedTimes(series: EventRow, before: EventRow | undefined, occurrence: Occurrence): Partial<EventRow> {
  const times = timesOf(series, occurrence);
  return { ...times, previousStart: before ? previousStartOf(before, times) : null };
}

const BLANK = {
  id: 0,
  revision: 1,
  externalId: null,
  longExternalId: null,
  ownFields: null,
  baseValues: null,
  previousStart: null,
  recurrence: null,
  extendAt: null,
} satisfies Partial<EventRow>;

/** The status columns of an occurrence. An overridden status also returns when the series leaves the trash. */
function statusOf(
  series: EventRow,
  before: EventRow | undefined,
  own: ReadonlySet<OverriddenField>,
): Partial<EventRow> {
  const { status, publishedAt, trashedStatus, pendingAt, reviewNote } = series;
  const wasPublished = series.wasPublished || (before?.wasPublished ?? false);
  if (!before || !own.has('status')) return { status, publishedAt, trashedStatus, wasPublished, pendingAt, reviewNote };
  return before.status === 'trash' ? { status: before.trashedStatus ?? series.status, trashedStatus: null } : {};
}

const OWN_TEXTS = Object.values(EVENTS.ownTexts ?? {});
const VALUES_BY_LANGUAGE: ReadonlySet<string> = new Set(Object.values(EVENTS.perLanguage ?? {}));

/** The texts of an occurrence: those of its series, and its own where it overrides them. */
export function textsOfOccurrence(
  series: StoredEvent,
  before: StoredEvent | undefined,
  own: ReadonlySet<OverriddenField>,
): readonly TextRow[] {
  const real = LANGUAGES.flatMap((language) => textIn(language, series, before, own) ?? []);
  if (real.length === 0) return before!.texts;
  const rows = LANGUAGES.map(
    (language) => real.find((row) => row.language === language) ?? fallbackText(language, real),
  );
  const hasOwnTexts = [...own].some((field) => {
    const [language, name] = field.split('.');
    return isLanguage(language) && !VALUES_BY_LANGUAGE.has(name!);
  });
  // An occurrence with overridden texts has its own states of translations.
  if (!before || !hasOwnTexts) return rows;
  const states = translationStates(before.texts, rows, OWN_TEXTS);
  return rows.map((row) => ({ ...row, ...states[row.language] }));
}

/** The text of a language; undefined if neither the series nor the occurrence has one. */
function textIn(
  language: Language,
  series: StoredEvent,
  before: StoredEvent | undefined,
  own: ReadonlySet<OverriddenField>,
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
