import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { ExcerptTranslation, SearchText } from '../content/translations/translation.js';
import { Organizer } from './organizer.entity.js';

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
