import { Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { ExcerptTranslation, SearchText } from '../content/translations/translation.js';
import { Venue } from './venue.entity.js';

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
