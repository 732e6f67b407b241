import { LanguageQuery } from '../language/language.query.js';
import { Parameter } from '../validation/field.js';
import { integer, oneOf, recordId } from '../validation/scalars.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook-delivery.entity.js';

const USUAL = 50;
const MOST = 200;

/** What the list of deliveries accepts. */
export class DeliveriesQuery extends LanguageQuery {
  /** Only deliveries with this status. */
  @Parameter(oneOf(DELIVERY_STATUSES), { schema: { enum: [...DELIVERY_STATUSES] } })
  status?: DeliveryStatus;

  /** Only deliveries before this one: the id of the last delivery on the page before. */
  @Parameter(recordId, { schema: { type: 'integer', minimum: 1 } })
  before?: number;

  /** Largest number of deliveries on a page. */
  @Parameter(integer({ min: 1, max: MOST }), {
    schema: { type: 'integer', minimum: 1, maximum: MOST, default: USUAL },
  })
  limit: number = USUAL;
}
