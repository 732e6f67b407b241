import { OmitType } from '@nestjs/swagger';
import { type QueryScope } from '../records/reading/record.query.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { Parameter } from '../../http/validation/field.js';
import { integer, oneOf } from '../../http/validation/parsers.js';
import { COUNT_DIMENSIONS, DEFAULT_LIMIT } from './query/counts.js';
import { checkOverlap } from './query/date-range.js';
import { EventsQuery } from './events.query.js';

const Filters = OmitType(EventsQuery, ['page', 'per_page', 'order', 'orderby', 'translations', '_fields']);

const MAX_LIMIT = 500;

/** Query parameters of the counts of events: every filter of the list. */
export class EventCountsQuery extends Filters {
  /** The value that events are grouped by: the days or months on which they take place, even in part, related records, city, price or status. */
  @Parameter(oneOf(COUNT_DIMENSIONS), { required: true, schema: { enum: [...COUNT_DIMENSIONS], example: 'day' } })
  by!: string;

  /** Largest number of values: the first months, or the most frequent values. Not with `by=day`, which returns up to 800 days. */
  @Parameter(integer({ min: 1, max: MAX_LIMIT }), {
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  })
  limit?: number;

  static check(query: EventCountsQuery, { site }: QueryScope, errors: FieldErrors): void {
    checkOverlap(query, site.timezone, errors);
    if (query.by === 'day' && query.limit !== undefined) errors.add('limit', (messages) => messages.limitOfDays);
  }
}
