import { Body, Controller, HttpCode, HttpStatus, Param, Post, Query, type Type } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { ForResource, RequireRole } from '../../http/auth/access.decorators.js';
import { RecordIdPipe } from '../../http/record-path.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { FieldsQuery } from '../records/reading/record.query.js';
import { type ResourceDefinition } from '../resource/definition.js';
import { CopiesService } from '../resource/copies.service.js';
import { named, roleOfEditors } from './controller-of-resource.js';

/** The controller that duplicates records of a published resource. */
export function copyControllerOf(resource: ResourceDefinition): Type {
  const { plural } = resource.names;

  /** Every field may be given, and none is required. */
  class CopyDto extends resource.body {}

  class CopyQuery extends (resource.writeQuery ?? FieldsQuery) {
    static override readonly response = resource.response;
  }

  @ApiTags(plural)
  @Controller(plural)
  @ForResource(resource.names)
  class CopyController {
    constructor(private readonly copies: CopiesService) {}

    @Post(':id/duplicate')
    @HttpCode(HttpStatus.CREATED)
    @RequireRole(roleOfEditors(resource))
    @ApiBody({ type: resource.body })
    @ApiCreatedResponse({ type: resource.response })
    duplicate(
      @Param('id', RecordIdPipe) id: number,
      @Body() body: CopyDto,
      @Query() query: CopyQuery,
      @Context() context: RequestContext,
    ): Promise<object> {
      return this.copies.duplicate(plural, { id, given: body }, query, context);
    }
  }
  return named(CopyController, resource, (singular) => `${singular}CopyController`);
}
