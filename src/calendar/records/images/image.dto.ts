import { extname } from 'node:path';
import { ApiProperty } from '@nestjs/swagger';
import { type Image } from './image.entity.js';

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

  static of({ id, url, width, height }: Image): SharedImageDto {
    return { id, url, extension: extensionOf(url), width, height };
  }
}

/** An image on the web. Unknown values are null. */
export class ImageDto extends SharedImageDto {
  /** Alternative text of the image in this record, in the language of its texts. */
  @ApiProperty({ type: 'string', nullable: true, example: null })
  alt!: string | null;

  /** @param alt the alternative text of the record in a language */
  static withAlt(image: Image, alt: string | null): ImageDto {
    return { ...SharedImageDto.of(image), alt };
  }
}

/** The extension of the file name in an address, in lower case. */
function extensionOf(url: string): string | null {
  const [, path = ''] = /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? [];
  return extname(path).slice(1).toLowerCase() || null;
}
