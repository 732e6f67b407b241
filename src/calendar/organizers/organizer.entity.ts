import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { Image } from '../records/images/image.entity.js';
import { PublishedRecord } from '../records/record/published-record.js';
import { ExcerptTranslation, SearchText } from '../records/translations/translation.js';

/** Who an event is held by. */
@Entity('organizers')
@Index('IX_organizers_status', ['status', 'publishedAt', 'id'])
@Index('IX_organizers_image', ['imageId', 'status', 'authorId'])
export class Organizer extends PublishedRecord {
  @OneToMany(() => OrganizerTranslation, (translation) => translation.record)
  translations!: Relation<OrganizerTranslation>[];

  @ManyToOne(() => Image, { onDelete: 'NO ACTION', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'imageId', foreignKeyConstraintName: 'FK_organizers_image' })
  image!: Relation<Image> | null;

  @Column('varchar', { length: 255, nullable: true })
  phone!: string | null;

  @Column('varchar', { length: 2048, nullable: true })
  website!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  email!: string | null;
}

@Entity('organizer_translations')
@Index('UQ_organizer_translations_slug', ['language', 'slug'], { unique: true })
@Index('IX_organizer_translations_name', ['language', 'nameKey'])
@Index('IX_organizer_translations_borrowed', ['language', 'borrowed', 'recordId'])
@Index('IX_organizer_translations_image', ['imageId'])
export class OrganizerTranslation extends ExcerptTranslation {
  @SearchText()
  searchText!: string;

  @ManyToOne(() => Organizer, (record) => record.translations, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_organizer_translations_record' })
  record!: Relation<Organizer>;
}
