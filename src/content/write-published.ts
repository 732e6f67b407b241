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
import { illustrated, meantImage, newestImages, resolveImage } from './images/images.js';
import { type Site } from '../site/site.js';
import { keepStored } from './translations/keep-stored.js';
import { forgetSlugs, keepFormerSlugs } from './translations/former-slugs.js';
import { altIn, settleAlts } from './translations/image-alts.js';
import { sharedValues, valueIn, withOwnValues } from './translations/language-values.js';
import { translationIn } from './translations/shown-text.js';
import { settledTexts, type TextBody, type TextChanges, type TextNames } from './translations/text-changes.js';
import { isChanged, isStateChanged, keepNumbered, storeTexts, type TextsOf, textRows } from './translations/texts.js';
import { type ExcerptTranslation } from './translations/translation.js';
import { type TranslationWrite } from './translations/translation-state.js';
import { assertEditable } from './find-record.js';
import { logChanges } from './change-log.js';
import { publication } from './publication.js';
import { seconds } from '../datetime/moment.js';
import { type PublishedBodyDto, type PublishedTextsDto } from './published-body.dto.js';
import { type PublishedRecord } from './published-record.js';
import { differences, removeRevisions, storeRevision } from './store.js';

/** A published record with its texts and image. */
export type Published = PublishedRecord & { translations: ExcerptTranslation[]; image: Image | null };

/** The properties of the definition of a published resource that writes use. */
export interface PublishedResource<E extends Published> extends TextNames {
  /** The names of the resource. */
  readonly names: ResourceNames;
  readonly entity: new () => E;
  readonly translation: new () => ExcerptTranslation;
}

/** A validated write. */
export interface Prepared {
  /** The time of the write, in whole seconds, for all rows that it stores. */
  readonly now: Date;
  readonly columns: Partial<PublishedRecord>;
  readonly texts: TextChanges;
  readonly translation: TranslationWrite;
  /** Those that the body names. */
  readonly images: readonly Image[];
}

type Body = PublishedBodyDto & TextBody;

/**
 * Resolves the fields that all published records share, and adds their errors.
 * @param current undefined on create
 * @throws {Forbidden} if the role of the caller does not permit the status or the author
 */
export async function preparePublished<E extends Published>(
  manager: EntityManager,
  resource: PublishedResource<E>,
  current: E | undefined,
  body: Body,
  context: RequestContext,
  { timezone }: Site,
  errors: FieldErrors,
): Promise<Prepared> {
  const { caller, language, sent } = context;
  const now = seconds(new Date());
  const columns = publication(current, body, caller!, timezone, now, errors);
  if (
    body.author !== undefined &&
    columns.authorId !== caller!.id &&
    !(await tableOf(manager, Account).has(manager, { id: columns.authorId }))
  )
    errors.add('author', (messages) => messages.unknownAccount(columns.authorId));
  if (current) keepStored(body, sent, { ...current, ...shownValues(current, resource, language) });
  const { imageId, translations, images, isComplete } = await namedImages(manager, current, body, context, errors);
  const said = { ...body, translations, image: isEchoedAlt(body, current, language) ? undefined : body.image };
  const texts = settledTexts(said, resource, language, current?.translations, errors, sent);
  const shared = sharedValues(
    { ...body, image: imageId },
    resource,
    language,
    current,
    texts,
  ) as Partial<PublishedRecord>;
  if (isComplete) settleAlts(texts, current, shared.imageId ?? null, errors);
  const translation = { language, isConfirmed: body.translation_confirmed ?? false };
  return { now, columns: { ...columns, ...shared }, texts, translation, images };
}

/** The values that a read shows for the fields that may differ by language, by their names in the API. */
function shownValues(current: Published, { perLanguage = {} }: TextNames, language: Language): object {
  const shown = withOwnValues(current, translationIn(current.translations, language) ?? {}, { perLanguage });
  const values = Object.entries(perLanguage).map(([wire, property]) => [wire, Reflect.get(shown, property)] as const);
  return Object.fromEntries(values);
}

/** The images of a body by their ids. */
interface NamedImages {
  /** The image for all languages; undefined where the body does not change it. */
  readonly imageId: number | null | undefined;
  /** The changes of each language, with the id in place of the image. */
  readonly translations: NonNullable<TextBody['translations']>;
  readonly images: readonly Image[];
  /** Whether all images exist; otherwise errors were added. */
  readonly isComplete: boolean;
}

/** Looks up the images of a body, and registers new ones. */
async function namedImages(
  manager: EntityManager,
  current: Published | undefined,
  body: Body,
  { caller, language, sent }: RequestContext,
  errors: FieldErrors,
): Promise<NamedImages> {
  const raw: Partial<Body> = sent ?? {};
  const images: (Image | undefined)[] = [];
  const idOf = async (input: ImageInput, shown: ShownImage | null, sentImage: unknown, field?: string) => {
    if (shown) keepStored(input, sentImage, shown);
    const meant = shown ? meantImage(input, shown) : input;
    const image = await resolveImage(manager, meant, caller!, errors, field);
    images.push(image);
    return image?.id;
  };
  const shown = current ? shownImage(current, language) : null;
  const imageId = body.image ? await idOf(body.image, shown, raw.image) : body.image;
  const translations: NonNullable<TextBody['translations']> = {};
  for (const [code, texts] of Object.entries(body.translations ?? {}) as [Language, TranslatedImage | null][]) {
    translations[code] = texts;
    if (!texts?.image) continue;
    const own = (current && translationIn(current.translations, code)?.image) ?? null;
    const sentTexts = raw.translations?.[code] as TranslatedImage | null | undefined;
    const image = await idOf(texts.image, own, sentTexts?.image, `translations.${code}.image`);
    translations[code] = { ...texts, image };
  }
  const known = images.filter((image) => image !== undefined);
  return { imageId, translations, images: known, isComplete: known.length === images.length };
}

