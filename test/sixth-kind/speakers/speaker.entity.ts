import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { Image } from '../content/images/image.entity.js';
import { PublishedRecord } from '../content/published-record.js';
import { SpeakerTranslation } from './speaker-translation.entity.js';

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
