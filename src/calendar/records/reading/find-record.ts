import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type Caller } from '../../../http/role.js';
import { type RecordRef, Forbidden, RecordGone, RecordMoved, RecordNotFound } from '../../../lib/errors/api-error.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { type Urls } from '../../../http/urls/urls.js';
import { type LoadedRecord, type LoadWhere, type RecordEntities } from './load-records.js';
import { type Translation, realTranslations, resolveText, translationIn } from '../translations/translation.js';
import { type Accessible, access, mayEdit } from '../visibility/access.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';

/**
 * The record with a slug, among those that the caller may read: the one that has it in the language of the request, or
 * else in the other one.
 */
export async function recordWithSlug<R extends Accessible & Pick<LoadedRecord, 'translations'>>(
  manager: EntityManager,
  { translation }: Pick<RecordEntities<LoadedRecord>, 'translation'>,
  slug: string,
  { language, caller }: RequestContext,
  load: LoadWhere<R>,
): Promise<R | undefined> {
  // One look-up in the unique index for each language: a server plans that at less cost than a list of what is found.
  const { name: texts } = tableOf(manager, translation);
  const holder = `(SELECT text.recordId FROM ${texts} text WHERE text.language = ? AND text.slug = ?)`;
  const records = await load({
    sql: `record.id IN (${LANGUAGES.map(() => holder).join(', ')})`,
    values: LANGUAGES.flatMap((one) => [one, slug]),
  });
  const known = records.filter((record) => access(record, caller) !== 'hidden');
  // Compared again, since the collations of database servers treat `été` and `ete` as equal.
  const having = (languages: readonly Language[]) =>
    known.find(({ translations }) =>
      translations.some((text) => text.slug === slug && languages.includes(text.language)),
    );
  return having([language]) ?? having(LANGUAGES);
}

/** Sets `Content-Location` for a slug of the other language. @throws {RecordMoved} for a former slug */
export function setContentLocation(
  resource: ResourceNames,
  translations: readonly Translation[],
  ref: RecordRef,
  { language, response }: RequestContext,
  urls: Urls,
): void {
  if ('id' in ref) return;
  if (!realTranslations(translations).some(({ slug }) => slug === ref.slug)) {
    const slug = resolveText(translations, language).slug!;
    throw new RecordMoved(resource, slug, urls.recordBySlug(language, resource, slug));
  }
  const own = translationIn(translations, language);
  if (own && own.slug !== ref.slug)
    response.headers.set('Content-Location', urls.recordBySlug(language, resource, own.slug!));
}

/**
 * @throws {RecordNotFound} if the caller must not learn of the record
 * @throws {RecordGone} if the record was public and is in the trash
 */
export function assertReadable(resource: ResourceNames, record: Accessible, ref: RecordRef, caller: Caller): void {
  const granted = access(record, caller);
  if (granted === 'hidden') throw new RecordNotFound(resource, ref);
  if (granted === 'gone') throw new RecordGone(resource);
}

/** @throws {Forbidden} if the caller may read the record but not change it; else like `assertReadable` */
export function assertEditable(resource: ResourceNames, record: Accessible, ref: RecordRef, caller: Caller): void {
  assertReadable(resource, record, ref, caller);
  if (!mayEdit(record, caller)) throw new Forbidden();
}
