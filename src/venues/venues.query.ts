import { LinkedQuery } from '../list/linked.query.js';

/** What the list of venues accepts. */
export class VenuesQuery extends LinkedQuery {}
