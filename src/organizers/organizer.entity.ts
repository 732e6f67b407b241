import { Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, type Relation } from 'typeorm';
import { Image } from '../content/images/image.entity.js';
import { PublishedRecord } from '../content/published-record.js';
import { OrganizerTranslation } from './organizer-translation.entity.js';

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
