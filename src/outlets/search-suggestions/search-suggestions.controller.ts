import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../http/auth/access.decorators.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { type SearchSuggestionsDto } from './search-suggestion.dto.js';
import { SearchSuggestionsQuery } from './search-suggestions.query.js';
import { SearchSuggestionsService } from './search-suggestions.service.js';

@ApiTags('search')
@Controller('search-suggestions')
@CacheResponses()
export class SearchSuggestionsController {
  constructor(private readonly suggestions: SearchSuggestionsService) {}

  @Get()
  @Public()
  listSearchSuggestions(
    @Query() query: SearchSuggestionsQuery,
    @Context() context: RequestContext,
  ): Promise<SearchSuggestionsDto> {
    return this.suggestions.list(query, context);
  }
}
