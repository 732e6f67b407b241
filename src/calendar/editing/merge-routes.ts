import { Body, Controller, HttpCode, HttpStatus, Param, Post, Query, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForResource, RequireRole } from '../../http/auth/access.decorators.js';
import { RecordIdPipe } from '../../http/record-path.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { FieldsQuery } from '../records/reading/record.query.js';
import { type ResourceDefinition } from '../resource/definition.js';
import { named } from './controller-of-resource.js';
import { MergeDto } from './merge.dto.js';
import { MergeService } from './merge.service.js';

/** The controller that merges records of a resource that events are related to. */
export function mergeControllerOf(resource: ResourceDefinition): Type {
  const { plural } = resource.names;

  class MergeQuery extends FieldsQuery {
    static override readonly response = resource.response;
  }

  @ApiTags(plural)
  @Controller(plural)
  @ForResource(resource.names)
  class MergeController {
    constructor(private readonly merges: MergeService) {}

    @Post(':id/merge')
    @HttpCode(HttpStatus.OK)
    @RequireRole('editor')
    @ApiOkResponse({ type: resource.response })
    merge(
      @Param('id', RecordIdPipe) id: number,
      @Body() { into }: MergeDto,
      @Query() query: MergeQuery,
      @Context() context: RequestContext,
    ): Promise<object> {
      return this.merges.merge(plural, { id, into }, query, context);
    }
  }
  return named(MergeController, resource, (singular) => `${singular}MergeController`);
}
