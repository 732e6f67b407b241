import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { type ExtensionData } from '../extension-api/extensions.js';
import { Image } from '../records/images/image.entity.js';
import { PublishedRecord } from '../records/record/published-record.js';
import { ExcerptTranslation, SearchText } from '../records/translations/translation.js';

/** A place where events happen. */
@Entity('venues')
@Index('IX_venues_status', ['status', 'publishedAt', 'id'])
@Index('IX_venues_city', ['cityKey', 'status', 'authorId'])
@Index('IX_venues_image', ['imageId', 'status', 'authorId'])
export class Venue extends PublishedRecord {
  @OneToMany(() => VenueTranslation, (translation) => translation.record)
  translations!: Relation<VenueTranslation>[];

  @ManyToOne(() => Image, { onDelete: 'NO ACTION', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'imageId', foreignKeyConstraintName: 'FK_venues_image' })
  image!: Relation<Image> | null;

  @Column('varchar', { length: 255, nullable: true })
  address!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  city!: string | null;

  /** The normalized city, by which events are found. */
  @Column({ type: 'varchar', length: 512, nullable: true, collation: 'utf8mb4_bin' })
  cityKey!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  country!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  province!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  state!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  zip!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  phone!: string | null;

  @Column('varchar', { length: 2048, nullable: true })
  website!: string | null;

  @Column('boolean', { default: false })
  showMap!: boolean;

  @Column('boolean', { default: false })
  showMapLink!: boolean;

  /** The data of extensions, once they are loaded. */
  extensionData?: ExtensionData;
}

@Entity('venue_translations')
@Index('UQ_venue_translations_slug', ['language', 'slug'], { unique: true })
@Index('IX_venue_translations_name', ['language', 'nameKey'])
@Index('IX_venue_translations_borrowed', ['language', 'borrowed', 'recordId'])
@Index('IX_venue_translations_image', ['imageId'])
export class VenueTranslation extends ExcerptTranslation {
  @SearchText()
  searchText!: string;

  /** Replaces the address of the venue in this language. */
  @Column('varchar', { length: 255, nullable: true })
  address!: string | null;

  @ManyToOne(() => Venue, (record) => record.translations, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_venue_translations_record' })
  record!: Relation<Venue>;
}
