import { type EntityManager } from 'typeorm';
import { Account } from '../../../http/auth/account.entity.js';
import { tableOf } from '../../../database/sql/table.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type Caller, isEditor } from '../../../http/role.js';
import { type RecordRef, Forbidden, RecordInTrash } from '../../../lib/errors/api-error.js';
import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type Image } from '../images/image.entity.js';
import { withCurrentImages, latestImages } from '../images/images.js';
import { type Site } from '../../../http/urls/site.js';
import { resolveTextChanges, type TextBody, type TextNames, withStoredValues } from '../translations/text-changes.js';
import { deleteFormerNames } from '../translations/former-names.js';
import { deleteFormerSlugs, storeFormerSlugs } from '../translations/former-slugs.js';
import { resolveSharedValues, withoutReplacedAlts, withTranslatedValues } from '../translations/language-values.js';
import { type ExcerptTranslation, translationIn } from '../translations/translation.js';
import { keepNumberedSlugs } from '../translations/texts.js';
import { assertEditable } from '../reading/find-record.js';
import { resolvePublication, type PublishedRecord, type PublishedWithTexts } from '../record/published-record.js';
import { truncateToSeconds } from '../../../lib/datetime/moment.js';
import { type PublishedBodyDto } from '../record/published-body.dto.js';
import { isEchoedAlt, resolveImages } from './resolve-images.js';
import { type RecordWrite, storeRecord } from './store-record.js';
import { deleteRecords, updateRecord } from './versioned-records.js';

/** The properties of the definition of a published resource that writes use. */
export interface PublishedResource<E extends PublishedWithTexts> extends TextNames {
  readonly names: ResourceNames;
  readonly entity: new () => E;
  readonly translation: new () => ExcerptTranslation;
}

/** The dependencies of the checks of a write. Checks add their errors to `errors`. */
export interface WriteScope {
  readonly manager: EntityManager;
  readonly context: RequestContext;
  readonly site: Site;
  readonly errors: FieldErrors;
}

/** A validated write of the fields that all published records share. */
export interface PreparedWrite<E, B> extends Pick<
  RecordWrite<E, ExcerptTranslation>,
  'current' | 'now' | 'modifiedById' | 'texts' | 'translation'
> {
  readonly columns: Partial<PublishedRecord>;
  /** The body, with the stored value of each field that repeats it. */
  readonly body: B;
  /** The images that the body refers to, with their current sizes. */
  readonly images: readonly Image[];
}

type Body = PublishedBodyDto & TextBody;

/**
 * Resolves the fields that all published records share, and adds their errors.
 * @param current undefined on create
 * @throws {Forbidden} if the role of the caller does not permit the status or the author
 */
export async function preparePublished<E extends PublishedWithTexts, B extends Body>(
  resource: PublishedResource<E>,
  current: E | undefined,
  body: B,
  scope: WriteScope,
): Promise<PreparedWrite<E, B>> {
  const { manager, context, site, errors } = scope;
  const { caller, language, rawBody } = context;
  const now = truncateToSeconds(new Date());
  const columns = resolvePublication(current, body, caller!, site.timezone, now, errors);
  if (columns.status === 'future') context.response.schedule(columns.publishedAt);
  if (
    body.author !== undefined &&
    columns.authorId !== caller!.id &&
    (await tableOf(manager, Account).select(manager, { id: columns.authorId })).length === 0
  )
    errors.add('author', (messages) => messages.unknownAccount(columns.authorId));
  const stored = current && { ...current, ...currentValues(current, resource, language) };
  const given = stored ? withStoredValues(body, rawBody, stored) : body;
  const { imageId, image, translations, images, hasAllImages } = await resolveImages(manager, current, given, scope);
  const shownImage = isEchoedAlt({ image, imageId, images }, current, language) ? undefined : image;
  const changes = resolveTextChanges(
    { ...given, translations, image: shownImage },
    resource,
    current?.translations,
    scope,
  );
  const topLevel = { ...given, image: imageId };
  const resolved = resolveSharedValues(resource, current, { topLevel, language, changes });
  const shared = resolved.columns as Partial<PublishedRecord>;
  const texts = hasAllImages
    ? withoutReplacedAlts(resolved.texts, current, shared.imageId ?? null, errors)
    : resolved.texts;
  const translation = { language, isConfirmed: body.translation_confirmed ?? false };
  const modifiedById = caller!.id;
  const written = { ...columns, ...shared };
  return { current, body: given, now, modifiedById, columns: written, texts, translation, images };
}

