import { type EntityManager } from 'typeorm';
import { type Authenticator } from '../auth/authenticator.js';
import { tableOf } from '../database/sql/table.js';
import { isEditor } from '../http/context/role.js';
import { type Address, Forbidden, RecordInTrash } from '../errors/api-error.js';
import { type Faults } from '../errors/fault.js';
import { type Kind } from '../i18n/resource-names.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { type Image } from './images/image.entity.js';
import { meantImage, resolveImage } from './images/images.js';
import { type Site } from '../site/site.js';
import { keepStored } from './translations/keep-stored.js';
import { forgetSlugs, keepFormerSlugs } from './translations/former-slugs.js';
import { settleAlts } from './translations/image-alts.js';
import { shownText } from './translations/shown-text.js';
import { settledTexts, type TextBody, type TextChanges, type TextNames } from './translations/text-changes.js';
import { isChanged, keepNumbered, storeTexts, type TextsOf, textRows } from './translations/texts.js';
import { type ExcerptTranslation } from './translations/translation.js';
import { assertEditable } from './find-record.js';
import { logChanges } from './change-log.js';
import { publication } from './publication.js';
import { seconds } from '../datetime/moment.js';
import { type PublishedBodyDto } from './published-body.dto.js';
import { type PublishedRecord } from './published-record.js';
import { differences, removeRevisions, storeRevision } from './store.js';

/** A published record with what is read with it. */
export type Published = PublishedRecord & { translations: ExcerptTranslation[]; image: Image | null };

/** What the writes need to know of a kind of published records. */
export interface PublishedKind<E extends Published> extends TextNames {
  /** What the kind is called. */
  readonly names: Kind;
  readonly entity: new () => E;
  readonly translation: new () => ExcerptTranslation;
}

/** A write whose faults are all known. */
export interface Prepared {
  /** When it is done, in whole seconds: one moment for all that it stores. */
  readonly now: Date;
  readonly columns: Partial<PublishedRecord>;
  readonly texts: TextChanges;
  readonly image: Image | null | undefined;
}

type Body = PublishedBodyDto & TextBody;

/**
 * Works out what a body means for the part that all published records share, and files its faults.
 * @param current undefined on create
 * @throws {Forbidden} where the caller's role does not allow the status or the author
 */
export async function preparePublished<E extends Published>(
  manager: EntityManager,
  kind: PublishedKind<E>,
  current: E | undefined,
  body: Body,
  { caller, language, sent }: RequestContext,
  { site, accounts }: { site: Site; accounts: Authenticator },
  faults: Faults,
): Promise<Prepared> {
  const now = seconds(new Date());
  const columns = publication(current, body, caller!, site.timezone, now, faults);
  if (
    body.author !== undefined &&
    columns.authorId !== caller!.id &&
    !(await accounts.exists(manager, columns.authorId))
  )
    faults.add('author', (messages) => messages.unknownAccount(columns.authorId));
  if (current) keepStored(body, sent, current);
  if (body.image && current?.image) {
    const shown = { ...current.image, alt: shownText(current.translations, language).imageAlt };
    keepStored(body.image, (sent as Partial<Body> | undefined)?.image, shown);
    body.image = meantImage(body.image, shown);
  }
  const texts = settledTexts(body, kind, language, current?.translations, faults, sent);
  const image = body.image ? await resolveImage(manager, body.image, caller!, faults) : body.image;
  const isUnknown = body.image && !image;
  if (!isUnknown) settleAlts(texts, current, imageIdAfter(current, image), faults);
  return { now, columns, texts, image };
}

/** @param image undefined keeps it */
function imageIdAfter(current: PublishedRecord | undefined, image: Image | null | undefined): number | null {
  return image === undefined ? (current?.imageId ?? null) : (image?.id ?? null);
}

/**
 * Stores a prepared write: a new record, or the changes of one.
 * @param columns of the kind's own
 * @param searchable language-free texts that a search finds as well; none where the searched text is not a column
 * @param touched whether something changed that is stored elsewhere, such as links
 * @returns the record as it stands now; untouched where nothing changes
 * @throws {LastTranslation}
 */
export async function storePublished<E extends Published>(
  manager: EntityManager,
  kind: PublishedKind<E>,
  current: E | undefined,
  prepared: Prepared,
  columns: Partial<E>,
  searchable?: readonly (string | null)[],
  touched = false,
): Promise<E> {
  const imageId = imageIdAfter(current, prepared.image);
  const wanted = { ...prepared.columns, ...columns, imageId } as Partial<E>;
  const { now } = prepared;
  // `current` is changed in place.
  const wasPublished = current?.wasPublished ?? false;
  const record = current ?? (await insert(manager, kind, wanted, now));
  const changes: Partial<E> = current ? differences(current, wanted) : {};
  const existing = current?.translations ?? [];
  const texts: TextsOf<ExcerptTranslation> = {
    ...{ kind: kind.names, entity: kind.translation },
    own: Object.values(kind.ownTexts ?? {}),
  };
  const rows = textRows(texts, record.id, existing, prepared.texts, searchable);
  await keepNumbered(manager, texts, rows, existing);
  const isTextChanged = isChanged(rows, existing, texts.own);
  const isRecordChanged = Object.keys(changes).length > 0;
  const image = prepared.image === undefined ? (current?.image ?? null) : prepared.image;
  // The image may have learnt something all the same.
  if (current && !touched && !isTextChanged && !isRecordChanged) return Object.assign(current, { image });
  if (current) await storeRevision(manager, kind.entity, record, { ...changes, modifiedAt: now });
  if (isTextChanged || (searchable && isRecordChanged)) await storeTexts(manager, texts, rows, existing);
  await keepFormerSlugs(manager, kind.names, [{ id: record.id, wasPublished, translations: existing, after: rows }]);
  return Object.assign(record, { translations: rows, image });
}

async function insert<E extends Published>(
  manager: EntityManager,
  { entity }: PublishedKind<E>,
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
 * @throws {RecordInTrash} where the record would have to be restored first
 * @throws {ApiError} like `assertEditable`
 */
export function assertUpdatable<E extends Published>(
  { names }: PublishedKind<E>,
  record: E,
  address: Address,
  body: Body,
  { caller }: RequestContext,
): void {
  assertEditable(names, record, address, caller);
  if (record.status === 'trash' && body.status === undefined) throw new RecordInTrash(names);
}

/**
 * Moves a record to the trash, or deletes it for good.
 * @throws {RecordInTrash} where it is there already
 * @throws {Forbidden} where only editors may delete for good
 */
export async function removePublished<E extends Published>(
  manager: EntityManager,
  kind: PublishedKind<E>,
  record: E,
  force: boolean,
): Promise<void> {
  if (force) {
    await removeRevisions<PublishedRecord>(manager, kind.entity, [record]);
    await forgetSlugs(manager, kind.names, [record]);
  } else if (record.status === 'trash') {
    throw new RecordInTrash(kind.names);
  } else {
    const trashed = { status: 'trash', trashedStatus: record.status, modifiedAt: seconds(new Date()) };
    await storeRevision(manager, kind.entity, record, trashed as Partial<E>);
  }
}

/** @throws {Forbidden} before any record is looked up: who may not delete for good learns nothing from trying */
export function assertMayForce(force: boolean, { caller }: RequestContext): void {
  if (force && !isEditor(caller)) throw new Forbidden((messages) => messages.forceForbidden);
}
