import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { tableOf } from '../../database/sql/table.js';
import { Site } from '../../http/urls/site.js';
import { type ImageDto } from '../records/images/image.dto.js';
import { Image } from '../records/images/image.entity.js';
import { JPEG_NAME, jpegSize } from '../records/images/sizes.js';
import { PICTURE_FORMATS, WITH_JPEG } from './picture-formats.js';

/** The picture that other sites show beside a link to a page (`og:image`). */
export interface LinkPreview {
  readonly url: string;
  readonly alt: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** Finds the picture for a link to the page of a record. Sites that show links know JPEG, PNG and GIF for certain. */
@Injectable()
export class LinkPreviews {
  constructor(
    private readonly database: Database,
    private readonly site: Site,
  ) {}

  /** undefined for an uploaded picture in WebP or AVIF whose JPEG was not made yet; an address elsewhere is kept as it is. */
  async of(image: ImageDto | null): Promise<LinkPreview | undefined> {
    if (!image) return undefined;
    const { id, url, extension, alt, width, height, sizes } = image;
    if (!sizes || !EXTENSIONS.includes(extension ?? '')) return { url, alt, width, height };
    const [stored] = await this.database.read((manager) => tableOf(manager, Image).select(manager, { id }));
    if (!stored?.token || !stored.hasJpeg) return undefined;
    return { url: this.site.urls.imageFile(id, stored.token, JPEG_NAME), alt, ...jpegSize(sizes.full) };
  }
}

const EXTENSIONS: readonly string[] = WITH_JPEG.map((format) => PICTURE_FORMATS[format].extension);
