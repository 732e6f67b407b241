import { Module } from '@nestjs/common';
import { SearchSuggestionsController } from './search-suggestions.controller.js';
import { SearchSuggestionsService } from './search-suggestions.service.js';

@Module({ controllers: [SearchSuggestionsController], providers: [SearchSuggestionsService] })
export class SearchSuggestionsModule {}
