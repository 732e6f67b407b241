import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../http/auth/access.decorators.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { ChangesDto } from './change.dto.js';
import { ChangesQuery } from './changes.query.js';
import { ChangesService } from './changes.service.js';

@ApiTags('changes')
@Controller('changes')
@CacheResponses()
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @Get()
  @Public()
  listChanges(@Query() query: ChangesQuery, @Context() context: RequestContext): Promise<ChangesDto> {
    return this.changes.list(query, context);
  }
}
