import { Controller, Get, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { Public } from '../../http/auth/access.decorators.js';
import { Assets } from './assets.js';

/** The style sheet and the script of the pages. */
@ApiExcludeController()
@Controller('assets')
export class AssetsController {
  constructor(private readonly assets: Assets) {}

  @Get(':file')
  @Public()
  file(@Param('file') name: string, @Res({ passthrough: true }) response: Response): StreamableFile {
    const { mediaType, text } = this.assets.file(name);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    return new StreamableFile(Buffer.from(text), { type: mediaType });
  }
}
