import sharp, { type Metadata } from 'sharp';
import { type Wording } from '../../lib/i18n/messages.js';
import { formatOf, PICTURE_FORMATS, type PictureFormat } from './picture-formats.js';

/** Longest side of an uploaded picture, in pixels: some decoders need memory for whole lines. */
const MAX_SIDE = 16_384;

/** The most frames of an animation, and pixels of all of them together. */
const MAX_FRAMES = 300;
const MAX_MEGAPIXELS_OF_FRAMES = 20;

/** A progressive JPEG keeps all its coefficients in memory, so that one with the four colours of print may have fewer pixels. */
const PROGRESSIVE_COLOURS = 3;

const MILLION = 1_000_000;

/** The bytes are no picture of an accepted format. */
export class UnknownFormat extends Error {}

/** The picture cannot be read. */
export class UnreadablePicture extends Error {
  /** @param reason what is wrong with the picture */
  constructor(
    readonly reason: Wording,
    cause?: unknown,
  ) {
    super('unreadable picture', { cause });
  }
}

/** A picture as its header describes it. */
export interface PictureHeader {
  readonly format: PictureFormat;
  /** The pixels of all frames, compared with the limit of the format; at most 1. */
  readonly share: number;
}

// The loaders of other types are off, so that libvips cannot choose one for bytes that begin like a picture.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});

/**
 * Reads the format, by the first bytes, and the size of a picture, without decoding it.
 * @param maxMegapixels a limit besides that of the format
 * @throws {UnknownFormat}
 * @throws {UnreadablePicture} if it is damaged or has too many pixels
 */
export async function readHeader(bytes: Buffer, maxMegapixels = Infinity): Promise<PictureHeader> {
  const format = formatOf(bytes);
  if (!format) throw new UnknownFormat();
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw damaged(error);
    });
  if (metadata.format !== (format === 'avif' ? 'heif' : format)) throw damaged();
  return { format, share: shareOf(format, metadata, maxMegapixels) };
}

/** @throws {UnreadablePicture} if the picture exceeds a limit */
function shareOf(
  format: PictureFormat,
  { width, height, pages = 1, isProgressive, channels }: Metadata,
  most: number,
): number {
  if (Math.max(width, height) > MAX_SIDE) throw new UnreadablePicture((messages) => messages.pictureTooLong(MAX_SIDE));
  const isAnimated = pages > 1 && format !== 'avif';
  if (isAnimated && pages > MAX_FRAMES) throw new UnreadablePicture((messages) => messages.tooManyFrames(MAX_FRAMES));
  const colours = format === 'jpeg' && isProgressive ? Math.max(1, channels / PROGRESSIVE_COLOURS) : 1;
  const maxMegapixels = Math.min(most, PICTURE_FORMATS[format].maxMegapixels);
  const share = (width * height * colours) / (maxMegapixels * MILLION);
  if (share > 1) throw new UnreadablePicture((messages) => messages.tooManyPixels(maxMegapixels / colours));
  if (!isAnimated) return share;
  const mostOfFrames = MAX_MEGAPIXELS_OF_FRAMES;
  const shareOfFrames = (width * height * pages) / (mostOfFrames * MILLION);
  if (shareOfFrames > 1) throw new UnreadablePicture((messages) => messages.tooManyPixelsInFrames(mostOfFrames));
  return Math.max(share, shareOfFrames);
}

/** The error of a picture whose bytes are wrong. */
export function damaged(cause?: unknown): UnreadablePicture {
  return new UnreadablePicture((messages) => messages.damagedPicture, cause);
}
