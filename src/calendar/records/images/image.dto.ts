import { extname } from 'node:path';
import { ApiProperty } from '@nestjs/swagger';
import { type Urls } from '../../../http/urls/urls.js';
import { type Image } from './image.entity.js';
import { copyName, heightAt, WIDTHS } from './sizes.js';

/** One size of an uploaded image. */
export class ImageSizeDto {
  /** Address of the file. */
  @ApiProperty({ format: 'uri' })
  url!: string;

  /** Width in pixels. */
  @ApiProperty({ type: 'integer', example: 640 })
  width!: number;

  /** Height in pixels. */
  @ApiProperty({ type: 'integer', example: 427 })
  height!: number;
}

/** The sizes of an uploaded image. A size that the picture does not reach is the full picture. */
export class ImageSizesDto {
  /** 320 pixels wide. */
  thumbnail!: ImageSizeDto;

  /** 640 pixels wide. */
  medium!: ImageSizeDto;

  /** 1,280 pixels wide. */
  large!: ImageSizeDto;

  /** The picture as it is stored, at most 2,560 pixels wide and high. */
  full!: ImageSizeDto;
}

/** The most important point of an image, which stays visible where the image is cropped. */
export class FocusDto {
  /** Part of the width, from the left: 0 to 1. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, example: 0.5 })
  x!: number;

  /** Part of the height, from the top: 0 to 1. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, example: 0.3 })
  y!: number;
}

/** An image as all records show it. Unknown values are null. */
export class SharedImageDto {
  /** Id of the image; the same address always has the same one. */
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  /** Address of the image. */
  @ApiProperty({ example: 'https://example.com/poster.jpg' })
  url!: string;

  /** Extension of the file name in lower case, such as `jpg`. */
  @ApiProperty({ type: 'string', nullable: true, example: 'jpg' })
  extension!: string | null;

  /** Width in pixels. */
  @ApiProperty({ type: 'integer', nullable: true, example: 1200 })
  width!: number | null;

  /** Height in pixels. */
  @ApiProperty({ type: 'integer', nullable: true, example: 800 })
  height!: number | null;

  /** The point that stays visible where the image is cropped; null where none is set, which means the middle. */
  @ApiProperty({ type: FocusDto, nullable: true, example: null })
  focus!: FocusDto | null;

  /** The smaller sizes of an uploaded image; null for an image that is only an address. */
  @ApiProperty({ type: ImageSizesDto, nullable: true, example: null })
  sizes!: ImageSizesDto | null;

  static of(image: Image, urls: Urls): SharedImageDto {
    const { id, width, height } = image;
    const url = imageUrl(image, urls);
    return {
      ...{ id, url, extension: extensionOf(url), width, height },
      ...{ focus: focusOf(image), sizes: sizesOf(image, urls) },
    };
  }
}

/** An image on the web. Unknown values are null. */
export class ImageDto extends SharedImageDto {
  /** Alternative text of the image in this record; where the record has none in the language, that of the image itself. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  alt!: string | null;

  /** @param alt the alternative text in a language, as `altIn` finds it */
  static withAlt(image: Image, alt: string | null, urls: Urls): ImageDto {
    return { ...SharedImageDto.of(image, urls), alt };
  }
}

/** The address of an image; of an uploaded one, that of its full size. */
export function imageUrl({ id, url, token }: Pick<Image, 'id' | 'url' | 'token'>, urls: Urls): string {
  return token === null ? url : urls.imageFile(id, token, url);
}

function focusOf({ focusX: x, focusY: y }: Image): FocusDto | null {
  return x === null || y === null ? null : { x, y };
}

function sizesOf({ id, url, token, width, height }: Image, urls: Urls): ImageSizesDto | null {
  if (token === null || width === null || height === null) return null;
  const full = { url: urls.imageFile(id, token, url), width, height };
  const [thumbnail, medium, large] = WIDTHS.map((narrow) =>
    narrow < width
      ? { url: urls.imageFile(id, token, copyName(narrow)), width: narrow, height: heightAt(narrow, { width, height }) }
      : full,
  );
  return { thumbnail: thumbnail!, medium: medium!, large: large!, full };
}

/** The picture as schema.org has it: the addresses of its sizes, the largest first, of which a reader takes one. */
export function imageJsonLd({ url, sizes }: SharedImageDto): string | string[] {
  return sizes ? [...new Set([sizes.full, sizes.large, sizes.medium].map((size) => size.url))] : url;
}

/** The extension of the file name in an address, in lower case. */
function extensionOf(url: string): string | null {
  const [, path = ''] = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
  return extname(path).slice(1).toLowerCase() || null;
}
