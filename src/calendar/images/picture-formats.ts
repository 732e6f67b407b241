/**
 * The formats that may be uploaded: the media type and the extension of their files, and the most pixels that decoding them
 * may cost. JPEG needs the least memory and time for a pixel, AVIF the most.
 */
export const PICTURE_FORMATS = {
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg', maxMegapixels: 50 },
  png: { mediaType: 'image/png', extension: 'png', maxMegapixels: 36 },
  webp: { mediaType: 'image/webp', extension: 'webp', maxMegapixels: 36 },
  gif: { mediaType: 'image/gif', extension: 'gif', maxMegapixels: 16 },
  avif: { mediaType: 'image/avif', extension: 'avif', maxMegapixels: 16 },
} as const;

export type PictureFormat = keyof typeof PICTURE_FORMATS;

/** The formats of which a JPEG is kept too: sites that show a picture of a linked page, such as social networks, know few. */
export const WITH_JPEG: readonly PictureFormat[] = ['webp', 'avif'];

/** Brands of AVIF: of a picture and of a sequence (AV1 Image File Format, section 6). HEIC has the same container. */
const AVIF_BRANDS = ['avif', 'avis'];

/** The format of a file by its first bytes; undefined for types that are not accepted. */
export function formatOf(bytes: Buffer): PictureFormat | undefined {
  const begin = bytes.subarray(0, 16).toString('latin1');
  if (begin.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(begin)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(begin)) return 'webp';
  return brandsOf(bytes).some((brand) => AVIF_BRANDS.includes(brand)) ? 'avif' : undefined;
}

/** The brands of the container of ISO 14496-12, which its first box lists: the major one, a version, and compatible ones. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const box = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
  const [major, , ...compatible] = box.match(/[^]{4}/g) ?? [];
  return [major ?? '', ...compatible];
}
