import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Venue } from '../../calendar/venues/venue.entity.js';

/** The coordinates of a venue, in degrees. */
@Entity('venue_locations')
@Index('IX_venue_locations_point', ['lat', 'lng'])
export class VenueLocation {
  @PrimaryColumn('int', { unsigned: true })
  venueId!: number;

  /** The shared primary key makes this one-to-one. `OneToOne` would require a second unique index. */
  @ManyToOne(() => Venue, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'venueId', foreignKeyConstraintName: 'FK_venue_locations_venue' })
  venue!: Relation<Venue>;

  @Column('double')
  lat!: number;

  @Column('double')
  lng!: number;
}
