import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account that has uploaded the bytes of an image. */
@Entity('image_uploads')
export class ImageUpload {
  @PrimaryColumn('int', { unsigned: true })
  imageId!: number;

  @PrimaryColumn('int', { unsigned: true })
  accountId!: number;

  @Column('datetime')
  createdAt!: Date;
}
