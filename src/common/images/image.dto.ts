import { extname } from 'node:path';
import { ApiProperty } from '@nestjs/swagger';
import { type Image } from './image.entity.js';

/** An image on the web. What is not known of it is null. */
export class ImageDto {
  /** Id of the image; the same address always has the same one. */
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  /** Address of the image. */
  @ApiProperty({ example: 'https://example.com/poster.jpg' })
  url!: string;

  /** Ending of the file name in lower case, such as `jpg`. */
  @ApiProperty({ type: 'string', nullable: true, example: 'jpg' })
  extension!: string | null;

  /** Width in pixels. */
  @ApiProperty({ type: 'integer', nullable: true, example: 1200 })
  width!: number | null;

  /** Height in pixels. */
  @ApiProperty({ type: 'integer', nullable: true, example: 800 })
  height!: number | null;

  /** Text for those who do not see the image. */
  @ApiProperty({ type: 'string', nullable: true })
  alt!: string | null;

  static of(image: Image): ImageDto {
    const { id, url, width, height, alt } = image;
    const extension = extname(new URL(url).pathname).slice(1).toLowerCase();
    return { id, url, extension: extension || null, width, height, alt };
  }
}
