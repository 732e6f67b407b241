import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Venue } from '../../venues/venue.entity.js';

/** Where a venue lies, in degrees. */
@Entity('venue_locations')
@Index('IX_venue_locations_point', ['lat', 'lng'])
export class VenueLocation {
  @PrimaryColumn('int', { unsigned: true })
  venueId!: number;

  /** One to one by the key; `OneToOne` would ask for a second unique index. */
  @ManyToOne(() => Venue, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'venueId', foreignKeyConstraintName: 'FK_venue_locations_venue' })
  venue!: Relation<Venue>;

  @Column('double')
  lat!: number;

  @Column('double')
  lng!: number;
}
