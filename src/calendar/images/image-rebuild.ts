import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Database } from '../../database/database.js';
import { run } from '../../database/sql/statements.js';
import { Image } from '../records/images/image.entity.js';
import { processStored } from './picture.js';
import { PICTURE_FORMATS, WITH_JPEG } from './picture-formats.js';
import { IMAGE_STORE, type ImageStore, type StoredFile } from './stores/image-store.js';

/** The result of a rebuild. */
export interface Rebuilt {
  /** Images that got their files, or would get them. */
  readonly images: number;
  readonly failures: readonly { readonly id: number; readonly reason: string }[];
}

/** Makes the files that images have lacked since their upload, which a newer version of the service makes at once. */
@Injectable()
export class ImageRebuild {
  constructor(
    private readonly database: Database,
    @Inject(IMAGE_STORE) private readonly store: ImageStore,
  ) {}

  /**
   * Makes the JPEG of pictures in WebP and AVIF that have none, one picture after the other. It may be repeated.
   * @param isDry only counts, and writes nothing, so that the store need not be writable
   * @throws {Error} if the store cannot be written, or belongs to another calendar
   */
  async run(
    { isDry = false }: { isDry?: boolean },
    onProgress: (done: number, total: number) => void = () => undefined,
  ): Promise<Rebuilt> {
    if (!isDry) await this.store.assertWritable();
    const incomplete = await this.database.read((manager) =>
      manager.find(Image, {
        where: { token: Not(IsNull()), hasJpeg: false, url: In(FULL_SIZES) },
        order: { id: 'ASC' },
      }),
    );
    const failures: { id: number; reason: string }[] = [];
    for (const [index, image] of incomplete.entries()) {
      const work = isDry ? this.find(image) : this.rebuild(image);
      await work.catch((error: unknown) => failures.push({ id: image.id, reason: (error as Error).message }));
      onProgress(index + 1, incomplete.length);
    }
    return { images: incomplete.length - failures.length, failures };
  }

  /** The file is stored before the row that names it, as with an upload. */
  private async rebuild(image: Image): Promise<void> {
    const bytes = await buffer((await this.find(image)).read());
    await this.store.add(image.token!, await processStored(bytes, { width: image.width!, height: image.height! }));
    const sql = 'UPDATE images SET hasJpeg = TRUE, revision = revision + 1 WHERE id = ?';
    await this.database.write((manager) => run(manager, sql, [image.id]));
  }

  private async find({ token, url }: Image): Promise<StoredFile> {
    const file = await this.store.find(token!, url);
    if (!file) throw new Error(`the file ${url} is missing`);
    return file;
  }
}

/** The names of full sizes beside which there is a JPEG. */
const FULL_SIZES = WITH_JPEG.map((format) => `full.${PICTURE_FORMATS[format].extension}`);
