import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { type Image } from './images/image.entity.js';
import { type Status, type WritableStatus } from './status.js';
import { type ExcerptTranslation } from './translations/translation.js';

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

  /** Counts the writes; conditional requests compare it. */
  @Column('int', { unsigned: true, default: 1 })
  revision!: number;

  @Column('int', { unsigned: true, nullable: true })
  imageId!: number | null;
}

/** A published record with its texts and images. */
export type PublishedWithTexts = PublishedRecord & { translations: ExcerptTranslation[]; image: Image | null };
