import { Module } from '@nestjs/common';
import { NextEvents } from '../../calendar/events/query/next-events.js';
import { SearchSuggestionsController } from './search-suggestions.controller.js';
import { SearchSuggestionsService } from './search-suggestions.service.js';

@Module({ controllers: [SearchSuggestionsController], providers: [SearchSuggestionsService, NextEvents] })
export class SearchSuggestionsModule {}
