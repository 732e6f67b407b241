import { LinkedQuery } from '../lists/linked.query.js';

/** What the list of speakers accepts. */
export class SpeakersQuery extends LinkedQuery {}
