import { LinkedQuery } from '../lists/linked.query.js';

/** What the list of venues accepts. */
export class VenuesQuery extends LinkedQuery {}
