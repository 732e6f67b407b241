import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An image on the web, registered by its address. The service never fetches it. */
@Entity('images')
@Index('UQ_images_url', ['urlHash'], { unique: true })
export class Image {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('varchar', { length: 2048 })
  url!: string;

  /** SHA-256 of the address, hexadecimal: MySQL cannot index 2,048 characters. */
  @Column('varchar', { length: 64 })
  urlHash!: string;

  /** In pixels. */
  @Column('int', { unsigned: true, nullable: true })
  width!: number | null;

  /** In pixels. */
  @Column('int', { unsigned: true, nullable: true })
  height!: number | null;

  /** The account that first used the address; null for addresses from before this column existed. */
  @Column('int', { unsigned: true, nullable: true })
  registeredBy!: number | null;

  /** Incremented by each change, so that cached records that show the image are read again. */
  @Column('int', { unsigned: true, default: 1 })
  revision!: number;
}
