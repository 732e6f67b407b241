import { LinkedQuery } from '../list/linked.query.js';

/** What the list of organizers accepts. */
export class OrganizersQuery extends LinkedQuery {}
