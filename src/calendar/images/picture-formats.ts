/** The formats that may be uploaded, with the media type and the extension of their files. */
export const PICTURE_FORMATS = {
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg' },
  png: { mediaType: 'image/png', extension: 'png' },
  webp: { mediaType: 'image/webp', extension: 'webp' },
  gif: { mediaType: 'image/gif', extension: 'gif' },
  avif: { mediaType: 'image/avif', extension: 'avif' },
} as const;

export type PictureFormat = keyof typeof PICTURE_FORMATS;
