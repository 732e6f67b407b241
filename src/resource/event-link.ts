import { type PerLanguage } from '../i18n/language.js';
import { type ListScope, type FindIds } from '../list/listing.js';
import { type Viewer } from '../content/published-record.dto.js';
import { type DtoClass } from '../validation/dto-class.js';

/** A record that events are linked to. Only its resource knows its other columns. */
export interface LinkedRecord {
  readonly id: number;
  readonly revision: number;
}

/** The linked records that the value of a filter of GET /events means. */
export interface ResolvedFilter {
  readonly ids: readonly number[];
  /** Members of the value that name no record which the caller may read. */
  readonly unknown: readonly (number | string)[];
}

/** Records that count together when events are counted, each event once. */
export interface CountGroup {
  /** Its key in the response: the id of a record, or a text. */
  readonly value: number | string;
  readonly ids: readonly number[];
}

/** A way of counting events by the records that they are linked to. */
export interface CountedBy {
  /** The value of the parameter `by`: `category`, `city`. */
  readonly by: string;
  /** The groups of the records that the caller may read; absent where each record counts by itself. */
  readonly groups?: (scope: ListScope) => Promise<readonly CountGroup[]>;
}

/** The documentation of a link: its field in bodies and in responses, and its filter. */
export type LinkTexts = PerLanguage<Readonly<Record<'body' | 'answer' | 'filter', string>>>;

/** A filter of GET /events by a property of linked records, such as the city of venues, in addition to the one by their ids. */
export interface LinkedBy {
  /** The parameter. */
  readonly name: string;
  /** Decorates the parameter of the list, with its English description. */
  readonly parameter: PropertyDecorator;
  /** The description of the parameter. */
  readonly texts: PerLanguage<string>;
  readonly findIds: FindIds;
}

/**
 * How events are linked to a resource: the field in their bodies and responses, and the filter of their list. It is defined
 * once, in the definition of the resource; reads, writes, lists, counts and documentation use it.
 */
export interface EventLink {
  /** The name in bodies, responses and the filter: `venue`, `categories`. */
  readonly field: string;
  /** Whether the order of the links counts, and is kept. */
  readonly isOrdered: boolean;
  /** Whether the records count the published events that name them. */
  readonly isCounted: boolean;
  /** How events are counted by the records. The default is by each of them, under the singular of the resource. */
  readonly countedBy?: readonly CountedBy[];
  readonly texts: LinkTexts;
  /** Decorates the field of bodies. */
  readonly body: PropertyDecorator;
  /** Decorates the parameter of the list. */
  readonly parameter: PropertyDecorator;
  /** Normalized columns of the record by which a search finds events, in addition to its name. */
  readonly searched?: readonly string[];
  /** Further filters of the list. */
  readonly filters?: readonly LinkedBy[];
  /** The class of a record in an event's response. */
  readonly response: DtoClass;
  /** Finds the records that the value of the filter names, by ids or by words in the language of the request. */
  resolveFilter(value: unknown, scope: ListScope): Promise<ResolvedFilter>;
  /** The linked records that the viewer may read, in the order of the response. */
  shown(records: readonly LinkedRecord[], viewer: Viewer): readonly LinkedRecord[];
  /** One record as the response of an event shows it. */
  present(record: LinkedRecord, viewer: Viewer): object;
  /**
   * What the records that are shown add to the JSON-LD of the event.
   * @param presented the same as `present` made them
   */
  jsonLd(records: readonly LinkedRecord[], presented: readonly object[]): object;
}
