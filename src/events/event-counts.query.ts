import { OmitType } from '@nestjs/swagger';
import { Parameter } from '../validation/field.js';
import { integer, oneOf } from '../validation/scalars.js';
import { COUNTED_BY, USUAL } from './query/counts.js';
import { EventsQuery } from './events.query.js';

/** The filters of the list of events. */
const Filters = OmitType(EventsQuery, ['page', 'per_page', 'order', 'orderby', 'translations', '_fields']);

/** The maximum number of values in a response. */
const MOST = 500;

/** What the counts of events accept: every filter of their list. */
export class EventCountsQuery extends Filters {
  /** What events are counted by: the days or months on which they take place, even in part, what they are linked to, their price or their status. */
  @Parameter(oneOf(COUNTED_BY), { required: true, schema: { enum: [...COUNTED_BY], example: 'day' } })
  by!: string;

  /** Largest number of values (by default 400 for days): the first days and months, or the most frequent values. */
  @Parameter(integer({ min: 1, max: MOST }), {
    schema: { type: 'integer', minimum: 1, maximum: MOST, default: USUAL },
  })
  limit?: number;
}
