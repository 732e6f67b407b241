import { Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { ExcerptTranslation, SearchText } from '../content/translations/translation.js';
import { Speaker } from './speaker.entity.js';

@Entity('speaker_translations')
@Index('UQ_speaker_translations_slug', ['language', 'slug'], { unique: true })
@Index('IX_speaker_translations_name', ['language', 'nameKey'])
@Index('IX_speaker_translations_borrowed', ['language', 'borrowed', 'recordId'])
@Index('IX_speaker_translations_image', ['imageId'])
export class SpeakerTranslation extends ExcerptTranslation {
  @SearchText()
  searchText!: string;

  @ManyToOne(() => Speaker, (record) => record.translations, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_speaker_translations_record' })
  record!: Relation<Speaker>;
}
