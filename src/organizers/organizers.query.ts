import { LinkedQuery } from '../list/linked.query.js';

/** Query parameters of the list of organizers. */
export class OrganizersQuery extends LinkedQuery {}
