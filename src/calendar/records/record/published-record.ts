import { type Caller, hasRole, isEditor } from '../../../http/role.js';
import { Forbidden } from '../../../lib/errors/api-error.js';
import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type DateTimeInput } from '../../../lib/datetime/date-time-input.js';
import { momentFromInstant } from '../../../lib/datetime/moment.js';
import { CONTRIBUTOR_STATUSES, type WritableStatus, type Status } from '../visibility/access.js';
import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { type Image } from '../images/image.entity.js';
import { type ExcerptTranslation } from '../translations/translation.js';

/** Maximum number of characters of a note of a review. */
export const MAX_NOTE_LENGTH = 2000;

/** The columns that events, venues and organizers share, such as author and status. */
export abstract class PublishedRecord {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  /** The account of the author. */
  @Column('int', { unsigned: true })
  authorId!: number;

  @Column('varchar', { length: 16 })
  status!: Status;

  /** The status a trashed record had before; null outside the trash. */
  @Column('varchar', { length: 16, nullable: true })
  trashedStatus!: WritableStatus | null;

  /** Whether the record was ever published or scheduled. Then contributors may no longer change it. */
  @Column('boolean', { default: false })
  wasPublished!: boolean;

  @Column('datetime')
  publishedAt!: Date;

  @Column('datetime')
  modifiedAt!: Date;

  /** The account that wrote last; null for records from before this was stored. */
  @Column('int', { unsigned: true, nullable: true })
  modifiedById!: number | null;

  /** Since when the record is pending; null in other statuses, and for records that were pending before this was stored. */
  @Column('datetime', { nullable: true })
  pendingAt!: Date | null;

  /** The note with which an editor returned the record to its author. */
  @Column('varchar', { length: MAX_NOTE_LENGTH, nullable: true })
  reviewNote!: string | null;

  /** Counts the writes; conditional requests compare it. */
  @Column('int', { unsigned: true, default: 1 })
  revision!: number;

  @Column('int', { unsigned: true, nullable: true })
  imageId!: number | null;
}

/** A published record with its texts and images. */
export type PublishedWithTexts = PublishedRecord & { translations: ExcerptTranslation[]; image: Image | null };

/** The fields of a body for the publication of a record. */
export interface PublicationBody {
  author?: number;
  status?: WritableStatus;
  date?: DateTimeInput;
  date_utc?: DateTimeInput;
  review_note?: string | null;
}

type Publication = Pick<
  PublishedRecord,
  'authorId' | 'status' | 'publishedAt' | 'wasPublished' | 'trashedStatus' | 'pendingAt' | 'reviewNote'
>;

/**
 * The author, status and date of a record after a write, and the state of its review.
 * @param current undefined on create
 * @param timezone of the site, in which `date` is written
 * @param now of the write, in whole seconds
 * @throws {Forbidden} if the role of the caller does not permit the status or the author
 */
export function resolvePublication(
  current: Publication | undefined,
  body: PublicationBody,
  caller: NonNullable<Caller>,
  timezone: string,
  now: Date,
  errors: FieldErrors,
): Publication {
  const authorId = resolveAuthor(current, body, caller);
  const publishedAt = publicationDate(current?.publishedAt, body, timezone, now, errors) ?? now;
  const requested = requestedStatus(current, body, caller);
  const status =
    requested === 'publish' || requested === 'future' ? (publishedAt > now ? 'future' : 'publish') : requested;
  const wasPublished = (current?.wasPublished ?? false) || status === 'publish' || status === 'future';
  const pendingSince = current?.status === 'pending' ? current.pendingAt : now;
  return {
    ...{ authorId, status, publishedAt, wasPublished, trashedStatus: null },
    pendingAt: status === 'pending' ? pendingSince : null,
    reviewNote: reviewNote(current, body, status, caller, errors),
  };
}

/**
 * The note of a review after a write. A note that is sent back unchanged is ignored. With the publication of a record it
 * is only a message to its author.
 * @throws {Forbidden} if a caller other than an editor changes it
 */
function reviewNote(
  current: Publication | undefined,
  { review_note: given, status: requested }: PublicationBody,
  status: WritableStatus,
  caller: NonNullable<Caller>,
  errors: FieldErrors,
): string | null {
  const before = current?.reviewNote ?? null;
  const kept = NOTE_ENDS.includes(status) ? null : before;
  if (given === undefined || given === before) return kept;
  if (!isEditor(caller)) throw new Forbidden((messages) => messages.reviewNoteForbidden);
  const isDecision = requested === 'draft' || requested === 'publish';
  if (given !== null && !(current && isDecision)) errors.add('review_note', (messages) => messages.reviewNoteAlone);
  return status === 'draft' || given === null ? given : kept;
}

/** The statuses in which a record has no note of a review. */
const NOTE_ENDS: readonly WritableStatus[] = ['pending', 'publish', 'future'];

function resolveAuthor(current: Publication | undefined, body: PublicationBody, caller: NonNullable<Caller>): number {
  const before = current?.authorId ?? caller.id;
  if (body.author === undefined || body.author === before) return before;
  if (!isEditor(caller)) throw new Forbidden((messages) => messages.authorForbidden);
  return body.author;
}

function requestedStatus(
  current: Publication | undefined,
  body: PublicationBody,
  caller: NonNullable<Caller>,
): WritableStatus {
  const isAuthor = hasRole(caller, 'author');
  const before = current?.status === 'trash' ? undefined : current?.status;
  const status = body.status ?? before ?? (isAuthor ? 'publish' : 'draft');
  if (!isAuthor && !(CONTRIBUTOR_STATUSES as readonly WritableStatus[]).includes(status))
    throw new Forbidden((messages) => messages.statusForbidden(status));
  return status;
}

/** `date` and `date_utc` are the same instant: the one that differs from the stored one is used. */
function publicationDate(
  before: Date | undefined,
  body: PublicationBody,
  timezone: string,
  now: Date,
  errors: FieldErrors,
): Date | undefined {
  const local = changedInstant(before, body.date, timezone, now);
  const utc = changedInstant(before, body.date_utc, 'UTC', now);
  if (local && utc && local.getTime() !== utc.getTime())
    errors.add('date_utc', (messages) => messages.disagrees('date'));
  return local ?? utc ?? before;
}

/**
 * The given instant, if it differs from the stored one. Local times are compared as a read returns them: a local time
 * that occurs twice when daylight saving time ends, sent back unchanged, must not become the other instant.
 */
function changedInstant(
  before: Date | undefined,
  input: DateTimeInput | undefined,
  zone: string,
  now: Date,
): Date | undefined {
  const moment = input?.resolve(zone, now);
  if (!input || !moment || !before) return moment?.utc;
  const isSame = input.isInstant
    ? moment.utc.getTime() === before.getTime()
    : moment.local === momentFromInstant(before, zone).local;
  return isSame ? undefined : moment.utc;
}
