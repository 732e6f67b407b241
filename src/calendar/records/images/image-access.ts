import { type EntityManager, type EntityMetadata } from 'typeorm';
import { type SqlFragment } from '../../../database/sql/statements.js';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { type Caller, isEditor } from '../../../http/role.js';
import { logChanges } from '../change-log/change-log.js';
import { STATUSES } from '../visibility/access.js';
import { editable, unmasked, visible } from '../visibility/visible.js';
import { type Image } from './image.entity.js';

/** The SQL alias of a record that shows an image. */
const RECORD_ALIAS = 'holder';

/** Whether a caller may use the id of an image: the caller may read in full a record that shows it, or has registered it. */
export async function mayReferTo(manager: EntityManager, image: Image, caller: NonNullable<Caller>): Promise<boolean> {
  if (image.registeredBy === caller.id) return true;
  return isShown(manager, image, (record) => [
    visible(RECORD_ALIAS, caller, STATUSES),
    ...(record.findColumnWithPropertyName('passwordHash') ? [unmasked(RECORD_ALIAS, caller)] : []),
  ]);
}

/** Whether a caller may change the size of an image: the caller may edit all records that show it. */
export async function mayResize(manager: EntityManager, image: Image, caller: NonNullable<Caller>): Promise<boolean> {
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
  return manager.dataSource.entityMetadatas.filter(showsImages).map((metadata) => {
    const record = recordOf(metadata);
    const rows = SelectBuilder.of(manager, record.target, RECORD_ALIAS);
    const inTexts = `${RECORD_ALIAS}.id IN (SELECT recordId FROM ${metadata.tableName} WHERE imageId = :imageId)`;
    rows.andWhere(record === metadata ? `${RECORD_ALIAS}.imageId = :imageId` : inTexts, { imageId });
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
  return metadata.findColumnWithPropertyName('imageId') !== undefined;
}

/** The record that a translation belongs to; any other entity is the record itself. */
function recordOf(metadata: EntityMetadata): EntityMetadata {
  return metadata.findRelationWithPropertyPath('record')?.inverseEntityMetadata ?? metadata;
}
