import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { type Caller, isEditor } from '../../http/role.js';
import { listable, recordTables } from '../records/images/image-access.js';

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
  const conditions = [contains('image.fileName'), contains('image.url'), ...texts.conditions];
  rows.andWhere(`(${conditions.join(' OR ')})`, { ...texts.parameters, contained: search.toLowerCase() });
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
