import { LinkedQuery } from '../list/linked.query.js';

/** What the list of speakers accepts. */
export class SpeakersQuery extends LinkedQuery {}
