import { type EntityManager } from 'typeorm';
import { Account } from '../../../http/auth/account.entity.js';
import { tableOf } from '../../../database/sql/table.js';
import { type RequestContext } from '../../../http/request-context.js';
import { isEditor } from '../../../http/role.js';
import { type RecordRef, Forbidden, RecordInTrash } from '../../../lib/errors/api-error.js';
import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type Image } from '../images/image.entity.js';
import { withCurrentImages, latestImages } from '../images/images.js';
import { type Site } from '../../../http/urls/site.js';
import {
  ignoreUnchangedInput,
  resolveTextChanges,
  type TextBody,
  type TextNames,
} from '../translations/text-changes.js';
import { deleteFormerSlugs, storeFormerSlugs } from '../translations/former-slugs.js';
import { clearReplacedAlts, resolveSharedValues, withTranslatedValues } from '../translations/language-values.js';
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

/** A validated write. */
export interface PreparedWrite extends RecordWrite<PublishedRecord> {
  /** The images that the body refers to, with their current sizes. */
  readonly images: readonly Image[];
}

type Body = PublishedBodyDto & TextBody;

/**
 * Resolves the fields that all published records share, and adds their errors.
 * @param current undefined on create
 * @throws {Forbidden} if the role of the caller does not permit the status or the author
 */
export async function preparePublished<E extends PublishedWithTexts>(
  manager: EntityManager,
  resource: PublishedResource<E>,
  current: E | undefined,
  body: Body,
  context: RequestContext,
  { timezone }: Site,
  errors: FieldErrors,
): Promise<PreparedWrite> {
  const { caller, language, rawBody } = context;
  const now = truncateToSeconds(new Date());
  const columns = resolvePublication(current, body, caller!, timezone, now, errors);
  if (
    body.author !== undefined &&
    columns.authorId !== caller!.id &&
    (await tableOf(manager, Account).select(manager, { id: columns.authorId })).length === 0
  )
    errors.add('author', (messages) => messages.unknownAccount(columns.authorId));
  if (current) ignoreUnchangedInput(body, rawBody, { ...current, ...currentValues(current, resource, language) });
  const { imageId, translations, images, hasAllImages } = await resolveImages(manager, current, body, context, errors);
  const textBody = { ...body, translations, image: isEchoedAlt(body, current, language) ? undefined : body.image };
  const texts = resolveTextChanges(textBody, resource, language, current?.translations, errors, rawBody);
  const shared = resolveSharedValues(
    { ...body, image: imageId },
    resource,
    language,
    current,
    texts,
  ) as Partial<PublishedRecord>;
  if (hasAllImages) clearReplacedAlts(texts, current, shared.imageId ?? null, errors);
  const translation = { language, isConfirmed: body.translation_confirmed ?? false };
  return { now, columns: { ...columns, ...shared }, texts, translation, images };
}

/** The current values, as a read returns them, of the fields that may differ by language, by their names in the API. */
function currentValues(current: PublishedWithTexts, { perLanguage = {} }: TextNames, language: Language): object {
  const shown = withTranslatedValues(current, translationIn(current.translations, language) ?? {}, { perLanguage });
  const values = Object.entries(perLanguage).map(([wire, property]) => [wire, Reflect.get(shown, property)] as const);
  return Object.fromEntries(values);
}

/**
 * Stores a prepared write: a new record, or the changes of one.
 * @param columns the columns that only this resource has
 * @param searchable words by which a search finds the record in a language, in addition to its texts; absent if the
 * searched text is not a column
 * @param hasOtherChanges whether data in other tables, such as relations, has changed
 * @returns the record after the write; the same object if nothing changes
 * @throws {LastTranslation}
 */
export async function storePublished<E extends PublishedWithTexts>(
  manager: EntityManager,
  resource: PublishedResource<E>,
  current: E | undefined,
  prepared: PreparedWrite,
  columns: Partial<E>,
  searchable?: (record: Partial<E>) => readonly (string | null)[],
  hasOtherChanges = false,
): Promise<E> {
  const write = { ...prepared, columns: { ...prepared.columns, ...columns } as Partial<E> };
  // Read before the write, which changes `current` in place.
  const wasPublished = current?.wasPublished ?? false;
  const existing = current?.translations ?? [];
  const after = { ...current, ...write.columns };
  const { record, rows } = await storeRecord<E, ExcerptTranslation>(manager, resource, current, write, {
    words: searchable && ((row) => searchable(withTranslatedValues(after, row, resource))),
    hasOtherChanges,
    prepareTexts: (rows) => keepNumberedSlugs(manager, resource, rows, existing),
  });
  await storeFormerSlugs(manager, resource.names, [
    { id: record.id, wasPublished, translations: existing, after: rows },
  ]);
  // The size of an image may have changed although the record has not.
  const images = latestImages(current ? [current] : [], prepared.images);
  return Object.assign(record, withCurrentImages({ ...record, translations: rows }, images));
}

/** The values of columns after a write that bodies name alike: those of the body, else the stored ones. */
export function givenOrStored<Name extends string>(
  names: readonly Name[],
  current: { readonly [N in Name]: string | null } | undefined,
  body: { readonly [N in Name]?: string | null },
): Record<Name, string | null> {
  const values = names.map((name) => [name, body[name] === undefined ? (current?.[name] ?? null) : body[name]]);
  return Object.fromEntries(values) as Record<Name, string | null>;
}

/**
 * Checks that a caller may update a record.
 * @throws {RecordInTrash} if the record must be restored first
 * @throws {ApiError} like `assertEditable`
 */
export function assertUpdatable<E extends PublishedWithTexts>(
  { names }: PublishedResource<E>,
  record: E,
  ref: RecordRef,
  body: Body,
  { caller }: RequestContext,
): void {
  assertEditable(names, record, ref, caller);
  if (record.status === 'trash' && body.status === undefined) throw new RecordInTrash(names);
}

/**
 * Moves a record to the trash, or deletes it permanently.
 * @throws {RecordInTrash} if it is in the trash already
 * @throws {Forbidden} if the role does not permit permanent deletion
 */
export async function removePublished<E extends PublishedWithTexts>(
  manager: EntityManager,
  resource: PublishedResource<E>,
  record: E,
  force: boolean,
): Promise<void> {
  if (force) {
    await deleteRecords<PublishedRecord>(manager, resource.entity, [record]);
    await deleteFormerSlugs(manager, resource.names, [record]);
  } else if (record.status === 'trash') {
    throw new RecordInTrash(resource.names);
  } else {
    const trashed = { status: 'trash', trashedStatus: record.status, modifiedAt: truncateToSeconds(new Date()) };
    await updateRecord(manager, resource.entity, record, trashed as Partial<E>);
  }
}

/** @throws {Forbidden} before the record is looked up, so that the response does not reveal whether it exists */
export function assertMayForceDelete(force: boolean, { caller }: RequestContext): void {
  if (force && !isEditor(caller)) throw new Forbidden((messages) => messages.forceForbidden);
}
