import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { selectNamed } from '../database/sql/statements.js';
import { SelectBuilder } from '../database/sql/select-builder.js';
import { type Caller } from '../http/context/role.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { LANGUAGES } from '../i18n/language.js';
import { type IdOrText } from '../validation/lists.js';
import { type PublishedRecord } from './published-record.js';
import { WRITABLE_STATUSES } from './status.js';
import { type Translation } from './translations/translation.js';
import { whereVisible } from './visible.js';

/** The entity of a resource, and the one with its slugs. */
interface Sluggable {
  readonly entity: new () => PublishedRecord;
  readonly translation: new () => Translation;
}

type SlugRow = Pick<Translation, 'recordId' | 'language' | 'slug'>;

/**
 * Finds the records with these ids or slugs that the caller may read. Digits are an id if such a record exists, else a
 * slug. A slug in the language of the request takes precedence over the same slug in the other language.
 */
export async function resolveRecords(
  manager: EntityManager,
  { entity, translation }: Sluggable,
  refs: readonly IdOrText[],
  { caller, language }: RequestContext,
): Promise<{ ids: number[]; unknown: (number | string)[] }> {
  const rows = await slugRows(manager, { entity, translation }, refs, caller);
  const bySlug = (slug: string) => {
    const holders = rows.filter((row) => row.slug === slug);
    return (holders.find((row) => row.language === language) ?? holders[0])?.recordId;
  };
  const byId = (id: number) => rows.find(({ recordId }) => recordId === id)?.recordId;
  const ids = new Set<number>();
  const unknown: (number | string)[] = [];
  for (const ref of refs) {
    const id = 'id' in ref ? byId(ref.id) : (byId(Number(ref.text)) ?? bySlug(ref.text.toLowerCase()));
    if (id === undefined) unknown.push('id' in ref ? ref.id : ref.text);
    else ids.add(id);
  }
  return { ids: [...ids], unknown };
}

/** The slugs of readable records that match the references. A UNION, since no index serves ids and slugs at once. */
async function slugRows(
  manager: EntityManager,
  { entity, translation }: Sluggable,
  refs: readonly IdOrText[],
  caller: Caller,
): Promise<SlugRow[]> {
  const slugs = refs.flatMap((ref) => ('text' in ref ? ref.text.toLowerCase() : []));
  const ids = [...refs.flatMap((ref) => ('id' in ref ? ref.id : [])), ...slugs.filter(isId).map(Number)];
  const select = (condition: string, parameters: ObjectLiteral) => {
    const rows = SelectBuilder.of(manager, entity, 'record').join(translation, 'text', 'text.recordId = record.id');
    return whereVisible(rows.andWhere(condition, parameters), caller, WRITABLE_STATUSES).sql({
      columns: ['text.recordId AS recordId', 'text.language AS language', 'text.slug AS slug'],
    });
  };
  const slugCondition = 'text.language IN (:...languages) AND text.slug IN (:...slugs)';
  const selects = [
    ids.length > 0 && select('record.id IN (:...ids)', { ids }),
    slugs.length > 0 && select(slugCondition, { languages: LANGUAGES, slugs }),
  ].filter((one) => one !== false);
  return selectNamed<SlugRow>(manager, {
    sql: selects.map(({ sql }) => sql).join(' UNION ALL '),
    parameters: Object.assign({}, ...selects.map(({ parameters }) => parameters)) as ObjectLiteral,
  });
}

const isId = (text: string) => /^\d{1,15}$/.test(text);
