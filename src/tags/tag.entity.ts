import { Entity, OneToMany, type Relation } from 'typeorm';
import { Term } from '../content/taxonomy/term.js';
import { TagTranslation } from './tag-translation.entity.js';

/** A keyword of events. */
@Entity('tags')
export class Tag extends Term {
  @OneToMany(() => TagTranslation, (translation) => translation.record)
  override translations!: Relation<TagTranslation>[];
}
