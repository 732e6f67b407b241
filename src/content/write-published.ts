import { type EntityManager } from 'typeorm';
import { Account } from '../auth/account.entity.js';
import { tableOf } from '../database/sql/table.js';
import { isEditor } from '../http/context/role.js';
import { type RecordRef, Forbidden, RecordInTrash } from '../errors/api-error.js';
import { type FieldErrors } from '../errors/field-error.js';
import { type Language } from '../i18n/language.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type Image } from './images/image.entity.js';
import { type ImageInput } from './images/image-field.js';
import { withCurrentImages, resolveImageInput, latestImages, resolveImage } from './images/images.js';
import { type Site } from '../site/site.js';
import { ignoreUnchangedInput } from './translations/ignore-unchanged-input.js';
import { deleteFormerSlugs, storeFormerSlugs } from './translations/former-slugs.js';
import { altIn, clearReplacedAlts } from './translations/image-alts.js';
import { resolveSharedValues, valueIn, withTranslatedValues } from './translations/language-values.js';
import { translationIn } from './translations/resolve-text.js';
import { resolveTextChanges, type TextBody, type TextChanges, type TextNames } from './translations/text-changes.js';
import {
  isChanged,
  isStateChanged,
  keepNumberedSlugs,
  storeTexts,
  type TextSchema,
  textRows,
} from './translations/texts.js';
import { type ExcerptTranslation } from './translations/translation.js';
import { type TranslationWrite } from './translations/translation-state.js';
import { assertEditable } from './find-record.js';
import { logChanges } from './change-log.js';
import { resolvePublication } from './publication.js';
import { truncateToSeconds } from '../datetime/moment.js';
import { type PublishedBodyDto, type PublishedTextsDto } from './published-body.dto.js';
import { type PublishedRecord } from './published-record.js';
import { differences, deleteRecords, updateRecord } from './versioned-records.js';

/** A published record with its texts and image. */
export type PublishedWithTexts = PublishedRecord & { translations: ExcerptTranslation[]; image: Image | null };

/** The properties of the definition of a published resource that writes use. */
export interface PublishedResource<E extends PublishedWithTexts> extends TextNames {
  readonly names: ResourceNames;
  readonly entity: new () => E;
  readonly translation: new () => ExcerptTranslation;
}

