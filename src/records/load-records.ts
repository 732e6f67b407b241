import { type EntityManager } from 'typeorm';
import { type NamedValues, positional } from '../database/rows/named.js';
import { queryLists } from '../database/rows/statements.js';
import { type Table, tableOf } from '../database/rows/table.js';
import { Image } from './images/image.entity.js';
import { type Language, LANGUAGES } from '../languages/language.js';
import { inOrder } from '../values/in-order.js';
import { type Translation } from './texts/translation.js';

/** A record with what it is shown with. */
export interface Shown {
  readonly id: number;
  readonly translations: Translation[];
  readonly image?: Image | null;
}

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

  /** Made once for each data source. */
  static of<E extends Shown>(
    manager: EntityManager,
    entity: new () => E,
    translation: new () => E['translations'][number],
    { image }: { readonly image: boolean },
  ): ShownRecords<E> {
    const table = tableOf(manager, entity);
    let shown = known.get(table);
    if (!shown) known.set(table, (shown = new ShownRecords<Shown>(manager, entity, translation, { image })));
    return shown as ShownRecords<E>;
  }

  private constructor(
    manager: EntityManager,
    entity: new () => E,
    translation: new () => E['translations'][number],
    { image }: { readonly image: boolean },
  ) {
    this.records = tableOf(manager, entity);
    this.texts = tableOf<Translation>(manager, translation);
    this.images = image ? tableOf(manager, Image) : undefined;
    const { records, texts, images } = this;
    this.joins = [
      ...LANGUAGES.map(
        (language) =>
          ` LEFT JOIN ${texts.name} ${language} ON ${language}.recordId = record.id AND ${language}.language = '${language}'`,
      ),
      ...(images ? [` LEFT JOIN ${images.name} image ON image.id = record.imageId`] : []),
    ].join('');
    this.width = records.width + LANGUAGES.length * texts.width + (images?.width ?? 0);
  }

  /**
   * Of the record, its texts and its image, in this order.
   * @param shown the language that is shown, where that is all: long texts of the other one are null, unless it stands in
   */
  columns(shown?: Language): string {
    const { records, texts, images } = this;
    const isNeeded = (language: Language) =>
      language === (shown ?? language) ? undefined : `${shown}.borrowed IS NOT FALSE`;
    return [
      records.columnsOf('record'),
      ...LANGUAGES.map((language) => texts.columnsOf(language, isNeeded(language))),
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
    for (let read = 0; read < LANGUAGES.length; read += 1) {
      const text = texts.rowAt(list, next);
      if (text) translations.push(text);
      next += texts.width;
    }
    const record = Object.assign(records.rowAt(list, place)!, { translations });
    return images ? Object.assign(record, { image: images.rowAt(list, next) }) : record;
  }
}

const known = new WeakMap<object, object>();

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
  const written = `SELECT ${shown.columns()} FROM ${shown.table} record${shown.joins} WHERE record.id ${isWanted}`;
  const { sql, values } = positional(written, parameters);
  const lists = await queryLists(manager, sql, values);
  return lists.map((list) => shown.at(list, 0));
}
