import { type EntityManager } from 'typeorm';
import { placeholders, query } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type Caller } from '../../../http/role.js';
import { type RecordRef, Forbidden, RecordGone, RecordMoved, RecordNotFound } from '../../../lib/errors/api-error.js';
import { LANGUAGES } from '../../../lib/i18n/language.js';
import { type Urls } from '../../../http/urls/urls.js';
import { findByFormerSlug } from '../translations/former-slugs.js';
import { type Translation, realTranslations, resolveText, translationIn } from '../translations/translation.js';
import { type Accessible, access, mayEdit } from '../visibility/access.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';

/** Options of a look-up by slug. */
export interface Lookup {
  /** Whether former slugs are looked up, too. Reads do this, and redirect. */
  readonly mayBeFormer: boolean;
}

/** The tables with the slugs of a resource, and the columns that determine the access to its records. */
interface SluggedResource {
  readonly names: ResourceNames;
  readonly entity: new () => object;
  readonly translation: new () => Translation;
}

type SlugHolder = Accessible & Pick<Translation, 'recordId' | 'language' | 'slug'>;

/**
 * The id of the record that a path names. A slug is searched in the language of the request first, then in the other
 * one, among the records that the caller may read. An id is not looked up here.
 * @throws {RecordNotFound} if no such record has the slug
 */
export async function resolveId(
  manager: EntityManager,
  resource: SluggedResource,
  ref: RecordRef,
  { language, caller }: RequestContext,
  { mayBeFormer }: Lookup,
): Promise<number> {
  if ('id' in ref) return ref.id;
  const holders = await findSlugHolders(manager, resource, ref.slug);
  const known = holders.filter((one) => access(one, caller) !== 'hidden');
  const holder = (known.find((one) => one.language === language) ?? known[0])?.recordId;
  const id = holder ?? (mayBeFormer ? await findByFormerSlug(manager, resource.names, ref.slug, language) : undefined);
  if (id === undefined) throw new RecordNotFound(resource.names, ref);
  return id;
}

/** The records that have a slug, one for each language at most. */
async function findSlugHolders(
  manager: EntityManager,
  { entity, translation }: SluggedResource,
  slug: string,
): Promise<readonly SlugHolder[]> {
  const [texts, records] = [tableOf(manager, translation), tableOf(manager, entity)];
  const sql =
    'SELECT text.recordId, text.language, text.slug, record.authorId, record.status, record.trashedStatus, ' +
    `record.wasPublished FROM ${texts.name} text JOIN ${records.name} record ON record.id = text.recordId ` +
    `WHERE text.slug = ? AND text.language IN (${placeholders(LANGUAGES.length)})`;
  const rows = await query<SlugHolder>(manager, sql, [slug, ...LANGUAGES]);
  // Compared again, since the collations of database servers treat `été ` and `ete` as equal.
  return rows.filter((row) => row.slug === slug);
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
