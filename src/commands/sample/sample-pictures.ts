import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { type EntityManager } from 'typeorm';
import { type ImagesService } from '../../calendar/images/images.service.js';
import { ApiError } from '../../lib/errors/api-error.js';
import { type Caller } from '../../http/role.js';

/** The drawings of the sample, which were made for it. */
const FOLDER = new URL('./pictures/', import.meta.url);

/** The ids of images by the names of their drawings: `jazz`. */
export type PictureIds = ReadonlyMap<string, number>;

/** Stores the drawings as uploads of JPEG would be. If the store cannot be written, the sample has no pictures. */
export async function addPictures(
  images: ImagesService,
  manager: EntityManager,
  caller: NonNullable<Caller>,
): Promise<PictureIds> {
  const ids = new Map<string, number>();
  try {
    for (const file of (await readdir(FOLDER)).sort()) {
      const name = basename(file, '.svg');
      const bytes = await drawn(await readFile(new URL(file, FOLDER)));
      ids.set(name, (await images.add(manager, { name: `${name}.jpg`, bytes }, caller)).id);
    }
  } catch (error) {
    // The service has logged why.
    const reason = error instanceof ApiError ? ', since they cannot be stored.' : `: ${String(error)}`;
    new Logger('sample').warn(`The sample has no pictures${reason}`);
    return new Map();
  }
  return ids;
}

const SVG = { operation: ['VipsForeignLoadSvg'] };

/** The JPEG of a drawing. The loader of SVG is off, since uploads may not be of this type. */
async function drawn(drawing: Buffer): Promise<Buffer> {
  sharp.unblock(SVG);
  try {
    return await sharp(drawing).jpeg({ quality: 90 }).toBuffer();
  } finally {
    sharp.block(SVG);
  }
}

/** A body in which `"image": "picture:jazz"` is the id of the image, also in `translations`. Without pictures it has no alternative texts. */
export function withPictures(raw: object, ids: PictureIds): object {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([field, value]: [string, unknown]) => {
      if (field === 'translations') return [[field, withPicturesOfEach(value as object, ids)]];
      if (field === 'image_alt' && ids.size === 0) return [];
      const [, name] = field === 'image' && typeof value === 'string' ? (/^picture:(.*)$/.exec(value) ?? []) : [];
      if (name === undefined) return [[field, value]];
      const id = ids.get(name);
      return id === undefined ? [] : [[field, id]];
    }),
  );
}

function withPicturesOfEach(texts: object, ids: PictureIds): object {
  return Object.fromEntries(
    Object.entries(texts).map(([language, fields]) => [language, withPictures(fields as object, ids)]),
  );
}
