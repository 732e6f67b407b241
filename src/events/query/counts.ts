import { type ListScope } from '../../list/listing.js';
import { type Link, LINKS } from '../relations/links.js';
import { type CountedBy } from '../../resource/event-link.js';
import { type EventsQuery } from '../events.query.js';
import { countDates, UNITS } from './count-dates.js';
import { countRelations, labelsOf } from './count-relations.js';
import { countStates, STATES } from './count-states.js';
import { type EventSelect } from './event-query.js';

/** The number of events with a value. */
export interface Count {
  readonly value: number | string;
  readonly count: number;
  readonly label: string;
  readonly slug?: string;
  readonly parent?: number;
}

/** The ways of counting by relations, by their names. */
const BY_LINKS: ReadonlyMap<string, { readonly link: Link; readonly way: CountedBy }> = new Map(
  LINKS.flatMap((link) =>
    (link.countedBy ?? [{ by: link.resource.names.singular }]).map((way) => [way.by, { link, way }]),
  ),
);

/** The property by which events are counted. */
export const COUNTED_BY: readonly string[] = [...UNITS, ...BY_LINKS.keys(), ...STATES];

/**
 * Counts the events of a list by one of their values.
 */
export async function countBy(
  scope: ListScope,
  select: EventSelect,
  query: EventsQuery & { readonly by: string; readonly limit?: number },
): Promise<Count[]> {
  const unit = UNITS.find((one) => one === query.by);
  if (unit) return countDates(scope, select, query, unit, query.limit ?? (unit === 'day' ? USUAL_DAYS : USUAL));
  const state = STATES.find((one) => one === query.by);
  if (state) return countStates(scope, select, state, query.limit ?? USUAL);
  const { link, way } = BY_LINKS.get(query.by)!;
  const groups = await way.groups?.(scope);
  const counts = await countRelations(scope, select, link, groups, query.limit ?? USUAL);
  const ids = counts.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const labels = ids.length > 0 ? await labelsOf(scope, link, ids) : undefined;
  return counts.map(({ value, count }) => ({
    value,
    count,
    ...(labels?.get(Number(value)) ?? { label: String(value) }),
  }));
}

/** The default number of values; for days, a little more than a year. */
export const USUAL = 100;
const USUAL_DAYS = 400;
