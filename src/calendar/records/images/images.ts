import { type Image } from './image.entity.js';

/** A record or a translation that refers to an image. */
interface ShowsImage {
  readonly imageId?: number | null;
  readonly image?: Image | null;
}

interface RecordWithImages extends ShowsImage {
  readonly id: number;
  readonly translations?: readonly ShowsImage[];
}

/** The latest version of each image by id, since images may have changed after their records were read. */
export function latestImages(
  records: readonly RecordWithImages[],
  others: readonly Image[] = [],
): ReadonlyMap<number, Image> {
  const newest = new Map<number, Image>();
  const shown = records.flatMap((record) => [record, ...(record.translations ?? [])]).map(({ image }) => image);
  for (const image of [...others, ...shown])
    if (image && image.revision > (newest.get(image.id)?.revision ?? 0)) newest.set(image.id, image);
  return newest;
}

/** A record with its current images. */
export function withCurrentImages<R extends RecordWithImages>(record: R, images: ReadonlyMap<number, Image>): R {
  const imageOf = ({ imageId }: ShowsImage) => (imageId ? (images.get(imageId) ?? null) : null);
  const { translations = [] } = record;
  const isCurrent = (one: ShowsImage) => one.imageId === undefined || one.image === imageOf(one);
  if ([record, ...translations].every(isCurrent)) return record;
  const texts = translations.map((text) => ({ ...text, image: imageOf(text) }));
  return { ...record, image: imageOf(record), translations: texts };
}
