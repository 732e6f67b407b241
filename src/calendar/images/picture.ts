import { copyName, heightAt, WIDTHS } from '../records/images/sizes.js';
import { PICTURE_FORMATS, type PictureFormat } from './picture-formats.js';
import sharp, { type Metadata, type Sharp } from 'sharp';

/** Longest side of the stored picture, in pixels. */
const MAX_SIDE = 2560;

/** Pixels of all frames together, against decompression bombs. */
export const MAX_PIXELS = 50_000_000;

/** A file of a stored picture. */
export interface PictureFile {
  /** `full.jpg`, `640.webp`. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** An uploaded picture after it was encoded again, which drops its metadata and the bytes after its end. */
export interface Picture {
  readonly format: PictureFormat;
  /** Width of the full size, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The full size first. */
  readonly files: readonly PictureFile[];
}

/** The bytes are no picture of an accepted format. */
export class UnknownFormat extends Error {}

/** The picture is damaged, or has too many pixels. */
export class UnreadablePicture extends Error {}

// A picture is decoded once: caching it would only keep memory.
sharp.cache(false);

/**
 * Decodes an uploaded file and encodes it again: turned upright, in sRGB, at most 2,560 pixels wide and high, in its own
 * format; and smaller copies in WebP. An animated GIF or WebP keeps its animation at full size.
 * @throws {UnknownFormat}
 * @throws {UnreadablePicture}
 */
export async function processPicture(bytes: Buffer): Promise<Picture> {
  const metadata = await sharp(bytes, { limitInputPixels: false, animated: true })
    .metadata()
    .catch(() => undefined);
  const format = metadata && formatOf(metadata);
  if (!format) throw new UnknownFormat();
  const { width, pageHeight, height, pages = 1 } = metadata;
  if (width * (pageHeight ?? height) * pages > MAX_PIXELS) throw new UnreadablePicture();
  try {
    return await encode(bytes, format);
  } catch (error) {
    throw Object.assign(new UnreadablePicture(), { cause: error });
  }
}

/** The format by the content. HEIC, which has the same container as AVIF, is none of them. */
function formatOf({ format, compression }: Metadata): PictureFormat | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined;
  return Object.keys(PICTURE_FORMATS).find((one): one is PictureFormat => one === format);
}

async function encode(bytes: Buffer, format: PictureFormat): Promise<Picture> {
  const isAnimated = format === 'gif' || format === 'webp';
  const upright = (animated: boolean) =>
    sharp(bytes, { animated, limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .toColourspace('srgb');
  const full = await encoded(upright(isAnimated), format)
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true });
  const width = full.info.width;
  const height = full.info.pageHeight ?? full.info.height;
  const files: PictureFile[] = [{ name: `full.${PICTURE_FORMATS[format].extension}`, bytes: full.data }];
  for (const narrow of WIDTHS.filter((one) => one < width)) {
    const copy = await sharp(full.data, { limitInputPixels: MAX_PIXELS })
      .resize({ width: narrow, height: heightAt(narrow, { width, height }), fit: 'fill' })
      .webp({ quality: 80 })
      .toBuffer();
    files.push({ name: copyName(narrow), bytes: copy });
  }
  return { format, width, height, files };
}

function encoded(picture: Sharp, format: PictureFormat): Sharp {
  const encoders: Record<PictureFormat, () => Sharp> = {
    jpeg: () => picture.jpeg({ quality: 85, mozjpeg: false }),
    png: () => picture.png({ compressionLevel: 9 }),
    webp: () => picture.webp({ quality: 85 }),
    gif: () => picture.gif(),
    avif: () => picture.avif({ quality: 60, effort: 3 }),
  };
  return encoders[format]();
}
