import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { type Caller, isEditor } from '../../http/role.js';
import { listable, recordTables } from '../records/images/image-access.js';
import { type Image } from '../records/images/image.entity.js';
import { ImageUpload } from '../records/images/image-upload.entity.js';

/** Narrows a list of images to those whose ids the caller may use. */
export function whereUsable(rows: SelectBuilder, caller: Caller): void {
  if (isEditor(caller)) return;
  const own = 'image.registeredBy = :me OR image.id IN (SELECT imageId FROM image_uploads WHERE accountId = :me)';
  const shown = shownWhere(rows, caller, (table) => `${table}.imageId = image.id`);
  rows.andWhere(`(${[own, ...shown.conditions].join(' OR ')})`, { ...shown.parameters, me: caller?.id });
}

/** Narrows a list of images to those with a text in the name of the file, the address, or an alternative text. */
export function whereMatches(rows: SelectBuilder, search: string | undefined, caller: Caller): void {
  if (search === undefined) return;
  const contains = (column: string) => `INSTR(LOWER(${column}), :contained) > 0`;
  const texts = shownWhere(
    rows,
    caller,
    () => `COALESCE(text.imageId, holder.imageId) = image.id AND ${contains('text.imageAlt')}`,
    true,
  );
  const own = `EXISTS (SELECT 1 FROM image_uploads own WHERE own.imageId = image.id AND own.accountId = :me AND ${contains('own.fileName')})`;
  const names = isEditor(caller) ? [own, contains('image.fileName')] : [own];
  const kept = ['url', 'altEn', 'altFr'].map((column) => contains(`COALESCE(image.${column}, '')`));
  const conditions = [...names, ...kept, ...texts.conditions];
  const parameters = { ...texts.parameters, me: caller?.id, contained: search.toLowerCase() };
  rows.andWhere(`(${conditions.join(' OR ')})`, parameters);
}

/**
 * The names of files, by the ids of images: those that the caller has sent. Editors see the name that another account has
 * sent where they have sent none; a name may tell what its account meant for itself.
 */
export async function fileNamesOf(
  manager: EntityManager,
  images: readonly Image[],
  caller: NonNullable<Caller>,
): Promise<ReadonlyMap<number, string | null>> {
  const imageId = images.map(({ id }) => id);
  const own = await tableOf(manager, ImageUpload).select(manager, { imageId, accountId: caller.id });
  const names = new Map(images.map(({ id, fileName }) => [id, isEditor(caller) ? fileName : null]));
  for (const { imageId: id, fileName } of own) names.set(id, fileName);
  return names;
}

/** Conditions for images that a record shows which the caller may read in full. */
function shownWhere(rows: SelectBuilder, caller: Caller, on: (table: string) => string, hasAlt = false) {
  const parameters: Record<string, unknown> = {};
  const conditions = recordTables(rows.manager)
    .filter(({ holder }) => !hasAlt || holder.findColumnWithPropertyName('imageAlt'))
    .map(({ record, holder }) => {
      const rights = listable(record, caller);
      Object.assign(parameters, rights.parameters);
      const join = record === holder ? '' : ` JOIN ${holder.tableName} text ON text.recordId = holder.id`;
      const table = record === holder ? 'holder' : 'text';
      return `EXISTS (SELECT 1 FROM ${record.tableName} holder${join} WHERE ${on(table)} AND ${rights.sql})`;
    });
  return { conditions, parameters };
}
