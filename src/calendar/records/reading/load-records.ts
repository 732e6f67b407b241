import { type EntityManager } from 'typeorm';
import { placeholders, queryLists, type Statement } from '../../../database/sql/statements.js';
import { cachedByKey, type Table, tableOf } from '../../../database/sql/table.js';
import { LANGUAGES } from '../../../lib/i18n/language.js';
import { Image } from '../images/image.entity.js';
import { type Translation } from '../translations/translation.js';

/** A record with its texts, and its images if the resource has any. */
export interface LoadedRecord {
  readonly id: number;
  /** The account that wrote last, if it is known. */
  readonly modifiedById: number | null;
  /** Whole seconds, UTC. */
  readonly modifiedAt: Date;
  readonly revision: number;
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
interface RecordSelect<E extends LoadedRecord> {
  readonly columns: string;
  readonly from: string;
  /** The number of columns. */
  readonly width: number;
  /** Builds a record from a row that begins with `columns`. */
  toRecord(row: readonly unknown[]): E;
}

function buildSelect<E extends LoadedRecord>(
  manager: EntityManager,
  { entity, translation, isPublished: hasImages }: RecordEntities<E>,
): RecordSelect<E> {
  const images = tableOf<object>(manager, Image);
  const owners = [
    { table: tableOf<object>(manager, entity), alias: 'record', on: '' },
    ...LANGUAGES.map((language) => ({
      table: tableOf<object>(manager, translation),
      alias: language,
      on: ` ON ${language}.recordId = record.id AND ${language}.language = '${language}'`,
    })),
  ];
  const tables = owners.flatMap((owner) => {
    const alias = `${owner.alias}_image`;
    return hasImages ? [owner, { table: images, alias, on: ` ON ${alias}.id = ${owner.alias}.imageId` }] : [owner];
  });
  const toRecord = (row: readonly unknown[]): E => {
    let offset = 0;
    const next = (table: Table<object>) => {
      const part = table.rowAt(row, offset);
      offset += table.width;
      return part;
    };
    const [record, ...texts] = owners.map(({ table }) => {
      const owner = next(table);
      if (!hasImages) return owner;
      const image = next(images);
      return owner && Object.assign(owner, { image });
    });
    return Object.assign(record as E, { translations: texts.filter((text) => text !== null) });
  };
  return {
    columns: tables.map(({ table, alias }) => table.columnsOf(alias)).join(', '),
    from: tables.map(({ table, alias, on }) => `${table.name} ${alias}${on}`).join(' LEFT JOIN '),
    width: tables.reduce((sum, { table }) => sum + table.width, 0),
    toRecord,
  };
}

/** @param entities a constant, such as the definition of a resource */
export function recordSelectOf<E extends LoadedRecord>(
  manager: EntityManager,
  entities: RecordEntities<E>,
): RecordSelect<E> {
  return cachedByKey(manager.dataSource, entities, () => buildSelect(manager, entities));
}

/** The existing ones of these records with their texts and images, in the order of the ids, with one statement. */
export function loadRecords<E extends LoadedRecord>(
  manager: EntityManager,
  entities: RecordEntities<E>,
  ids: readonly number[],
): Promise<E[]> {
  return loadByIds(ids, (where) => loadRecordsWhere(manager, entities, where));
}

/** Loads records with texts and images, in any order. @param where a condition about `record` */
export type LoadWhere<R> = (where: Statement) => Promise<R[]>;

/** The existing ones of these records, in the order of the ids. */
export async function loadByIds<R extends { id: number }>(ids: readonly number[], load: LoadWhere<R>): Promise<R[]> {
  if (ids.length === 0) return [];
  return sortByIds(await load({ sql: `record.id IN (${placeholders(ids.length)})`, values: ids }), ids);
}

/** Sorts records in the order of ids. Records that no longer exist are left out. */
export function sortByIds<R extends { id: number }>(records: readonly R[], ids: readonly number[]): R[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Records with texts and images, in any order, with one statement. @param where a condition about `record` */
export async function loadRecordsWhere<E extends LoadedRecord>(
  manager: EntityManager,
  entities: RecordEntities<E>,
  where: Statement,
): Promise<E[]> {
  const select = recordSelectOf(manager, entities);
  const rows = await queryLists(
    manager,
    `SELECT ${select.columns} FROM ${select.from} WHERE ${where.sql}`,
    where.values,
  );
  return rows.map((row) => select.toRecord(row));
}
