/** Widths of the smaller copies of an uploaded image, in pixels: `thumbnail`, `medium` and `large`. */
export const WIDTHS = [320, 640, 1280] as const;

/** The height of a copy with this width, in pixels. */
export function heightAt(
  narrow: number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  return Math.max(1, Math.round((height * narrow) / width));
}
