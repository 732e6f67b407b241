import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { EVENT } from '../../calendar/events/event.names.js';
import { EVENTS } from '../../calendar/events/event.resource.js';
import { NextEvents } from '../../calendar/events/query/next-events.js';
import { eventsByTitleStarts } from '../../calendar/events/query/title-starts.js';
import { recordsByNameStarts } from '../../calendar/list/name-starts.js';
import { fieldsetOf } from '../../calendar/records/reading/fieldset.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { ResourceServices } from '../../calendar/resource/resource-services.js';
import { resources } from '../../calendar/resources.js';
import { Database } from '../../database/database.js';
import { type RequestContext } from '../../http/request-context.js';
import { wordStartsOf } from '../../lib/text/word-starts.js';
import { type SearchSuggestionDto, type SearchSuggestionsDto } from './search-suggestion.dto.js';
import { type SearchSuggestionsQuery } from './search-suggestions.query.js';

const MAX_SUGGESTIONS = 8;

/** The resources other than events. */
const OTHERS = resources.filter(({ names }) => names !== EVENT);

/** Number of letters from which records are looked for: almost every name has a word that begins with one of two letters. */
const MIN_LETTERS = 2;

/** Finds the records that a search means which is being typed. */
@Injectable()
export class SearchSuggestionsService {
  constructor(
    private readonly database: Database,
    private readonly services: ResourceServices,
    private readonly nextEvents: NextEvents,
  ) {}

  /** The suggestions do not depend on the caller: they are those without a key. */
  async list({ q = '' }: SearchSuggestionsQuery, context: RequestContext): Promise<SearchSuggestionsDto> {
    const starts = wordStartsOf(q);
    if (Array.from(starts.join('')).length < MIN_LETTERS) return { suggestions: [] };
    const { caller: _caller, ...request } = context;
    const everybody = { ...request, caller: null };
    const { language, response } = everybody;
    const first = await this.nextEvents.get();
    return this.database.read(async (manager) => {
      const events = await eventsByTitleStarts(manager, starts, { language, first }, MAX_SUGGESTIONS);
      // The response lasts until an event that it shows ends.
      for (const { endUtc } of events) response.expireAt(endUtc.getTime());
      const suggestions = await this.present(
        manager,
        EVENTS,
        events.map(({ id }) => id),
        everybody,
      );
      const left = MAX_SUGGESTIONS - suggestions.length;
      if (left === 0) return { suggestions };
      const named = await recordsByNameStarts(manager, OTHERS, starts, language, left);
      for (const [place, resource] of OTHERS.entries()) {
        const ids = named[place]!.slice(0, MAX_SUGGESTIONS - suggestions.length);
        suggestions.push(...(await this.present(manager, resource, ids, everybody)));
      }
      return { suggestions };
    });
  }

  private async present(
    manager: EntityManager,
    { names, nameField }: ResourceDefinition,
    ids: readonly number[],
    everybody: RequestContext,
  ): Promise<SearchSuggestionDto[]> {
    if (ids.length === 0) return [];
    const fields = fieldsetOf({ _fields: ['id', nameField, 'url', ...(names === EVENT ? ['starts_at'] : [])] });
    const records = await this.services.of(names.plural, 'list').presentByIds(manager, ids, {}, fields, everybody);
    return [...records.values()].map((record) => {
      const { [nameField]: text, ...others } = record as Record<string, unknown>;
      return { kind: names.singular, text, ...others } as SearchSuggestionDto;
    });
  }
}
