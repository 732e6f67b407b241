/** Widths of the smaller copies of an uploaded image, in pixels: `thumbnail`, `medium` and `large`. */
export const WIDTHS = [320, 640, 1280] as const;

/** The height of a copy with this width, in pixels. */
export function heightAt(narrow: number, { width, height }: Size): number {
  return Math.max(1, Math.round((height * narrow) / width));
}

/** The files that an uploaded image has. */
interface StoredImage {
  /** Name of the full size: `full.jpg`. */
  readonly url: string;
  readonly width: number | null;
  readonly hasJpeg: boolean;
}

/** The names of the files of an uploaded image in its folder, the full size first. */
export function fileNames({ url: full, width, hasJpeg }: StoredImage): string[] {
  const narrower = WIDTHS.filter((narrow) => narrow < (width ?? 0));
  return [full, ...narrower.map(copyName), ...(hasJpeg ? [JPEG_NAME] : [])];
}

/** The name of the JPEG of a picture whose full size has a format that few sites show. */
export const JPEG_NAME = 'shared.jpg';

/** Longest side of that JPEG, in pixels. */
const MAX_SIDE_OF_JPEG = 1280;

/** The size of the JPEG of a picture, which is never enlarged. */
export function jpegSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIDE_OF_JPEG / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** Width and height in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The name of the copy with a width. */
export function copyName(narrow: number): string {
  return `${narrow}.webp`;
}
