import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An image on the web, registered by its address, which the service never fetches; or an uploaded one, whose files are in
 * the store of images.
 */
@Entity('images')
@Index('UQ_images_url', ['urlHash'], { unique: true })
export class Image {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  /** The address; of an uploaded image the name of its full size in the store: `full.jpg`. `publicUrlOf` makes the address. */
  @Column('varchar', { length: 2048 })
  url!: string;

  /** SHA-256 of the address, hexadecimal: MySQL cannot index 2,048 characters. Of an uploaded image that of its bytes. */
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

  /** The random name of the folder in the store, which is part of the address; null for an image that is only an address. */
  @Column({ type: 'varchar', length: 22, nullable: true, charset: 'ascii', collation: 'ascii_bin' })
  token!: string | null;

  /** The name of the uploaded file, as the first account sent it. */
  @Column('varchar', { length: 255, nullable: true })
  fileName!: string | null;

  /** When it was registered or uploaded; null for addresses from before this column existed. */
  @Column('datetime', { nullable: true })
  createdAt!: Date | null;

  /** Since when no record shows an uploaded image, as far as the clean-up knows. */
  @Column('datetime', { nullable: true })
  unusedSince!: Date | null;

  /** The focal point, which is kept in sight where the image is cropped, as a part of the width (0 to 1); null if it is not set. */
  @Column('double', { nullable: true })
  focusX!: number | null;

  /** The focal point, as a part of the height (0 to 1); null if it is not set. */
  @Column('double', { nullable: true })
  focusY!: number | null;

  /** Alternative text for records that have none of their own in this language. */
  @Column('varchar', { length: 255, nullable: true })
  altEn!: string | null;

  @Column('varchar', { length: 255, nullable: true })
  altFr!: string | null;

  /** Whether the clean-up leaves an uploaded image that no record shows. */
  @Column('boolean', { default: false })
  kept!: boolean;

  /** Whether the store has a JPEG beside a full size in WebP or AVIF, for sites that show no others. */
  @Column('boolean', { default: false })
  hasJpeg!: boolean;

  /** Incremented by each change, so that cached records that show the image are read again. */
  @Column('int', { unsigned: true, default: 1 })
  revision!: number;
}

/** The columns that an image gets later. */
export const NEW_IMAGE = {
  ...{ focusX: null, focusY: null, altEn: null, altFr: null },
  ...{ kept: false, hasJpeg: false, revision: 1 },
};
