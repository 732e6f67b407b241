import { copyName, heightAt, JPEG_NAME, jpegSize, WIDTHS } from '../records/images/sizes.js';
import { PICTURE_FORMATS, type PictureFormat, WITH_JPEG } from './picture-formats.js';
import { damaged, type PictureHeader, UnreadablePicture } from './picture-header.js';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** Longest side of the stored picture, in pixels. */
const MAX_SIDE = 2560;

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
  /** Whether there is a JPEG beside the full size. */
  readonly hasJpeg: boolean;
  /** The full size first. */
  readonly files: readonly PictureFile[];
}

/** When the encoding of a picture ends early. sharp cannot stop a step that runs, except at its time limit. */
export interface Ending {
  /** Ends it before its next step. */
  readonly signal: AbortSignal;
  /** The time of all steps together, in seconds. */
  readonly seconds: number;
}

// A picture is decoded once: caching it would only keep memory.
sharp.cache(false);

/** Whether a thread decodes or encodes a picture. */
export function isDecoding(): boolean {
  return sharp.counters().process > 0;
}

/**
 * Decodes an uploaded file and encodes it again: turned upright, in sRGB, at most 2,560 pixels wide and high, in its own
 * format; and smaller copies in WebP. An animated GIF or WebP keeps its animation at full size.
 * @param header of these bytes, which has been found to be within the limits
 * @throws {UnreadablePicture} if it is damaged, or takes too long
 */
export async function processPicture(bytes: Buffer, { format }: PictureHeader, ending: Ending): Promise<Picture> {
  const step = stepsUntil(ending);
  const isAnimated = format === 'gif' || format === 'webp';
  const original = format === 'jpeg' ? withEndOfJpeg(bytes) : { bytes, failOn: 'error' as const };
  const upright = sharp(original.bytes, { animated: isAnimated, failOn: original.failOn, sequentialRead: true })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
  const full = await step(encoded(upright, format));
  const width = full.info.width;
  const height = full.info.pageHeight ?? full.info.height;
  const files: PictureFile[] = [{ name: `full.${PICTURE_FORMATS[format].extension}`, bytes: full.data }];
  const narrower = WIDTHS.filter((one) => one < width);
  const hasJpeg = WITH_JPEG.includes(format);
  const picture = { format, width, height, hasJpeg, files };
  if (narrower.length === 0 && !hasJpeg) return picture;
  // The first frame is decoded once for all copies.
  const { data, info } = await step(sharp(full.data).raw());
  for (const narrow of narrower) {
    const size = { width: narrow, height: heightAt(narrow, { width, height }), fit: 'fill' } as const;
    const copy = await step(sharp(data, { raw: info }).resize(size).webp({ quality: 80 }));
    files.push({ name: copyName(narrow), bytes: copy.data });
  }
  if (hasJpeg) {
    const jpeg = await step(asJpeg(sharp(data, { raw: info }), { width, height }));
    files.push({ name: JPEG_NAME, bytes: jpeg.data });
  }
  return picture;
}

/** The JPEG of a stored picture that has none. @throws {UnreadablePicture} */
export async function processStored(bytes: Buffer, size: { width: number; height: number }): Promise<PictureFile> {
  const jpeg = await asJpeg(sharp(bytes, { failOn: 'error' }), size)
    .toBuffer()
    .catch((error: unknown) => {
      throw damaged(error);
    });
  return { name: JPEG_NAME, bytes: jpeg };
}

/** The first frame as JPEG, on white where it is transparent. */
function asJpeg(picture: Sharp, size: { readonly width: number; readonly height: number }): Sharp {
  return picture
    .resize({ ...jpegSize(size), fit: 'fill' })
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 });
}

/** A function that runs one pipeline after another in the time that is left. */
function stepsUntil({ signal, seconds }: Ending) {
  const end = performance.now() + seconds * 1000;
  return async (pipeline: Sharp) => {
    signal.throwIfAborted();
    const left = Math.ceil((end - performance.now()) / 1000);
    if (left <= 0) throw tooSlow();
    return pipeline
      .timeout({ seconds: left })
      .toBuffer({ resolveWithObject: true })
      .catch((error: unknown) => {
        throw performance.now() >= end ? tooSlow(error) : damaged(error);
      });
  };
}

function tooSlow(cause?: unknown): UnreadablePicture {
  return new UnreadablePicture((messages) => messages.slowPicture, cause);
}

const [END_OF_JPEG, START_OF_SCAN] = [Buffer.from([0xff, 0xd9]), Buffer.from([0xff, 0xda])];

/**
 * Adds the end marker that some programs leave out, which libvips takes for a picture that was cut off. Where it is added,
 * warnings are errors: they tell whether more than the marker is missing.
 */
function withEndOfJpeg(bytes: Buffer): { bytes: Buffer; failOn: SharpOptions['failOn'] } {
  // The data of a scan have no markers but those of restarts (ITU-T T.81, section B.1.1.2).
  if (bytes.includes(END_OF_JPEG, Math.max(0, bytes.lastIndexOf(START_OF_SCAN)))) return { bytes, failOn: 'error' };
  return { bytes: Buffer.concat([bytes, END_OF_JPEG]), failOn: 'warning' };
}

function encoded(picture: Sharp, format: PictureFormat): Sharp {
  const encoders: Record<PictureFormat, () => Sharp> = {
    jpeg: () => picture.jpeg({ quality: 85, mozjpeg: false }),
    png: () => picture.png({ compressionLevel: 9 }),
    webp: () => picture.webp({ quality: 85 }),
    gif: () => picture.gif(),
    // More effort costs up to 9 s for 5 % fewer bytes.
    avif: () => picture.avif({ quality: 60, effort: 1 }),
  };
  return encoders[format]();
}
