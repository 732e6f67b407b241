import { once } from 'node:events';
import { type Readable } from 'node:stream';
import { Controller, Get, Inject, Logger, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Public } from '../../http/auth/access.decorators.js';
import { Unlimited } from '../../http/rate-limits.js';
import { RouteNotFound, StoreUnavailable } from '../../lib/errors/api-error.js';
import { PICTURE_FORMATS } from './picture-formats.js';
import { IMAGE_STORE, type ImageStore } from './stores/image-store.js';

/** The headers of every file. A file never changes, and nothing in it can run. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Access-Control-Allow-Origin': '*',
  'Accept-Ranges': 'bytes',
};

/** Serves the files of uploaded images to everyone who knows their address, which cannot be guessed. */
@ApiExcludeController()
@Controller('images')
export class ImageFilesController {
  private readonly logger = new Logger(ImageFilesController.name);

  constructor(@Inject(IMAGE_STORE) private readonly store: ImageStore) {}

  @Get(':folder/:name')
  @Public()
  @Unlimited()
  async file(
    @Param('folder') folder: string,
    @Param('name') name: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | Buffer> {
    const [, token = ''] = /^\d{1,10}-([\w-]{22})$/.exec(folder) ?? [];
    const file = await this.store.find(token, name).catch((error: unknown) => this.refuse(error));
    if (!file) throw new RouteNotFound();
    response.set({ ...HEADERS, ETag: `"${token}-${name}"`, 'Content-Type': mediaTypeOf(name) });
    if (request.fresh) return Buffer.alloc(0);
    const ranges = request.headers['if-range'] === undefined ? request.range(file.size) : undefined;
    if (ranges === -1) {
      response.status(416).setHeader('Content-Range', `bytes */${file.size}`);
      return Buffer.alloc(0);
    }
    const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
    const content = await this.begun(file.read(range), response);
    if (!range) return new StreamableFile(content, { length: file.size, type: mediaTypeOf(name) });
    response.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
    return new StreamableFile(content, { length: range.end - range.start + 1, type: mediaTypeOf(name) });
  }

  /** Waits for the first bytes, since a store that fails later can only be told by an answer that breaks off. */
  private async begun(content: Readable, response: Response): Promise<Readable> {
    await once(content, 'readable').catch((error: unknown) => {
      for (const header of ['ETag', ...Object.keys(HEADERS)]) response.removeHeader(header);
      this.refuse(error);
    });
    return content;
  }

  private refuse(error: unknown): never {
    this.logger.error(error);
    throw new StoreUnavailable();
  }
}

function mediaTypeOf(name: string): string {
  const formats = Object.values(PICTURE_FORMATS);
  return formats.find(({ extension }) => name.endsWith(`.${extension}`))?.mediaType ?? 'application/octet-stream';
}
