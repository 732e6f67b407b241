import { LinkedQuery } from '../list/linked.query.js';

/** Query parameters of the list of venues. */
export class VenuesQuery extends LinkedQuery {}
