import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { Image } from '../records/images/image.entity.js';
import { PublishedRecord } from '../records/record/published-record.js';
import { type Price } from './pricing/cost.js';
import { type Attendance, type EventStatus } from './states.js';
import { ExcerptTranslation } from '../records/translations/translation.js';

/** The columns that are loaded of the parent of an event: its ids, and those that determine who may see it. */
export const PARENT_COLUMNS = [
  'id',
  'externalId',
  'longExternalId',
  'authorId',
  'status',
  'trashedStatus',
  'wasPublished',
  'passwordHash',
] as const;

export type Parent = Pick<Event, (typeof PARENT_COLUMNS)[number]>;

@Entity('events')
// A covering index: it contains all columns that lists filter and count by, so that COUNT reads no rows.
@Index('IX_events_start', [
  ...['status', 'hidden', 'startUtc', 'id', 'endUtc', 'featured', 'ticketed', 'modifiedAt'],
  ...['eventStatus', 'attendance', 'price', 'passwordHash', 'seriesId'],
])
@Index('IX_events_scheduled', ['status', 'publishedAt'])
@Index('IX_events_parent', ['parentId', 'status', 'hidden', 'startUtc', 'id', 'endUtc'])
@Index('IX_events_author', ['authorId', 'status', 'hidden', 'startUtc', 'id', 'endUtc'])
@Index('IX_events_series', ['seriesId', 'status', 'hidden', 'startUtc', 'endUtc'])
@Index('IX_events_extend', ['extendAt'])
@Index('UQ_events_external', ['externalId'], { unique: true })
@Index('IX_events_image', ['imageId', 'status', 'authorId'])
export class Event extends PublishedRecord {
  @OneToMany(() => EventTranslation, (translation) => translation.record)
  translations!: Relation<EventTranslation>[];

  @ManyToOne(() => Image, { onDelete: 'NO ACTION', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'imageId', foreignKeyConstraintName: 'FK_events_image' })
  image!: Relation<Image> | null;

  @Column('int', { unsigned: true, nullable: true })
  parentId!: number | null;

  @ManyToOne(() => Event, { onDelete: 'SET NULL', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'parentId', foreignKeyConstraintName: 'FK_events_parent' })
  parent!: Parent | null;

  /**
   * Local time in the event's zone, `YYYY-MM-DD HH:MM:SS`. It is stored in addition to the instant, because the rules
   * of a zone may change, and the event then keeps its local time.
   */
  @Column('varchar', { length: 19 })
  startWall!: string;

  @Column('varchar', { length: 19 })
  endWall!: string;

  @Column('datetime')
  startUtc!: Date;

  @Column('datetime')
  endUtc!: Date;

  @Column('varchar', { length: 64 })
  timezone!: string;

  @Column('boolean', { default: false })
  allDay!: boolean;

  /**
   * The start before the last change of it, as in JSON-LD: ISO 8601 with offset, the day of an all-day event; null if it
   * is not known.
   */
  @Column('varchar', { length: 25, nullable: true })
  previousStart!: string | null;

  /** Left out of lists. */
  @Column('boolean', { default: false })
  hidden!: boolean;

  @Column('boolean', { default: false })
  sticky!: boolean;

  @Column('boolean', { default: false })
  featured!: boolean;

  @Column('boolean', { default: false })
  ticketed!: boolean;

  @Column('boolean', { default: false })
  showMap!: boolean;

  @Column('boolean', { default: false })
  showMapLink!: boolean;

  @Column('varchar', { length: 16, default: 'scheduled' })
  eventStatus!: EventStatus;

  @Column('varchar', { length: 8, default: 'offline' })
  attendance!: Attendance;

  /** Address of the online event. */
  @Column('varchar', { length: 2048, nullable: true })
  onlineUrl!: string | null;

  /** The result of `parseCost`, from which the display in each language is derived. */
  @Column('varchar', { length: 255, nullable: true })
  cost!: string | null;

  /** Whether the event is free or paid; null if its cost has no amount. */
  @Column('varchar', { length: 4, nullable: true })
  price!: Price | null;

  @Column('varchar', { length: 2048, nullable: true })
  website!: string | null;

  /** scrypt hash of the password; null without a password. */
  @Column('varchar', { length: 255, nullable: true })
  passwordHash!: string | null;

  /** The id of the event in the source it was imported from, by which later imports update it. */
  @Column({ type: 'varchar', length: 255, nullable: true, collation: 'utf8mb4_bin' })
  externalId!: string | null;

  /** The complete external id if `externalId` holds only a digest of it. */
  @Column('text', { nullable: true })
  longExternalId!: string | null;

  /** The id of the record that represents the series, for this record too; null for single events. */
  @Column('int', { unsigned: true, nullable: true })
  seriesId!: number | null;

  /**
   * The original date that the rule gives an occurrence (RECURRENCE-ID): `YYYY-MM-DD`, with ` HH:MM` if a day has
   * several. It stays the same if the occurrence is moved.
   */
  @Column('varchar', { length: 19, nullable: true })
  seriesDate!: string | null;

  /**
   * Overrides of one date of a series: fields that were changed for it and no longer follow the series. See
   * `OverriddenField`.
   */
  @Column('text', { nullable: true })
  ownFields!: string | null;

  /**
   * The values of a series in the fields that its record overrides for its own date, which the other dates follow: JSON
   * of `BaseValues`.
   */
  @Column('text', { nullable: true })
  baseValues!: string | null;

  /** The recurrence of a series: JSON of `Recurrence`. */
  @Column('text', { nullable: true })
  recurrence!: string | null;

  /** When the next occurrence of this series must be created; null if there is none. */
  @Column('datetime', { nullable: true })
  extendAt!: Date | null;
}

@Entity('event_translations')
@Index('UQ_event_translations_slug', ['language', 'slug'], { unique: true })
@Index('IX_event_translations_name', ['language', 'nameKey'])
@Index('IX_event_translations_borrowed', ['language', 'borrowed', 'recordId'])
@Index('IX_event_translations_image', ['imageId'])
export class EventTranslation extends ExcerptTranslation {
  @ManyToOne(() => Event, (record) => record.translations, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_event_translations_record' })
  record!: Relation<Event>;

  /** Why the event does not take place as announced. */
  @Column('varchar', { length: 255, nullable: true })
  statusReason!: string | null;

  /** Replaces the address of the event in this language. */
  @Column('varchar', { length: 2048, nullable: true })
  onlineUrl!: string | null;

  /** Replaces the cost in this language; like that of the event, the result of `parseCost`. */
  @Column('varchar', { length: 255, nullable: true })
  cost!: string | null;
}
