import { isLanguage, LANGUAGES } from '../../i18n/language.js';
import { isSame } from '../../content/versioned-records.js';
import { translationIn } from '../../content/translations/translation.js';
import { type Event } from '../event.entity.js';
import { EVENTS } from '../event.resource.js';
import { type EventRow, type StoredEvent, type TextRow, withColumns } from '../write/stored-event.js';

/** The columns of an event that does not belong to a series. */
export const NO_SERIES = {
  seriesId: null,
  seriesDate: null,
  ownFields: null,
  parentId: null,
} satisfies Partial<EventRow>;

/** The event in the trash; unchanged if it is there already. */
export function inTrash(stored: StoredEvent): StoredEvent {
  const { status } = stored.event;
  return status === 'trash' ? stored : withColumns(stored, { status: 'trash', trashedStatus: status });
}

/** Columns of identity and time, which occurrences do not take from their series. */
const IDENTITY: ReadonlySet<string> = new Set<keyof EventRow>([
  ...(['id', 'revision', 'modifiedAt', 'parentId', 'externalId', 'longExternalId'] as const),
  ...(['seriesId', 'seriesDate', 'ownFields', 'recurrence', 'extendAt'] as const),
]);

/** Columns that are overridden together, by their common name. */
const TOGETHER: Readonly<Record<string, readonly (keyof EventRow)[]>> = {
  times: ['startWall', 'endWall', 'startUtc', 'endUtc', 'timezone', 'allDay'],
  status: ['status', 'trashedStatus', 'wasPublished', 'publishedAt'],
};

const GROUPED = new Map(
  Object.entries(TOGETHER).flatMap(([name, columns]) => columns.map((column): [string, string] => [column, name])),
);

/** A field that an occurrence can override: a column, `times`, `status`, a relation, or a text such as `fr.name`. */
export type OverriddenField = string;

export function overriddenFieldsOf({ ownFields }: Pick<Event, 'ownFields'>): Set<OverriddenField> {
  return new Set(ownFields ? ownFields.split(',') : []);
}

/** Marks an imported series that was split or ended in the calendar, so that its dates no longer follow the file. */
export const RECURRENCE_OVERRIDDEN: OverriddenField = 'recurrence';

export function serializeOverriddenFields(own: ReadonlySet<OverriddenField>): string | null {
  return own.size > 0 ? [...own].sort().join(',') : null;
}

/** Columns that follow the series and can be overridden one by one. */
export function followedColumns(event: EventRow): (keyof EventRow)[] {
  return (Object.keys(event) as (keyof EventRow)[]).filter((name) => !IDENTITY.has(name) && !GROUPED.has(name));
}

const NO_TEXT: ReadonlySet<string> = new Set(['recordId', 'language', 'borrowed', 'slug', 'nameKey']);

/** Texts that follow the series and can be overridden one by one. */
export function followedTexts(row: TextRow): string[] {
  return Object.keys(row).filter((name) => !NO_TEXT.has(name));
}

/** The fields in which two states of an event differ. */
export function changedFields(before: StoredEvent, after: StoredEvent): Set<OverriddenField> {
  const changed = new Set<OverriddenField>();
  for (const name of Object.keys(after.event) as (keyof EventRow)[]) {
    if (IDENTITY.has(name) || isSame(before.event[name], after.event[name])) continue;
    changed.add(GROUPED.get(name) ?? name);
  }
  for (const name of Object.keys(after.links))
    if (before.links[name]?.join() !== after.links[name]?.join()) changed.add(name);
  for (const language of LANGUAGES) {
    const [was, is] = [translationIn(before.texts, language), translationIn(after.texts, language)];
    for (const text of followedTexts((was ?? is ?? after.texts[0])!))
      if (!isSame(valueOf(was, text), valueOf(is, text))) changed.add(`${language}.${text}`);
  }
  // An image and its alternative text are overridden together.
  const image = ['imageId', ...LANGUAGES.flatMap((language) => [`${language}.imageId`, `${language}.imageAlt`])];
  if (image.some((name) => changed.has(name))) for (const name of image) changed.add(name);
  return changed;
}

/** Whether a field is the state of a translation, which readers do not see. */
const isState = (field: OverriddenField) => field.endsWith('.state');

/** Whether an occurrence visibly differs from its series. */
export function isOverridden(event: Pick<Event, 'ownFields'>): boolean {
  return [...overriddenFieldsOf(event)].some((field) => !isState(field));
}

export function hasOwnTexts(own: ReadonlySet<OverriddenField>): boolean {
  const values = new Set(Object.values(EVENTS.perLanguage ?? {}));
  return [...own].some((field) => {
    const [language, name] = field.split('.');
    return isLanguage(language) && !values.has(name!);
  });
}

export function valueOf(row: TextRow | undefined, name: string): unknown {
  return (row && (Reflect.get(row, name) as unknown)) ?? null;
}