/** The current values, as a read returns them, of the fields that may differ by language, by their names in the API. */
function currentValues(current: PublishedWithTexts, { perLanguage = {} }: TextNames, language: Language): object {
  const shown = withTranslatedValues(current, translationIn(current.translations, language) ?? {}, { perLanguage });
  const values = Object.entries(perLanguage).map(([wire, property]) => [wire, Reflect.get(shown, property)] as const);
  return Object.fromEntries(values);
}

/** The part of a write that only one resource has. */
interface OwnWrite<E> {
  readonly columns: Partial<E>;
  /** Words by which a search finds the record, in addition to its texts; absent if the searched text is not a column. */
  readonly words?: (record: Partial<E>) => readonly (string | null)[];
  /** Whether data in other tables, such as relations, has changed. */
  readonly hasOtherChanges?: boolean;
}

/**
 * Stores a prepared write: a new record, or the changes of one.
 * @returns the record after the write, with its current images
 * @throws {LastTranslation}
 */
export async function storePublished<E extends PublishedWithTexts>(
  manager: EntityManager,
  resource: PublishedResource<E>,
  prepared: PreparedWrite<E, unknown>,
  { words, hasOtherChanges, ...own }: OwnWrite<E>,
): Promise<E> {
  const { current } = prepared;
  const columns: Partial<E> = { ...prepared.columns, ...own.columns };
  const existing = current?.translations ?? [];
  const stored = await storeRecord<E, ExcerptTranslation>(manager, resource, {
    ...prepared,
    columns,
    words: words && ((row) => words(withTranslatedValues({ ...current, ...columns }, row, resource))),
    hasOtherChanges,
    prepareTexts: (rows) => keepNumberedSlugs(manager, resource, rows, existing),
  });
  const wasPublished = current?.wasPublished ?? false;
  await storeFormerSlugs(manager, resource.names, [
    { id: stored.id, wasPublished, translations: existing, after: stored.translations },
  ]);
  // The size of an image may have changed although the record has not.
  return withCurrentImages(stored, latestImages(current ? [current] : [], prepared.images));
}

/** The columns of an entity that may be null. */
type NullableColumn<E> = { [Name in keyof E]: null extends E[Name] ? Name : never }[keyof E];

/** The values of nullable columns after a write that bodies name alike: those of the body, else the stored ones. */
export function givenOrStored<E extends object, Name extends NullableColumn<E>>(
  names: readonly Name[],
  current: E | undefined,
  body: { readonly [N in Name]?: E[N] },
): Pick<E, Name> {
  const values = names.map((name) => [name, body[name] === undefined ? (current?.[name] ?? null) : body[name]]);
  return Object.fromEntries(values) as Pick<E, Name>;
}

/**
 * Checks that a caller may update a record.
 * @throws {RecordInTrash} if the record must be restored first
 * @throws {ApiError} like `assertEditable`
 */
export function assertUpdatable(
  { names }: { readonly names: ResourceNames },
  record: PublishedRecord,
  { ref, body }: { readonly ref: RecordRef; readonly body: Pick<Body, 'status'> },
  { caller }: RequestContext,
): void {
  assertEditable(names, record, ref, caller);
  if (record.status === 'trash' && body.status === undefined) throw new RecordInTrash(names);
}

/**
 * Moves a record to the trash, or deletes it permanently.
 * @returns the record in the trash, or as it was before it was deleted
 * @throws {RecordInTrash} if it is in the trash already
 * @throws {Forbidden} if the role does not permit permanent deletion
 */
export async function removePublished<E extends PublishedWithTexts>(
  manager: EntityManager,
  resource: PublishedResource<E>,
  record: E,
  { force, caller }: { readonly force: boolean; readonly caller: NonNullable<Caller> },
): Promise<E> {
  if (force) {
    await deleteRecords<PublishedRecord>(manager, resource.entity, [record]);
    await deleteFormerSlugs(manager, resource.names, [record]);
    await deleteFormerNames(manager, resource.names, [record.id]);
    return record;
  }
  if (record.status === 'trash') throw new RecordInTrash(resource.names);
  const modified = { modifiedAt: truncateToSeconds(new Date()), modifiedById: caller.id };
  const trashed = { status: 'trash', trashedStatus: record.status, ...modified };
  return updateRecord(manager, resource.entity, record, trashed as Partial<E>);
}

/** @throws {Forbidden} before the record is looked up, so that the response does not reveal whether it exists */
export function assertMayForceDelete(force: boolean, { caller }: RequestContext): void {
  if (force && !isEditor(caller)) throw new Forbidden((messages) => messages.forceForbidden);
}
