import { type EntityManager } from 'typeorm';
import { type Accounts } from '../auth/accounts.js';
import { Overtaken } from '../../database/database-errors.js';
import { isEditor } from '../auth/role.js';
import { type Address, Forbidden, RecordInTrash } from '../errors/api-error.js';
import { type Faults } from '../errors/fault.js';
import { type RequestContext } from '../http/calendar-request.js';
import { type Image } from '../images/image.entity.js';
import { resolveImage } from '../images/images.js';
import { type Site } from '../site/site.js';
import { settledTexts, type TextBody, type TextChanges } from '../translation/text-changes.js';
import { isChanged, storeTexts, type TextsOf, textRows } from '../translation/texts.js';
import { type ExcerptTranslation } from '../translation/translation.js';
import { assertEditable } from './find-record.js';
import { publication, seconds } from './publication.js';
import { type PublishedBodyDto } from './published-body.dto.js';
import { type PublishedRecord } from './published-record.js';
import { differences, storeRevision } from './store.js';

/** A published record with what is read with it. */
export type Published<T extends ExcerptTranslation> = PublishedRecord & { translations: T[]; image: Image | null };

/** What the writes need to know of a kind of published records. */
export interface PublishedKind<E extends Published<T>, T extends ExcerptTranslation> {
  readonly entity: new () => E;
  readonly texts: TextsOf<T>;
  /** What the wire calls the name: `title`, `venue`, … */
  readonly nameField: string;
}

/** A write whose faults are all known. */
export interface Prepared {
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
export async function preparePublished<E extends Published<T>, T extends ExcerptTranslation>(
  manager: EntityManager,
  { nameField }: PublishedKind<E, T>,
  current: E | undefined,
  body: Body,
  { caller, language }: RequestContext,
  { site, accounts }: { site: Site; accounts: Accounts },
  faults: Faults,
): Promise<Prepared> {
  const columns = publication(current, body, caller!, site.timezone, faults);
  if (
    body.author !== undefined &&
    columns.authorId !== caller!.id &&
    !(await accounts.exists(manager, columns.authorId))
  )
    faults.add('author', (messages) => messages.unknownAccount(columns.authorId));
  const texts = settledTexts(body, nameField, language, current?.translations, faults);
  const image = body.image ? await resolveImage(manager, body.image, caller, faults) : body.image;
  return { columns, texts, image };
}

/**
 * Stores a prepared write: a new record, or the changes of one.
 * @param columns of the kind's own
 * @param searchable language-free texts that a search finds as well; none where the searched text is not a column
 * @param touched whether something changed that is stored elsewhere, such as links
 * @returns the record as it stands now; untouched where nothing changes
 * @throws {LastTranslation}
 */
export async function storePublished<E extends Published<T>, T extends ExcerptTranslation>(
  manager: EntityManager,
  kind: PublishedKind<E, T>,
  current: E | undefined,
  prepared: Prepared,
  columns: Partial<E>,
  searchable?: readonly (string | null)[],
  touched = false,
): Promise<E> {
  const imageId = prepared.image === undefined ? (current?.imageId ?? null) : (prepared.image?.id ?? null);
  const wanted = { ...prepared.columns, ...columns, imageId } as Partial<E>;
  const record = current ?? (await insert(manager, kind, wanted));
  const changes = differences(record, wanted);
  const existing = current?.translations ?? [];
  const rows = textRows(kind.texts, record.id, existing, prepared.texts, searchable);
  const isTextChanged = isChanged(rows, existing);
  const isRecordChanged = Object.keys(changes).length > 0;
  const image = prepared.image === undefined ? (current?.image ?? null) : prepared.image;
  // The image may have learnt something all the same.
  if (current && !touched && !isTextChanged && !isRecordChanged) return Object.assign(current, { image });
  if (current) await storeRevision(manager, kind.entity, record, { ...changes, modifiedAt: seconds(new Date()) });
  if (isTextChanged || (searchable && isRecordChanged)) await storeTexts(manager, kind.texts, rows, existing);
  return Object.assign(record, { translations: rows, image });
}

async function insert<E extends Published<T>, T extends ExcerptTranslation>(
  manager: EntityManager,
  { entity }: PublishedKind<E, T>,
  columns: Partial<E>,
): Promise<E> {
  const record: E = Object.assign(new entity(), columns, { modifiedAt: seconds(new Date()), revision: 1 });
  // A copy takes what MariaDB returns of the row: flags come back as numbers.
  const row: PublishedRecord = { ...record };
  await manager.insert<PublishedRecord>(entity, row);
  return Object.assign(record, { id: row.id });
}

/**
 * Checks that a caller may update a record.
 * @throws {RecordInTrash} where the record would have to be restored first
 * @throws {ApiError} like `assertEditable`
 */
export function assertUpdatable<E extends Published<T>, T extends ExcerptTranslation>(
  { texts }: PublishedKind<E, T>,
  record: E,
  address: Address,
  body: Body,
  { caller }: RequestContext,
): void {
  assertEditable(texts.kind, record, address, caller);
  if (record.status === 'trash' && body.status === undefined) throw new RecordInTrash(texts.kind);
}

/**
 * Moves a record to the trash, or deletes it for good.
 * @throws {RecordInTrash} where it is there already
 * @throws {Forbidden} where only editors may delete for good
 */
export async function removePublished<E extends Published<T>, T extends ExcerptTranslation>(
  manager: EntityManager,
  kind: PublishedKind<E, T>,
  record: E,
  force: boolean,
): Promise<void> {
  if (force) {
    const { id, revision } = record;
    const { affected } = await manager.delete<PublishedRecord>(kind.entity, { id, revision });
    // Written since it was read: what was counted of it is something else now.
    if (affected !== 1) throw new Overtaken();
  } else if (record.status === 'trash') {
    throw new RecordInTrash(kind.texts.kind);
  } else {
    const trashed = { status: 'trash', trashedStatus: record.status, modifiedAt: seconds(new Date()) };
    await storeRevision(manager, kind.entity, record, trashed as Partial<E>);
  }
}

/** @throws {Forbidden} before any record is looked up: who may not delete for good learns nothing from trying */
export function assertMayForce(force: boolean, { caller }: RequestContext): void {
  if (force && !isEditor(caller)) throw new Forbidden((messages) => messages.forceForbidden);
}
