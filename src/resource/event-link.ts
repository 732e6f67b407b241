import { type PerLanguage } from '../i18n/language.js';
import { type ListScope, type FindIds } from '../list/listing.js';
import { type Audience } from '../content/published-record.dto.js';
import { type DtoClass } from '../validation/dto-class.js';

/** A record that events are linked to. Its kind alone knows more of it. */
export interface LinkedRecord {
  readonly id: number;
  readonly revision: number;
}

/** What the value of a filter of GET /events by linked records comes to. */
export interface ResolvedFilter {
  readonly ids: readonly number[];
  /** Members of the value that name no record which the caller may read. */
  readonly unknown: readonly (number | string)[];
}

/** Records that count together when events are counted, each event once. */
export interface CountGroup {
  /** What the answer calls it: the id of a record, or a text. */
  readonly value: number | string;
  readonly ids: readonly number[];
}

/** A way of counting events by the records that they are linked to. */
export interface CountedBy {
  /** As the parameter `by` calls it: `category`, `city`. */
  readonly by: string;
  /** The groups of the records that the caller may read; absent where each record counts by itself. */
  readonly groups?: (scope: ListScope) => Promise<readonly CountGroup[]>;
}

/** What the documentation says of the field of a link in bodies and in answers, and of the filter. */
export type LinkTexts = PerLanguage<Readonly<Record<'body' | 'answer' | 'filter', string>>>;

/** A filter of GET /events by what linked records are, such as the city of venues, beside the one by which they are. */
export interface LinkedBy {
  /** The parameter. */
  readonly name: string;
  /** Decorates the parameter of the list; says the English text. */
  readonly parameter: PropertyDecorator;
  /** What the documentation says of the parameter. */
  readonly texts: PerLanguage<string>;
  readonly findIds: FindIds;
}

/**
 * How events are linked to a kind: the field of their bodies and answers, and the filter of their list. Said once, in
 * the definition of the kind; reading, writing, listing, counting and documenting go by it.
 */
export interface EventLink {
  /** What bodies, answers and the filter call it: `venue`, `categories`. */
  readonly field: string;
  /** Whether the order of the links counts, and is kept. */
  readonly isOrdered: boolean;
  /** Whether the records count the published events that name them. */
  readonly isCounted: boolean;
  /** How events are counted by the records; by each of them, under the singular of the kind, where nothing is said. */
  readonly countedBy?: readonly CountedBy[];
  readonly texts: LinkTexts;
  /** Decorates the field of bodies. */
  readonly body: PropertyDecorator;
  /** Decorates the parameter of the list. */
  readonly parameter: PropertyDecorator;
  /** Columns of the record, folded, that a search finds events by beside its name. */
  readonly searched?: readonly string[];
  /** Further filters of the list. */
  readonly filters?: readonly LinkedBy[];
  /** The class of a record in an event's answer. */
  readonly answer: DtoClass;
  /** Finds the records that the value of the filter names, by ids or by words in the language of the request. */
  resolveFilter(value: unknown, scope: ListScope): Promise<ResolvedFilter>;
  /** Those of an event's records that the audience may read, in the order of the answer. */
  shown(records: readonly LinkedRecord[], audience: Audience): readonly LinkedRecord[];
  /** One record as the answer of an event shows it. */
  present(record: LinkedRecord, audience: Audience): object;
  /**
   * What the records that are shown add to the JSON-LD of the event.
   * @param presented the same as `present` made them
   */
  jsonLd(records: readonly LinkedRecord[], presented: readonly object[]): object;
}
