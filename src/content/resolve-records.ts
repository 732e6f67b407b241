import { type EntityManager } from 'typeorm';
import { Rows } from '../database/sql/rows.js';
import { type Caller } from '../http/context/role.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { LANGUAGES } from '../i18n/language.js';
import { type RecordRef } from '../validation/lists.js';
import { type PublishedRecord } from './published-record.js';
import { WRITABLE_STATUSES } from './status.js';
import { type Translation } from './translations/translation.js';
import { whereVisible } from './visible.js';

/** Where the records of a resource and their slugs are stored. */
interface Sluggable {
  readonly entity: new () => PublishedRecord;
  readonly translation: new () => Translation;
}

type SlugRow = Pick<Translation, 'recordId' | 'language' | 'slug'>;

/**
 * Finds the records that ids or slugs name, among those that the caller may read. Digits are an id where such a record
 * exists, else a slug. A slug of the request's language comes before the same slug of the other language.
 */
export async function resolveRecords(
  manager: EntityManager,
  { entity, translation }: Sluggable,
  refs: readonly RecordRef[],
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

/** The slugs of the readable records that references may mean. */
function slugRows(
  manager: EntityManager,
  { entity, translation }: Sluggable,
  refs: readonly RecordRef[],
  caller: Caller,
): Promise<SlugRow[]> {
  const texts = refs.flatMap((ref) => ('text' in ref ? ref.text : []));
  const ids = [...refs.flatMap((ref) => ('id' in ref ? ref.id : [])), ...texts.filter(isId).map(Number)];
  const named = [
    ids.length > 0 && 'record.id IN (:...ids)',
    texts.length > 0 && '(text.language IN (:...languages) AND text.slug IN (:...slugs))',
  ].filter(Boolean);
  const rows = Rows.of(manager, entity, 'record')
    .join(translation, 'text', 'text.recordId = record.id')
    .andWhere(`(${named.join(' OR ') || '1 = 0'})`, {
      ...{ ids, languages: LANGUAGES, slugs: texts.map((text) => text.toLowerCase()) },
    });
  return whereVisible(rows, caller, WRITABLE_STATUSES).read<SlugRow>({
    columns: ['text.recordId AS recordId', 'text.language AS language', 'text.slug AS slug'],
  });
}

const isId = (text: string) => /^\d{1,15}$/.test(text);
