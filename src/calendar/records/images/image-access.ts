import { type EntityManager, type EntityMetadata } from 'typeorm';
import { type SqlFragment } from '../../../database/sql/statements.js';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { type Caller, isEditor } from '../../../http/role.js';
import { logChanges } from '../change-log/change-log.js';
import { STATUSES } from '../visibility/access.js';
import { editable, unmasked, visible } from '../visibility/visible.js';
import { tableOf } from '../../../database/sql/table.js';
import { type Image } from './image.entity.js';
import { ImageUpload } from './image-upload.entity.js';

/** The SQL alias of a record that shows an image. */
const RECORD_ALIAS = 'holder';

/**
 * Whether a caller may use the id of an image: the caller may read in full a record that shows it, has registered or
 * uploaded it, or is an editor.
 */
export async function mayReferTo(manager: EntityManager, image: Image, caller: NonNullable<Caller>): Promise<boolean> {
  if (image.registeredBy === caller.id || (await hasUploaded(manager, image, caller))) return true;
  if (isEditor(caller)) return true;
  return isShown(manager, image, (record) => [fullyReadable(record, caller)]);
}

/** Whether a caller has uploaded the bytes of an image. */
export async function hasUploaded(
  manager: EntityManager,
  { id }: Image,
  caller: NonNullable<Caller>,
): Promise<boolean> {
  const claims = await tableOf(manager, ImageUpload).select(manager, { imageId: id, accountId: caller.id });
  return claims.length > 0;
}

/** The condition for records of a table, as `holder`, that a caller may read in full. */
export function fullyReadable(record: EntityMetadata, caller: Caller): SqlFragment {
  const conditions = [
    visible(RECORD_ALIAS, caller, STATUSES),
    ...(record.findColumnWithPropertyName('passwordHash') ? [unmasked(RECORD_ALIAS, caller)] : []),
  ];
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    parameters: Object.assign({}, ...conditions.map(({ parameters }) => parameters)) as object,
  };
}

/**
 * The condition for records of a table, as `holder`, of which a caller may be told: those that the caller may read in
 * full, unless they are hidden from lists.
 */
export function listable(record: EntityMetadata, caller: Caller): SqlFragment {
  const readable = fullyReadable(record, caller);
  if (!record.findColumnWithPropertyName('hidden')) return readable;
  const own = editable(RECORD_ALIAS, caller);
  return {
    sql: `${readable.sql} AND (${RECORD_ALIAS}.hidden = FALSE OR ${own.sql})`,
    parameters: { ...readable.parameters, ...own.parameters },
  };
}

/** The tables that refer to images: records and their translations (`holder`), each with its record. */
export function recordTables({ dataSource }: EntityManager): { record: EntityMetadata; holder: EntityMetadata }[] {
  return dataSource.entityMetadatas.filter(showsImages).map((holder) => ({ record: recordOf(holder), holder }));
}

/** The tables of records that show images, with a select of the images (`imageId`) of each record (`recordId`). */
export function imageHolders(manager: EntityManager): { readonly record: EntityMetadata; readonly shown: string }[] {
  return recordTables(manager).map(({ record, holder }) => {
    const id = record === holder ? 'id' : 'recordId';
    return {
      record,
      shown: `SELECT ${id} AS recordId, imageId FROM ${holder.tableName} WHERE imageId IN (:...imageIds)`,
    };
  });
}

/** Whether a caller may change what all records show of an image: the caller may edit all of them. */
export async function mayChangeImage(
  manager: EntityManager,
  image: Image,
  caller: NonNullable<Caller>,
): Promise<boolean> {
  if (isEditor(caller)) return true;
  const { sql, parameters } = editable(RECORD_ALIAS, caller);
  return !(await isShown(manager, image, () => [{ sql: `(${sql}) IS NOT TRUE`, parameters }]));
}

/** Marks all records that show an image as changed, since they show its size. */
export async function logRecordsShowing(manager: EntityManager, { id: imageId }: Image): Promise<void> {
  for (const { record, rows } of recordsShowing(manager, imageId)) {
    const ids = (await rows.read<{ id: number }>()).map(({ id }) => id);
    logChanges(manager, record.target as new () => object, ids);
  }
}

/** The records of each table that show an image, also in a translation. */
function recordsShowing(manager: EntityManager, imageId: number): { record: EntityMetadata; rows: SelectBuilder }[] {
  return recordTables(manager).map(({ record, holder }) => {
    const rows = SelectBuilder.of(manager, record.target, RECORD_ALIAS);
    const inTexts = `${RECORD_ALIAS}.id IN (SELECT recordId FROM ${holder.tableName} WHERE imageId = :imageId)`;
    rows.andWhere(record === holder ? `${RECORD_ALIAS}.imageId = :imageId` : inTexts, { imageId });
    return { record, rows };
  });
}

/** Whether a record of any resource shows an image and meets some conditions. */
async function isShown(
  manager: EntityManager,
  { id: imageId }: Image,
  conditions: (record: EntityMetadata) => readonly SqlFragment[],
): Promise<boolean> {
  for (const { record, rows } of recordsShowing(manager, imageId)) {
    for (const condition of conditions(record)) rows.andWhere(condition);
    if ((await rows.read({ limit: 1 })).length > 0) return true;
  }
  return false;
}

/** Both records and their translations refer to images. */
function showsImages(metadata: EntityMetadata): boolean {
  return metadata.target !== ImageUpload && metadata.findColumnWithPropertyName('imageId') !== undefined;
}

/** The record that a translation belongs to; any other entity is the record itself. */
function recordOf(metadata: EntityMetadata): EntityMetadata {
  return metadata.findRelationWithPropertyPath('record')?.inverseEntityMetadata ?? metadata;
}
