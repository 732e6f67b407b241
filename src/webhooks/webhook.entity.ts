import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An address that receives messages about changes. */
@Entity('webhooks')
export class Webhook {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('varchar', { length: 2048 })
  url!: string;

  /** Types of messages separated by commas, or `*`. */
  @Column('varchar', { length: 1024 })
  events!: string;

  @Column('boolean')
  isActive!: boolean;

  @Column('varchar', { length: 255, nullable: true })
  description!: string | null;

  /** `whsec_…`. Stored unencrypted, since every delivery is signed with it. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  secret!: string;

  /** Secrets before rotations, separated by commas: each is valid until the milliseconds since 1970 before its colon. */
  @Column({ type: 'varchar', length: 1024, charset: 'ascii', collation: 'ascii_bin' })
  formerSecrets!: string;

  /** Since when every delivery has failed; null after a success. */
  @Column('datetime', { nullable: true })
  failingSince!: Date | null;

  /** When the service switched it off, since its deliveries had failed for days. */
  @Column('datetime', { nullable: true })
  switchedOffAt!: Date | null;

  @Column('datetime')
  createdAt!: Date;
}
