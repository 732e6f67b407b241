import { type ApiPropertyOptions } from '@nestjs/swagger';
import { isEmbedded } from '../content/access.js';
import { type Audience } from '../content/published-record.dto.js';
import { type PublishedRecord } from '../content/published-record.js';
import { readableIds } from '../content/readable-ids.js';
import { Parameter } from '../validation/field.js';
import { type DtoClass } from '../validation/dto-class.js';
import { parseIdList } from '../validation/lists.js';
import { type Extended } from './published.kind.js';
import { type CountedBy, type EventLink, type LinkedBy, type LinkTexts } from './event-link.js';
import { Links } from './link-fields.js';

/** What differs from one published kind that events are linked to, to another. */
interface PublishedLink<E extends PublishedRecord, D extends object> {
  /** Of events; records that their bodies bring along have their name in a field that is called alike. */
  readonly field: string;
  readonly countedBy?: readonly CountedBy[];
  readonly texts: LinkTexts;
  readonly filters?: readonly LinkedBy[];
  readonly searched?: readonly (keyof E & string)[];
  readonly entity: new () => E;
  /** What a body may send in place of an id: a record to find by its name, or to create. */
  readonly create: DtoClass;
  readonly answer: DtoClass<D>;
  readonly present: (record: E, audience: Audience) => D;
  readonly jsonLd?: (shown: readonly D[], records: readonly E[]) => object;
}

const ids = { type: 'array', items: { type: 'integer', minimum: 1 }, example: [1] } as const;

/** A link to records by ids, in order, that bodies may also create: venues, organizers. */
export function publishedLink<E extends PublishedRecord, D extends object>(link: PublishedLink<E, D>): EventLink {
  const { field, texts, filters = [], searched = [], entity, create, answer, countedBy } = link;
  return {
    ...{ field, texts, filters, searched, answer, countedBy, isOrdered: true, isCounted: false },
    body: Links(create, texts.en.body),
    parameter: Parameter(parseIdList, { schema: { ...ids, description: texts.en.filter } as ApiPropertyOptions }),
    resolveFilter: async (value, { manager, context }) => {
      const given = value as number[];
      const readable = await readableIds(manager, entity, given, context.caller);
      return { ids: [...new Set(given)], unknown: given.filter((id) => !readable.has(id)) };
    },
    shown: (records, audience) => (records as readonly E[]).filter((record) => isEmbedded(record, audience)),
    present: (record, audience) => ({
      ...link.present(record as E, audience),
      ...(record as Extended<E>).additions?.fields,
    }),
    jsonLd: (records, presented) =>
      records.length > 0 ? (link.jsonLd?.(presented as readonly D[], records as readonly E[]) ?? {}) : {},
  };
}