/** A validated write. */
export interface PreparedWrite {
  /** The time of the write, in whole seconds, for all rows that it stores. */
  readonly now: Date;
  readonly columns: Partial<PublishedRecord>;
  readonly texts: TextChanges;
  readonly translation: TranslationWrite;
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
    !(await tableOf(manager, Account).has(manager, { id: columns.authorId }))
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

/** The images of a body by their ids. */
interface ResolvedImages {
  /** The image for all languages; undefined where the body does not change it. */
  readonly imageId: number | null | undefined;
  /** `translations` of the body, in which ids replace the images. */
  readonly translations: NonNullable<TextBody['translations']>;
  readonly images: readonly Image[];
  /** Whether all images exist; otherwise errors were added. */
  readonly hasAllImages: boolean;
}

/** Looks up the images of a body, and registers new ones. */
async function resolveImages(
  manager: EntityManager,
  current: PublishedWithTexts | undefined,
  body: Body,
  { caller, language, rawBody }: RequestContext,
  errors: FieldErrors,
): Promise<ResolvedImages> {
  const raw: Partial<Body> = rawBody ?? {};
  const images: (Image | undefined)[] = [];
  const resolveImageId = async (
    input: ImageInput,
    imageBefore: ImageWithAlt | null,
    sentImage: unknown,
    field?: string,
  ) => {
    if (imageBefore) ignoreUnchangedInput(input, sentImage, imageBefore);
    const requested = imageBefore ? resolveImageInput(input, imageBefore) : input;
    const image = await resolveImage(manager, requested, caller!, errors, field);
    images.push(image);
    return image?.id;
  };
  const imageBefore = current ? currentImageIn(current, language) : null;
  const imageId = body.image ? await resolveImageId(body.image, imageBefore, raw.image) : body.image;
  const translations: NonNullable<TextBody['translations']> = {};
  for (const [code, texts] of Object.entries(body.translations ?? {}) as [Language, TranslatedImage | null][]) {
    translations[code] = texts;
    if (!texts?.image) continue;
    const translationImage = (current && translationIn(current.translations, code)?.image) ?? null;
    const sentTexts = raw.translations?.[code] as TranslatedImage | null | undefined;
    const image = await resolveImageId(texts.image, translationImage, sentTexts?.image, `translations.${code}.image`);
    translations[code] = { ...texts, image };
  }
  const known = images.filter((image) => image !== undefined);
  return { imageId, translations, images: known, hasAllImages: known.length === images.length };
}

type TranslatedImage = Pick<PublishedTextsDto, 'image'>;

type ImageWithAlt = Image & { readonly alt?: string | null };

/**
 * Whether a body sends back the alternative text that a read returned as a fallback, for a language without texts. It
 * must not create a translation.
 */
function isEchoedAlt({ image }: Body, current: PublishedWithTexts | undefined, language: Language): boolean {
  if (!current || translationIn(current.translations, language)) return false;
  return image?.alt === altIn(current, language);
}

/** The image that a read shows in a language, with its alternative text. */
function currentImageIn(current: PublishedWithTexts, language: Language): ImageWithAlt | null {
  const image = valueIn(current, language, 'image');
  return image && { ...image, alt: altIn(current, language) };
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
  const wanted = { ...prepared.columns, ...columns } as Partial<E>;
  const { now } = prepared;
  // Read before the write, which changes `current` in place.
  const wasPublished = current?.wasPublished ?? false;
  const record = current ?? (await insert(manager, resource, wanted, now));
  const changes: Partial<E> = current ? differences(current, wanted) : {};
  const existing = current?.translations ?? [];
  const texts: TextSchema<ExcerptTranslation> = {
    ...{ resource: resource.names, entity: resource.translation },
    extraTexts: Object.values(resource.ownTexts ?? {}),
    translatedValues: Object.values(resource.perLanguage ?? {}),
  };
  const words =
    searchable &&
    ((row: ExcerptTranslation) => searchable(withTranslatedValues({ ...record, ...wanted }, row, resource)));
  const rows = textRows(texts, record.id, existing, prepared.texts, words, prepared.translation);
  await keepNumberedSlugs(manager, texts, rows, existing);
  const isTextChanged = isChanged(texts, rows, existing);
  const isRecordChanged = Object.keys(changes).length > 0;
  const isUpdated = hasOtherChanges || isTextChanged || isRecordChanged;
  const isConfirmed = isStateChanged(rows, existing);
  const images = latestImages(current ? [current] : [], prepared.images);
  // The size of an image may have changed although the record has not.
  if (current && !isUpdated && !isConfirmed) return Object.assign(current, withCurrentImages(current, images));
  // Confirming a translation does not set the date of the last change, since readers see no difference.
  const modified = (isUpdated ? { modifiedAt: now } : {}) as Partial<E>;
  if (current) await updateRecord(manager, resource.entity, record, { ...changes, ...modified });
  if (isTextChanged || isConfirmed || (searchable && isRecordChanged)) await storeTexts(manager, texts, rows, existing);
  await storeFormerSlugs(manager, resource.names, [
    { id: record.id, wasPublished, translations: existing, after: rows },
  ]);
  return Object.assign(record, withCurrentImages({ ...record, translations: rows }, images));
}

async function insert<E extends PublishedWithTexts>(
  manager: EntityManager,
  { entity }: PublishedResource<E>,
  columns: Partial<E>,
  now: Date,
): Promise<E> {
  const record: E = Object.assign(new entity(), columns, { modifiedAt: now, revision: 1 });
  const [id] = await tableOf(manager, entity).insert(manager, [record]);
  logChanges(manager, entity, [id!]);
  return Object.assign(record, { id });
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
