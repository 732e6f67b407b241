import { type Schema } from './database/data-source.js';
import { migrations } from './database/migrations/index.js';
import { WriteCounter } from './database/write-counter.entity.js';
import { Account } from './accounts/account.entity.js';
import { ApplicationKey } from './accounts/application-key.entity.js';
import { Category } from './categories/category.entity.js';
import { CategoryTranslation } from './categories/category-translation.entity.js';
import { IdempotentRequest } from './common/idempotency/idempotent-request.entity.js';
import { Image } from './common/images/image.entity.js';
import { EventCategory } from './events/event-category.entity.js';
import { EventDay } from './events/event-day.entity.js';
import { EventOrganizer } from './events/event-organizer.entity.js';
import { EventSearchText } from './events/event-search-text.entity.js';
import { EventTag } from './events/event-tag.entity.js';
import { EventTranslation } from './events/event-translation.entity.js';
import { EventVenue } from './events/event-venue.entity.js';
import { Event } from './events/event.entity.js';
import { extensions } from './extensions/extensions.js';
import { Organizer } from './organizers/organizer.entity.js';
import { OrganizerTranslation } from './organizers/organizer-translation.entity.js';
import { Tag } from './tags/tag.entity.js';
import { TagTranslation } from './tags/tag-translation.entity.js';
import { Venue } from './venues/venue.entity.js';
import { VenueTranslation } from './venues/venue-translation.entity.js';

/** Every table of the service and how it came to be: for the service, the command line and the tests alike. */
export const schema: Schema = {
  entities: [
    Account,
    ApplicationKey,
    IdempotentRequest,
    WriteCounter,
    Image,
    Venue,
    VenueTranslation,
    Organizer,
    OrganizerTranslation,
    Category,
    CategoryTranslation,
    Tag,
    TagTranslation,
    Event,
    EventTranslation,
    EventSearchText,
    EventVenue,
    EventOrganizer,
    EventCategory,
    EventTag,
    EventDay,
    ...extensions.flatMap(({ schema }) => schema?.entities ?? []),
  ],
  migrations: [...migrations, ...extensions.flatMap(({ schema }) => schema?.migrations ?? [])],
};
