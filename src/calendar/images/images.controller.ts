import { Body, Controller, Delete, Get, HttpStatus, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { AlsoInScopeOf, ForResource, RequireRole } from '../../http/auth/access.decorators.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { Settings } from '../../lib/config/settings.js';
import { RecordIdPipe } from '../../http/record-path.js';
import { type CalendarRequest, Context, type RequestContext } from '../../http/request-context.js';
import { RequestTimeout } from '../../lib/errors/api-error.js';
import { OtherBody } from '../../http/parse-request.js';
import { resources } from '../resources.js';
import { IMAGE } from './image.names.js';
import { ImageListDto, RegisteredImageDto, ImageWithUsesDto, UpdateImageDto } from './images.dto.js';
import { ImagesQuery } from './images.query.js';
import { ImagesService } from './images.service.js';
import { receiveFile } from './multipart-upload.js';

/** The plurals of the resources whose records show images. */
const WITH_IMAGES = resources.filter(({ isPublished }) => isPublished).map(({ names }) => names.plural);

/** Milliseconds without a byte, after which the connection is closed: pictures that arrived before are decoded first. */
const UPLOAD_TIMEOUT = 120_000;

@ApiTags(IMAGE.plural)
@Controller(IMAGE.plural)
@ForResource(IMAGE)
export class ImagesController {
  constructor(
    private readonly images: ImagesService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @RequireRole('contributor')
  listImages(@Query() query: ImagesQuery, @Context() context: RequestContext): Promise<ImageListDto> {
    return this.images.list(query, context);
  }

  @Post()
  @RequireRole('contributor')
  @AlsoInScopeOf(...WITH_IMAGES)
  @OtherBody()
  async uploadImage(
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
    @Req() request: CalendarRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegisteredImageDto> {
    request.setTimeout(UPLOAD_TIMEOUT);
    const receive = () => receiveFile(request, response, this.settings.uploadMaxMegabytes);
    const { image, isNew } = await this.images.upload(receive, context, closingOf(response));
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return image;
  }

  @Get(':id')
  @RequireRole('contributor')
  getImage(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<ImageWithUsesDto> {
    return this.images.get(id, context);
  }

  @Patch(':id')
  @RequireRole('contributor')
  updateImage(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateImageDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<ImageWithUsesDto> {
    return this.images.update(id, body, context);
  }

  @Delete(':id')
  @RequireRole('contributor')
  deleteImage(
    @Param('id', RecordIdPipe) id: number,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<RegisteredImageDto> {
    return this.images.remove(id, context);
  }
}

/** Is aborted when the client has left. */
function closingOf(response: Response): AbortSignal {
  const closing = new AbortController();
  response.once('close', () => closing.abort(new RequestTimeout()));
  return closing.signal;
}
