import { LanguageQuery } from '../../http/language/language.query.js';
import { Parameter } from '../../http/validation/field.js';
import { integer, oneOf, recordId } from '../../http/validation/parsers.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook.entity.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Query parameters of the list of deliveries. */
export class DeliveriesQuery extends LanguageQuery {
  /** Only deliveries with this status. */
  @Parameter(oneOf(DELIVERY_STATUSES), { schema: { enum: [...DELIVERY_STATUSES] } })
  status?: DeliveryStatus;

  /** Only deliveries before this one: the id of the last delivery on the page before. */
  @Parameter(recordId, { schema: { type: 'integer', minimum: 1 } })
  before?: number;

  /** Largest number of deliveries on a page. */
  @Parameter(integer({ min: 1, max: MAX_LIMIT }), {
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  })
  limit: number = DEFAULT_LIMIT;
}
