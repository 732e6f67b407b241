import { type ApiPropertyOptions } from '@nestjs/swagger';
import { isEmbedded } from '../content/access.js';
import { type Viewer } from '../content/published-record.dto.js';
import { type PublishedRecord } from '../content/published-record.js';
import { resolveRecords } from '../content/resolve-references.js';
import { type Translation } from '../content/translations/translation.js';
import { Parameter } from '../validation/field.js';
import { type DtoClass } from '../validation/dto-class.js';
import { parseRecordList, type IdOrText } from '../validation/lists.js';
import { type Extended } from './definition.js';
import { type CountDimension, type EventLink, type LinkFilter, type LinkTexts } from './event-link.js';
import { Links } from './link-fields.js';

/** The definition of the relation of events to one published resource. */
interface PublishedLink<E extends PublishedRecord, D extends object> {
  /** The field of events. Records in bodies of events have their name in a field of the same name. */
  readonly field: string;
  readonly countedBy?: readonly CountDimension[];
  readonly texts: LinkTexts;
  readonly filters?: readonly LinkFilter[];
  readonly searched?: readonly (keyof E & string)[];
  readonly entity: new () => E;
  readonly translation: new () => Translation;
  /** The class of objects in bodies that name a record to find, or to create. */
  readonly create: DtoClass;
  readonly response: DtoClass<D>;
  readonly present: (record: E, viewer: Viewer) => D;
  readonly jsonLd?: (shown: readonly D[], records: readonly E[]) => object;
}

const idsOrSlugs = {
  type: 'array',
  items: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
  example: [1],
} satisfies object;

/** A relation to records by ids, in order, that bodies may also create: venues, organizers. */
export function publishedLink<E extends PublishedRecord, D extends object>(link: PublishedLink<E, D>): EventLink {
  const { field, texts, filters = [], searched = [], create, response, countedBy } = link;
  return {
    ...{ field, texts, filters, searched, response, countedBy, isOrdered: true, isCounted: false },
    body: Links(create, texts.en.body),
    parameter: Parameter(parseRecordList, {
      schema: { ...idsOrSlugs, description: texts.en.filter } as ApiPropertyOptions,
    }),
    resolveFilter: (value, { manager, context }) => resolveRecords(manager, link, value as IdOrText[], context),
    visibleRecords: (records, viewer) => (records as readonly E[]).filter((record) => isEmbedded(record, viewer)),
    present: (record, viewer) => ({
      ...link.present(record as E, viewer),
      ...(record as Extended<E>).additions?.fields,
    }),
    jsonLd: (records, presented) =>
      records.length > 0 ? (link.jsonLd?.(presented as readonly D[], records as readonly E[]) ?? {}) : {},
  };
}
