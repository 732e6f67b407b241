import { type PublishedKind } from '../records/write-published.js';
import { type KindDefinition } from '../resources/definition.js';
import { EventStates1790000300000 } from './1790000300000-event-states.js';
import { LongExternalIds1790000410000 } from './1790000410000-long-external-ids.js';
import { ListedDays1790000420000 } from './1790000420000-listed-days.js';
import { ListedSeries1790000430000 } from './1790000430000-listed-series.js';
import { ListedBelow1790000450000 } from './1790000450000-listed-below.js';
import { ListedStates1790000460000 } from './1790000460000-listed-states.js';
import { ListedAuthors1790000470000 } from './1790000470000-listed-authors.js';
import { SeriesDays1790000480000 } from './1790000480000-series-days.js';
import { SearchSignatures1790000490000 } from './1790000490000-search-signatures.js';
import { PlainLists1790000500000 } from './1790000500000-plain-lists.js';
import { EventPrices1790000330000 } from './1790000330000-event-prices.js';
import { EventDto } from './event.dto.js';
import { EVENT_DOCS } from './event.docs.js';
import { EventTranslation } from './event-translation.entity.js';
import { Event } from './event.entity.js';
import { EVENT } from './event.names.js';
import { LINKS } from './relations/links.js';
import { EventSearchText } from './write/event-search-text.entity.js';

/** What happens, when and where. */
export const EVENTS: KindDefinition & PublishedKind<Event> = {
  names: EVENT,
  nameField: 'title',
  ownTexts: { event_status_reason: 'statusReason' },
  isPublished: true,
  entity: Event,
  translation: EventTranslation,
  answer: EventDto,
  schema: {
    entities: [Event, EventTranslation, EventSearchText, ...LINKS.map(({ entity }) => entity)],
    migrations: [
      EventStates1790000300000,
      EventPrices1790000330000,
      LongExternalIds1790000410000,
      ListedDays1790000420000,
      ListedSeries1790000430000,
      ListedBelow1790000450000,
      ListedStates1790000460000,
      ListedAuthors1790000470000,
      SeriesDays1790000480000,
      SearchSignatures1790000490000,
      PlainLists1790000500000,
    ],
  },
  docs: EVENT_DOCS,
};
