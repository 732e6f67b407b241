import { PICTURE_FORMATS } from '../../calendar/images/picture-formats.js';
import { type FeedEvent } from './feed-event.js';

/** A picture as feeds name it. */
export interface FeedPicture {
  readonly url: string;
  /** undefined if the address does not tell it */
  readonly mediaType: string | undefined;
}

/** The picture of an event in a size for readers of feeds: 1,280 pixels wide if it was uploaded, else as it is. */
export function feedPicture({ image }: Pick<FeedEvent, 'image'>): FeedPicture | undefined {
  if (!image) return undefined;
  const url = image.sizes?.large.url ?? image.url;
  return { url, mediaType: mediaTypeOf(url) };
}

const MEDIA_TYPES = new Map<string, string>([
  ['jpeg', PICTURE_FORMATS.jpeg.mediaType],
  ...Object.values(PICTURE_FORMATS).map(({ extension, mediaType }) => [extension, mediaType] as const),
]);

function mediaTypeOf(url: string): string | undefined {
  const [, extension = ''] = /\.([a-z]+)$/i.exec(new URL(url).pathname) ?? [];
  return MEDIA_TYPES.get(extension.toLowerCase());
}
