import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account that has uploaded the bytes of an image. */
@Entity('image_uploads')
export class ImageUpload {
  @PrimaryColumn('int', { unsigned: true })
  imageId!: number;

  @PrimaryColumn('int', { unsigned: true })
  accountId!: number;

  /** The name of the file that this account sent. */
  @Column('varchar', { length: 255, nullable: true })
  fileName!: string | null;

  @Column('datetime')
  createdAt!: Date;
}