type TranslatedImage = Pick<PublishedTextsDto, 'image'>;

type ShownImage = Image & { readonly alt?: string | null };

/**
 * Whether a body repeats the image that a read showed for a language without texts. This does not create a translation.
 */
function isEchoedAlt({ image }: Body, current: Published | undefined, language: Language): boolean {
  if (!current || translationIn(current.translations, language)) return false;
  return image?.alt === altIn(current, language);
}

/** The image that a read shows in a language, with its alternative text. */
function shownImage(current: Published, language: Language): ShownImage | null {
  const image = valueIn(current, language, 'image');
  return image && { ...image, alt: altIn(current, language) };
}

/**
 * Stores a prepared write: a new record, or the changes of one.
 * @param columns the columns that only this resource has
 * @param searchable words by which a search finds the record in a language, in addition to its texts; absent if the
 * searched text is not a column
 * @param touched whether data in other tables, such as relations, has changed
 * @returns the record after the write; the same object if nothing changes
 * @throws {LastTranslation}
 */
export async function storePublished<E extends Published>(
  manager: EntityManager,
  resource: PublishedResource<E>,
  current: E | undefined,
  prepared: Prepared,
  columns: Partial<E>,
  searchable?: (record: Partial<E>) => readonly (string | null)[],
  touched = false,
): Promise<E> {
  const wanted = { ...prepared.columns, ...columns } as Partial<E>;
  const { now } = prepared;
  // `current` is changed in place.
  const wasPublished = current?.wasPublished ?? false;
  const record = current ?? (await insert(manager, resource, wanted, now));
  const changes: Partial<E> = current ? differences(current, wanted) : {};
  const existing = current?.translations ?? [];
  const texts: TextsOf<ExcerptTranslation> = {
    ...{ resource: resource.names, entity: resource.translation },
    own: Object.values(resource.ownTexts ?? {}),
    values: Object.values(resource.perLanguage ?? {}),
  };
  const words =
    searchable && ((row: ExcerptTranslation) => searchable(withOwnValues({ ...record, ...wanted }, row, resource)));
  const rows = textRows(texts, record.id, existing, prepared.texts, words, prepared.translation);
  await keepNumbered(manager, texts, rows, existing);
  const isTextChanged = isChanged(texts, rows, existing);
  const isRecordChanged = Object.keys(changes).length > 0;
  const isUpdated = touched || isTextChanged || isRecordChanged;
  const isConfirmed = isStateChanged(rows, existing);
  const images = newestImages(current ? [current] : [], prepared.images);
  // The size of an image may have changed although the record has not.
  if (current && !isUpdated && !isConfirmed) return Object.assign(current, illustrated(current, images));
  // Confirming a translation is not reported to readers as a change.
  const modified = (isUpdated ? { modifiedAt: now } : {}) as Partial<E>;
  if (current) await storeRevision(manager, resource.entity, record, { ...changes, ...modified });
  if (isTextChanged || isConfirmed || (searchable && isRecordChanged)) await storeTexts(manager, texts, rows, existing);
  await keepFormerSlugs(manager, resource.names, [
    { id: record.id, wasPublished, translations: existing, after: rows },
  ]);
  return Object.assign(record, illustrated({ ...record, translations: rows }, images));
}

async function insert<E extends Published>(
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
export function assertUpdatable<E extends Published>(
  { names }: PublishedResource<E>,
  record: E,
  address: RecordRef,
  body: Body,
  { caller }: RequestContext,
): void {
  assertEditable(names, record, address, caller);
  if (record.status === 'trash' && body.status === undefined) throw new RecordInTrash(names);
}

/**
 * Moves a record to the trash, or deletes it permanently.
 * @throws {RecordInTrash} if it is in the trash already
 * @throws {Forbidden} if the role does not permit permanent deletion
 */
export async function removePublished<E extends Published>(
  manager: EntityManager,
  resource: PublishedResource<E>,
  record: E,
  force: boolean,
): Promise<void> {
  if (force) {
    await removeRevisions<PublishedRecord>(manager, resource.entity, [record]);
    await forgetSlugs(manager, resource.names, [record]);
  } else if (record.status === 'trash') {
    throw new RecordInTrash(resource.names);
  } else {
    const trashed = { status: 'trash', trashedStatus: record.status, modifiedAt: seconds(new Date()) };
    await storeRevision(manager, resource.entity, record, trashed as Partial<E>);
  }
}

/** @throws {Forbidden} before the record is looked up, so that the response does not reveal whether it exists */
export function assertMayForce(force: boolean, { caller }: RequestContext): void {
  if (force && !isEditor(caller)) throw new Forbidden((messages) => messages.forceForbidden);
}
