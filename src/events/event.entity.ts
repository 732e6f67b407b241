import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { Image } from '../common/images/image.entity.js';
import { PublishedRecord } from '../common/records/published-record.js';
import { EventTranslation } from './event-translation.entity.js';

/** Something that happens at a time, and perhaps at a place. */
@Entity('events')
// Holds what lists filter and count by, so that counting need not read the rows.
@Index('IX_events_start', ['status', 'hidden', 'startUtc', 'id', 'endUtc', 'featured', 'ticketed', 'modifiedAt'])
@Index('IX_events_duration', ['durationClass', 'status', 'hidden', 'startUtc', 'id', 'endUtc', 'featured', 'ticketed'])
@Index('IX_events_scheduled', ['status', 'publishedAt'])
@Index('IX_events_parent', ['parentId', 'status', 'hidden', 'startUtc', 'id', 'endUtc'])
@Index('IX_events_author', ['authorId', 'status', 'hidden', 'startUtc', 'id', 'endUtc'])
@Index('UQ_events_external', ['externalId'], { unique: true })
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
  parent!: Relation<Event> | null;

  /** Wall clock in the event's zone, `YYYY-MM-DD HH:MM:SS`. Kept beside the instant, which alone cannot tell it after a zone changed its rules. */
  @Column('varchar', { length: 19 })
  startWall!: string;

  @Column('varchar', { length: 19 })
  endWall!: string;

  @Column('datetime')
  startUtc!: Date;

  @Column('datetime')
  endUtc!: Date;

  /** See `durationClass`. */
  @Column('int', { unsigned: true })
  durationClass!: number;

  @Column('varchar', { length: 64 })
  timezone!: string;

  @Column('boolean', { default: false })
  allDay!: boolean;

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

  /** As stored by `parseCost`; each language derives its own display from it. */
  @Column('varchar', { length: 255, nullable: true })
  cost!: string | null;

  @Column('varchar', { length: 2048, nullable: true })
  website!: string | null;

  /** scrypt of the event's password; null where there is none. */
  @Column('varchar', { length: 255, nullable: true })
  passwordHash!: string | null;

  /** The record's name in the calendar it was imported from: importing again updates it. */
  @Column({ type: 'varchar', length: 255, nullable: true, collation: 'utf8mb4_bin' })
  externalId!: string | null;
}
