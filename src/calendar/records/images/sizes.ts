/** Widths of the smaller copies of an uploaded image, in pixels: `thumbnail`, `medium` and `large`. */
export const WIDTHS = [320, 640, 1280] as const;

/** The height of a copy with this width, in pixels. */
export function heightAt(
  narrow: number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  return Math.max(1, Math.round((height * narrow) / width));
}

/**
 * The names of the files of an uploaded image in its folder, the full size first.
 * @param full name of the full size: `full.jpg`
 */
export function fileNames(full: string, width: number): string[] {
  return [full, ...WIDTHS.filter((narrow) => narrow < width).map(copyName)];
}

/** The name of the copy with a width. */
export function copyName(narrow: number): string {
  return `${narrow}.webp`;
}
