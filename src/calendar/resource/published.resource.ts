import { isEmbedded } from '../records/visibility/access.js';
import { type PublishedRecord, type PublishedWithTexts } from '../records/record/published-record.js';
import { resolveFormer } from '../records/writing/former-references.js';
import { resolveRecords } from '../records/writing/resolve-references.js';
import { Parameter } from '../../http/validation/field.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { parseRecordList, type IdOrText } from '../../http/validation/parsers.js';
import { type Extended, type PublishedBody, type PublishedDefinition } from './definition.js';
import { type EventRelation } from './event-relation.js';
import { PublishedRelations, listSchema } from './relation-fields.js';

/** How events are related to a published resource, in addition to its definition. */
interface PublishedRelation<E extends PublishedRecord, D extends object> extends Pick<
  EventRelation,
  'field' | 'countedBy' | 'texts' | 'filters'
> {
  /** Columns of the record that a search of events includes, in addition to its name. */
  readonly searched?: readonly (keyof E & string)[];
  /** The class of objects in bodies that name a record to find, or to create. They have the name in `field`. */
  readonly create: DtoClass;
  readonly jsonLd?: (shown: readonly D[], records: readonly E[]) => object;
}

/** Completes the definition of a published resource: events are related to its records by ids, in order. */
export function publishedResource<E extends PublishedWithTexts, B extends PublishedBody, D extends object>({
  relation,
  ...definition
}: Omit<PublishedDefinition<E, B, D>, 'isPublished' | 'relation'> & {
  readonly relation: PublishedRelation<E, D>;
}): PublishedDefinition<E, B, D> {
  const { field, texts, filters = [], searched = [], create, countedBy } = relation;
  const eventRelation: EventRelation = {
    ...{ field, texts, filters, searched, countedBy, isOrdered: true, isCounted: false },
    body: PublishedRelations(create, texts.en.body),
    parameter: Parameter(parseRecordList, {
      schema: listSchema([{ type: 'integer' }, { type: 'string' }], 1, texts.en.filter),
    }),
    resolveFilter: (value, { manager, context }) =>
      resolveFormer(manager, definition.names, value as IdOrText[], context.language, {
        resolve: (refs) => resolveRecords(manager, definition, refs, context),
      }),
    visibleRecords: (records, viewer) => (records as readonly E[]).filter((record) => isEmbedded(record, viewer)),
    present: (record, viewer) => ({
      ...definition.present(record as E, viewer),
      ...(record as Extended<E>).extensionData?.fields,
    }),
    jsonLd: (records, presented) =>
      records.length > 0 ? (relation.jsonLd?.(presented as readonly D[], records as readonly E[]) ?? {}) : {},
  };
  return { ...definition, isPublished: true, relation: eventRelation };
}
