import { type PerLanguage } from '../../lib/i18n/language.js';
import { type ListScope, type FindIds } from '../list/listing.js';
import { type ResolvedReferences } from '../records/writing/resolve-references.js';
import { type Viewer } from '../records/record/published-record.dto.js';

/** A record that events are related to. Only its resource knows its other columns. */
export interface RelatedRecord {
  readonly id: number;
  readonly revision: number;
}

/** Records that are counted as one group: an event that is related to several of them counts once. */
export interface CountGroup {
  /** The key of the group in the response: the id of a record, or a text. */
  readonly value: number | string;
  readonly ids: readonly number[];
}

/** A dimension (facet) by which GET /events/counts groups events: the related records, or a property of them. */
export interface CountDimension {
  /** The value of the parameter `by`: `category`, `city`. */
  readonly by: string;
  /** The groups of the records that the caller may read. If absent, each record is a group. */
  readonly groups?: (scope: ListScope) => Promise<readonly CountGroup[]>;
}

/** The documentation of a relation: its field in bodies and in responses, and its filter. */
export type RelationTexts = PerLanguage<Readonly<Record<'body' | 'response' | 'filter', string>>>;

/** A filter of GET /events by a property of related records, such as the city of venues. */
export interface RelationFilter {
  /** The name of the parameter. */
  readonly name: string;
  /** Decorates the parameter of the list, with its English description. */
  readonly parameter: PropertyDecorator;
  /** The description of the parameter. */
  readonly texts: PerLanguage<string>;
  readonly findIds: FindIds;
}

/**
 * How events are related to a resource: the field in their bodies and responses, and the filter of their list. It is
 * declared once, in the definition of the resource; reads, writes, lists, counts and documentation use it.
 */
export interface EventRelation {
  /** The name in bodies, responses and the filter: `venue`, `categories`. */
  readonly field: string;
  /** Whether the order of the related records is kept. */
  readonly isOrdered: boolean;
  /** Whether the records store the number of their published events. */
  readonly isCounted: boolean;
  /** The dimensions of counts. By default there is one, named after the singular, with a group for each record. */
  readonly countedBy?: readonly CountDimension[];
  readonly texts: RelationTexts;
  /** Decorates the field of bodies. */
  readonly body: PropertyDecorator;
  /** Decorates the parameter of the list. */
  readonly parameter: PropertyDecorator;
  /** Normalized columns of the record that a search of events includes, in addition to its name. */
  readonly searched?: readonly string[];
  /** Further filters of the list. */
  readonly filters?: readonly RelationFilter[];
  /** Finds the records that match the value of the filter: ids, or words in the language of the request. */
  resolveFilter(value: unknown, scope: ListScope): Promise<ResolvedReferences>;
  /** Leaves out the records that the caller may not read, and sorts the others for the response. */
  visibleRecords(records: readonly RelatedRecord[], viewer: Viewer): readonly RelatedRecord[];
  /** The response fields of one record inside an event. */
  present(record: RelatedRecord, viewer: Viewer): object;
  /**
   * Properties that these records add to the JSON-LD of the event.
   * @param presented the results of `present` for the same records, in the same order
   */
  jsonLd(records: readonly RelatedRecord[], presented: readonly object[]): object;
}
