import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ForResource, RequireRole } from '../../http/auth/access.decorators.js';
import { LanguageBodyDto } from '../../http/language/language-body.dto.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { RecordIdPipe } from '../../http/record-path.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { type ResourceDefinition } from '../resource/definition.js';
import { RevisionsService } from '../resource/revisions.service.js';
import { RestoreQuery } from '../resource/restore.query.js';
import { RevisionListDto, RevisionWithRecordDto } from '../resource/revision.dto.js';
import { RevisionsQuery } from '../resource/revisions.query.js';
import { named, roleOfEditors } from './controller-of-resource.js';

const LEFT_OUT =
  'Records and images that no longer exist, or that you may not use, by field; absent if nothing was left out.';

const ADDED = 'Number of dates of series that come back, or are new.';
const REMOVED = 'Number of dates of series that go to the trash.';

/** The controller of the revisions of a resource. Only those who may edit a record see its revisions. */
export function revisionsControllerOf(resource: ResourceDefinition): Type {
  const { plural } = resource.names;
  const role = roleOfEditors(resource);

  const Restored = restoredDtoOf(resource);

  class RestoredQuery extends (resource.restoreQuery ?? RestoreQuery) {
    static override readonly response = Restored;
  }

  @ApiTags(plural)
  @Controller(plural)
  @ForResource(resource.names)
  class RevisionsController {
    constructor(private readonly revisions: RevisionsService) {}

    @Get(':id/revisions')
    @RequireRole(role)
    @ApiOkResponse({ type: RevisionListDto })
    listRevisions(
      @Param('id', RecordIdPipe) id: number,
      @Query() query: RevisionsQuery,
      @Context() context: RequestContext,
    ): Promise<RevisionListDto> {
      return this.revisions.list(plural, id, query, context);
    }

    @Get(':id/revisions/:revision')
    @RequireRole(role)
    @ApiOkResponse({ type: RevisionWithRecordDto })
    getRevision(
      @Param('id', RecordIdPipe) id: number,
      @Param('revision', RecordIdPipe) revision: number,
      @Query() _query: LanguageQuery,
      @Context() context: RequestContext,
    ): Promise<RevisionWithRecordDto> {
      return this.revisions.get(plural, id, revision, context);
    }

    @Post(':id/revisions/:revision/restore')
    @HttpCode(HttpStatus.OK)
    @RequireRole(role)
    @ApiOkResponse({ type: Restored })
    restoreRevision(
      @Param('id', RecordIdPipe) id: number,
      @Param('revision', RecordIdPipe) revision: number,
      @Body() _body: LanguageBodyDto,
      @Query() query: RestoredQuery,
      @Context() context: RequestContext,
    ): Promise<object> {
      return this.revisions.restore(plural, { id, number: revision }, query, context);
    }
  }
  return named(RevisionsController, resource, (singular) => `${singular}RevisionsController`);
}

/** The response with a record of a resource that returned to a revision. */
function restoredDtoOf(resource: ResourceDefinition) {
  class RestoredRecordDto extends resource.response {
    @ApiProperty({
      type: 'object',
      description: LEFT_OUT,
      required: false,
      additionalProperties: {
        oneOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }],
      },
      example: { image: 5 },
    } as object)
    restored_without?: object;
  }
  if (!resource.hasDates) return named(RestoredRecordDto, resource, (singular) => `Restored${singular}Dto`);

  class RestoredDatesDto extends RestoredRecordDto {
    @ApiProperty({ type: 'integer', description: ADDED, example: 0 })
    dates_added!: number;

    @ApiProperty({ type: 'integer', description: REMOVED, example: 0 })
    dates_removed!: number;
  }
  return named(RestoredDatesDto, resource, (singular) => `Restored${singular}Dto`);
}
