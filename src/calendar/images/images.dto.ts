import { ApiProperty } from '@nestjs/swagger';
import { PagingDto } from '../list/paging.dto.js';
import { SharedImageDto } from '../records/images/image.dto.js';

/** An image that records can show. */
export class RegisteredImageDto extends SharedImageDto {
  /** When it was uploaded or first named, in UTC; null if it is not known. */
  @ApiProperty({ type: 'string', nullable: true, example: '2026-10-01 13:00:00' })
  created_utc!: string | null;

  /** Whether it was uploaded; otherwise it is an address elsewhere. */
  uploaded!: boolean;

  /** Name of the file as you have uploaded it; for editors that of its first upload, if they have not. */
  @ApiProperty({ type: 'string', nullable: true, example: 'poster.jpg' })
  file_name!: string | null;

  /** Number of records that show it, among those that you may read. */
  @ApiProperty({ type: 'integer', example: 2 })
  used_by!: number;
}

/** A record that shows an image. */
export class ImageUseDto {
  /** Name of the route of the record, such as `events`. */
  @ApiProperty({ example: 'events' })
  kind!: string;

  /** Id of the record. */
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  /** Address of the record in this API. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;
}

/** An image with the records that show it. */
export class ImageWithUsesDto extends RegisteredImageDto {
  /** The records that show it, among those that you may read. */
  @ApiProperty({ type: [ImageUseDto] })
  records!: ImageUseDto[];
}

/** A page of images. */
export class ImageListDto extends PagingDto {
  /** The images of this page, newest first. */
  @ApiProperty({ type: [RegisteredImageDto] })
  images!: RegisteredImageDto[];
}
