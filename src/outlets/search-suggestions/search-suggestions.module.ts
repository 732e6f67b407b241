import { Module } from '@nestjs/common';
import { EventsUnderWay } from '../../calendar/events/query/events-under-way.js';
import { SearchSuggestionsController } from './search-suggestions.controller.js';
import { SearchSuggestionsService } from './search-suggestions.service.js';

@Module({ controllers: [SearchSuggestionsController], providers: [SearchSuggestionsService, EventsUnderWay] })
export class SearchSuggestionsModule {}
