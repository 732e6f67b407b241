import { Inject, Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Database } from '../../database/database.js';
import { Image } from '../records/images/image.entity.js';
import { usesOf } from '../records/images/image-uses.js';
import { fileNames } from '../records/images/sizes.js';
import { IMAGE_STORE, type ImageStore } from './stores/image-store.js';

/** An uploaded image, with the number of records that show it, those in the trash included. */
export interface UploadedImage {
  readonly image: Image;
  readonly usedBy: number;
}

/** The differences between the images in the database and the files in the store. */
export interface Discrepancies {
  /** Files that the store lacks, with the id of their image. */
  readonly missing: readonly { readonly id: number; readonly name: string }[];
  /** Folders of the store that no row names. */
  readonly withoutRow: readonly string[];
}

/** Compares the images of the database with the files of the store. */
@Injectable()
export class ImageCheck {
  constructor(
    private readonly database: Database,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
  ) {}

  /** The uploaded images, newest first. */
  list(): Promise<UploadedImage[]> {
    return this.database.read(async (manager) => {
      const images = await manager.find(Image, { where: { token: Not(IsNull()) }, order: { id: 'DESC' } });
      const ids = images.map(({ id }) => id);
      const uses = await usesOf(manager, ids, undefined);
      return images.map((image) => ({ image, usedBy: uses.get(image.id)?.length ?? 0 }));
    });
  }

  /**
   * Looks for files that are missing, and for folders without a row.
   * @throws {Error} if the store cannot be written, or belongs to another calendar
   */
  async check(onProgress: (done: number, total: number) => void): Promise<Discrepancies> {
    await this.store.assertWritable();
    const uploaded = await this.list();
    const missing: { id: number; name: string }[] = [];
    for (const [index, { image }] of uploaded.entries()) {
      for (const name of fileNames(image))
        if (!(await this.store.find(image.token!, name))) missing.push({ id: image.id, name });
      onProgress(index + 1, uploaded.length);
    }
    const known = new Set(uploaded.map(({ image }) => image.token));
    const withoutRow: string[] = [];
    for await (const { token, name } of this.store.pictures())
      if (!known.has(token) || name !== token) withoutRow.push(name);
    return { missing, withoutRow };
  }
}
