import { OmitType } from '@nestjs/swagger';
import { EventsQuery } from '../../calendar/events/events.query.js';
import { LANGUAGES, type Language } from '../../lib/i18n/language.js';
import { Parameter } from '../../http/validation/field.js';
import { oneOf } from '../../http/validation/parsers.js';

export const VIEWS = ['month', 'list'] as const;

export type View = (typeof VIEWS)[number];

/** The page sets paging, order and fields itself, and visitors have no key. */
const Filters = OmitType(EventsQuery, [
  ...(['page', 'per_page', 'order', 'orderby', '_fields', 'translations', 'translation_language'] as const),
  ...(['occurrences', 'status', 'hide_from_listings'] as const),
]);

/** Query parameters of the page for frames: filters of the list of events. */
export class EmbedQuery extends Filters {
  /** A month grid above the list of events, or the list alone. */
  @Parameter(oneOf(VIEWS), { schema: { enum: [...VIEWS], default: 'month' } })
  view?: View = 'month';

  /** Language of the page. */
  @Parameter(oneOf(LANGUAGES), { schema: { enum: [...LANGUAGES], default: 'en' } })
  lang?: Language = 'en';
}
