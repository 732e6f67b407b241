import { type EntityManager } from 'typeorm';
import { placeholders, queryLists, type Value } from '../database/sql/statements.js';
import { type Table, tableOf } from '../database/sql/table.js';
import { LANGUAGES } from '../i18n/language.js';
import { Image } from './images/image.entity.js';
import { sortByIds } from './sort-by-ids.js';
import { type Translation } from './translations/translation.js';

/** A record with its texts, and its images if the resource has any. */
export interface LoadedRecord {
  readonly id: number;
  readonly translations: Translation[];
  readonly image?: Image | null;
}

/** The entities from which records of a resource are loaded. Published resources have an image. */
export interface RecordEntities<E extends LoadedRecord> {
  readonly entity: new () => E;
  readonly translation: new () => E['translations'][number];
  readonly isPublished: boolean;
}

/** The columns and joins of a SELECT that reads a record, its texts (`en`, `fr`) and all their images in one row. */
export class RecordSelect<E extends LoadedRecord> {
  readonly columns: string;
  readonly from: string;
  /** The number of columns. */
  readonly width: number;
  /** The number of columns of a text with its image. */
  private readonly textWidth: number;
  private readonly records: Table<E>;
  private readonly texts: Table<Translation>;
  private readonly images: Table<Image> | undefined;

  constructor(manager: EntityManager, { entity, translation, isPublished }: RecordEntities<E>) {
    const records = (this.records = tableOf(manager, entity));
    const texts = (this.texts = tableOf<Translation>(manager, translation));
    const images = (this.images = isPublished ? tableOf(manager, Image) : undefined);
    this.textWidth = texts.width + (images?.width ?? 0);
    this.width = records.width + LANGUAGES.length * this.textWidth + (images?.width ?? 0);
    this.columns = [
      records.columnsOf('record'),
      ...LANGUAGES.flatMap((language) => [
        texts.columnsOf(language),
        ...(images ? [images.columnsOf(imageAlias(language))] : []),
      ]),
      ...(images ? [images.columnsOf(imageAlias('record'))] : []),
    ].join(', ');
    this.from = [
      `${records.name} record`,
      ...LANGUAGES.map(
        (language) =>
          `${texts.name} ${language} ON ${language}.recordId = record.id AND ${language}.language = '${language}'`,
      ),
      ...(images
        ? ['record', ...LANGUAGES].map(
            (owner) => `${images.name} ${imageAlias(owner)} ON ${imageAlias(owner)}.id = ${owner}.imageId`,
          )
        : []),
    ].join(' LEFT JOIN ');
  }

  /** Builds a record from a row that begins with `columns`. */
  toRecord(row: readonly unknown[]): E {
    const { records, texts, images } = this;
    const translations = LANGUAGES.flatMap((_, number) => {
      const offset = records.width + number * this.textWidth;
      const text = texts.rowAt(row, offset);
      if (!text) return [];
      return images ? Object.assign(text, { image: images.rowAt(row, offset + texts.width) }) : text;
    });
    const record = Object.assign(records.rowAt(row, 0)!, { translations });
    return images ? Object.assign(record, { image: images.rowAt(row, this.width - images.width) }) : record;
  }
}

/** The SQL alias of the image of the record, or of its text in a language. */
const imageAlias = (owner: string) => `${owner}_image`;

/**
 * Records with their texts and images, in the order of the ids, with one statement. Records that no longer exist are
 * left out.
 */
export async function loadRecords<E extends LoadedRecord>(
  manager: EntityManager,
  entities: RecordEntities<E>,
  ids: readonly number[],
): Promise<E[]> {
  if (ids.length === 0) return [];
  return sortByIds(await loadRecordsWhere(manager, entities, `record.id IN (${placeholders(ids.length)})`, ids), ids);
}

/**
 * Records with their texts and images, in any order, with one statement.
 * @param condition SQL about `record`
 */
export async function loadRecordsWhere<E extends LoadedRecord>(
  manager: EntityManager,
  entities: RecordEntities<E>,
  condition: string,
  values: readonly Value[],
): Promise<E[]> {
  const select = new RecordSelect(manager, entities);
  const rows = await queryLists(manager, `SELECT ${select.columns} FROM ${select.from} WHERE ${condition}`, values);
  return rows.map((row) => select.toRecord(row));
}
