import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { Image } from '../records/images/image.entity.js';
import { PublishedRecord } from '../records/record/published-record.js';
import { ExcerptTranslation, SearchText } from '../records/translations/translation.js';

/** Who speaks at an event. */
@Entity('speakers')
@Index('IX_speakers_status', ['status', 'publishedAt', 'id'])
@Index('IX_speakers_image', ['imageId', 'status', 'authorId'])
export class Speaker extends PublishedRecord {
  @OneToMany(() => SpeakerTranslation, (translation) => translation.record)
  translations!: Relation<SpeakerTranslation>[];

  @ManyToOne(() => Image, { onDelete: 'NO ACTION', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'imageId', foreignKeyConstraintName: 'FK_speakers_image' })
  image!: Relation<Image> | null;

  @Column('varchar', { length: 2048, nullable: true })
  website!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  email!: string | null;
}

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
