import { type PublishedResource } from '../records/writing/write-published.js';
import { type ServedResource } from '../resource/definition.js';
import { EventDto, UpdateEventDto } from './event.dto.js';
import { EventRestoreQuery, EventWriteQuery } from './events.query.js';
import { EVENT_DOCS } from './event.docs.js';
import { EventTranslation, Event } from './event.entity.js';
import { EVENT } from './event.names.js';
import { presentEvent } from './event.presenter.js';
import { presentCost, type StoredCost } from './pricing/cost.js';
import { type EventWithRelations, RELATIONS } from './relations/relations.js';
import { isOccurrence } from './schedule/stored-recurrence.js';
import { FormerSeries } from './series/former-series.entity.js';
import { EventWord } from './words/event-word.entity.js';
import { WordUpkeepState } from './words/word-upkeep.entity.js';
import { SearchWord } from './words/search-word.entity.js';
import { SearchWordEnding } from './words/search-word-ending.entity.js';
import { EventSearchText } from './write/event-search-text.entity.js';

/** The resource of events. */
export const EVENTS: PublishedResource<Event> & ServedResource<EventWithRelations, EventDto> = {
  names: EVENT,
  nameField: 'title',
  ownTexts: { event_status_reason: 'statusReason' },
  perLanguage: { online_url: 'onlineUrl', cost: 'cost', website: 'website', image: 'imageId' },
  shownValues: {
    cost: (stored, language, { currency }) => presentCost(stored as StoredCost | null, language, currency).text,
  },
  isPublished: true,
  hasDates: true,
  entity: Event,
  translation: EventTranslation,
  body: UpdateEventDto,
  links: [
    ...RELATIONS.map(({ field, resource }) => ({ field, resource })),
    { field: 'post_parent', isOwn: (event: Event) => !isOccurrence(event) },
  ],
  response: EventDto,
  writeQuery: EventWriteQuery,
  restoreQuery: EventRestoreQuery,
  schema: {
    entities: [
      ...[Event, EventTranslation, EventSearchText, FormerSeries, EventWord, SearchWordEnding, SearchWord],
      WordUpkeepState,
      ...RELATIONS.map(({ entity }) => entity),
    ],
    migrations: [],
  },
  docs: EVENT_DOCS,
  present: presentEvent,
};
