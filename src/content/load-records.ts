import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { type NamedValues, positional } from '../database/sql/named.js';
import { queryLists } from '../database/sql/statements.js';
import { type Table, tableOf } from '../database/sql/table.js';
import { Image } from './images/image.entity.js';
import { type Language, LANGUAGES, otherLanguage } from '../i18n/language.js';
import { inOrder } from './in-order.js';
import { type Translation } from './translations/translation.js';

/** A record with what it is shown with. */
export interface Shown {
  readonly id: number;
  readonly translations: Translation[];
  readonly image?: Image | null;
}

/** What is read of records, where that is not all. */
export interface Extent {
  /** Whether their images are read. */
  readonly image: boolean;
  /** Columns that are not read; never those that tell one record, or one text, from another. */
  readonly without?: { readonly record: readonly string[]; readonly texts: readonly string[] } | undefined;
  /** The language whose text alone is read, or the one that stands in for it. */
  readonly alone?: Language | undefined;
}

/** Extents of a table that stay: callers choose fields, and so extents, in thousands of ways. */
const MOST_EXTENTS = 100;

/**
 * How records are read together with what they are shown with: a row for each, in which its texts in all languages, and
 * its image where the kind has one, stand beside its own columns.
 */
export class ShownRecords<E extends Shown> {
  /** To a table that the statement calls `record`; begins with a space. */
  readonly joins: string;
  readonly width: number;
  private readonly statements = new Map<string, string>();
  private readonly records: Table<E>;
  private readonly texts: Table<Translation>;
  private readonly images: Table<Image> | undefined;
  private readonly alone: Language | undefined;

  /** Made once for each data source and extent, and again where others have come in between. */
  static of<E extends Shown>(
    manager: EntityManager,
    entity: new () => E,
    translation: new () => E['translations'][number],
    extent: Extent,
  ): ShownRecords<E> {
    const table = tableOf(manager, entity);
    let extents = known.get(table);
    if (!extents) known.set(table, (extents = new LRUCache({ max: MOST_EXTENTS })));
    const { image, without, alone } = extent;
    const name = without ? `${image} ${alone} ${without.record.join()} ${without.texts.join()}` : `${image} ${alone}`;
    let shown = extents.get(name);
    if (!shown) extents.set(name, (shown = new ShownRecords<Shown>(manager, entity, translation, extent)));
    return shown as ShownRecords<E>;
  }

  private constructor(
    manager: EntityManager,
    entity: new () => E,
    translation: new () => E['translations'][number],
    { image, without, alone }: Extent,
  ) {
    this.records = tableOf(manager, entity).without(without?.record ?? []);
    this.texts = tableOf<Translation>(manager, translation).without(without?.texts ?? []);
    this.images = image ? tableOf(manager, Image) : undefined;
    this.alone = alone;
    const { records, texts, images } = this;
    const languages = alone ? [alone, otherLanguage(alone)] : LANGUAGES;
    this.joins = [
      ...languages.map((language) => {
        // A text that stands in for nothing is not looked up.
        const condition = alone && language !== alone ? ` AND ${alone}.borrowed IS NOT FALSE` : '';
        return ` LEFT JOIN ${texts.name} ${language} ON ${language}.recordId = record.id AND ${language}.language = '${language}'${condition}`;
      }),
      ...(images ? [` LEFT JOIN ${images.name} image ON image.id = record.imageId`] : []),
    ].join('');
    this.width = records.width + this.texts.width * (alone ? 1 : LANGUAGES.length) + (images?.width ?? 0);
  }

  /**
   * Of the record, its texts and its image, in this order.
   * @param shown the language that is shown, where that is all: long texts of the other one are null, unless it stands in
   */
  columns(shown?: Language): string {
    const { records, texts, images, alone } = this;
    const isNeeded = (language: Language) =>
      language === (shown ?? language) ? undefined : `${shown}.borrowed IS NOT FALSE`;
    return [
      records.columnsOf('record'),
      ...(alone
        ? [texts.columnsOfEither(alone, otherLanguage(alone), `${alone}.borrowed IS NOT FALSE`)]
        : LANGUAGES.map((language) => texts.columnsOf(language, isNeeded(language)))),
      ...(images ? [images.columnsOf('image')] : []),
    ].join(', ');
  }

  /** A statement that reads such records: it is long, asked for all day, and put together once. */
  statement(name: string, sql: () => string): string {
    let known = this.statements.get(name);
    if (known === undefined) this.statements.set(name, (known = sql()));
    return known;
  }

  /** In quotes. */
  get table(): string {
    return this.records.name;
  }

  /** The record whose `columns` begin at a place of a list. */
  at(list: readonly unknown[], place: number): E {
    const { records, texts, images } = this;
    const translations: Translation[] = [];
    let next = place + records.width;
    for (let read = this.alone ? 1 : LANGUAGES.length; read > 0; read -= 1) {
      const text = texts.rowAt(list, next);
      if (text) translations.push(text);
      next += texts.width;
    }
    const record = Object.assign(records.rowAt(list, place)!, { translations });
    return images ? Object.assign(record, { image: images.rowAt(list, next) }) : record;
  }
}

const known = new WeakMap<object, LRUCache<string, object>>();

/** Records with what they are shown with, in the order of the ids; those that are gone are left out. One statement. */
export async function loadRecords<E extends Shown>(
  manager: EntityManager,
  entity: new () => E,
  translation: new () => E['translations'][number],
  ids: readonly number[],
  { image }: { readonly image: boolean },
): Promise<E[]> {
  if (ids.length === 0) return [];
  const shown = ShownRecords.of(manager, entity, translation, { image });
  const records = await recordsWhere(manager, shown, 'IN (:...ids)', { ids });
  return inOrder(records, ids);
}

/**
 * Records with what they are shown with, in any order. One statement.
 * @param isWanted SQL after the id of a record, such as `IN (:...ids)`
 */
export async function recordsWhere<E extends Shown>(
  manager: EntityManager,
  shown: ShownRecords<E>,
  isWanted: string,
  parameters: NamedValues,
): Promise<E[]> {
  const all = shown.statement('all', () => `SELECT ${shown.columns()} FROM ${shown.table} record${shown.joins}`);
  const { sql, values } = positional(isWanted, parameters);
  const lists = await queryLists(manager, `${all} WHERE record.id ${sql}`, values);
  return lists.map((list) => shown.at(list, 0));
}
