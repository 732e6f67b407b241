import { SelectBuilder } from '../../database/sql/select-builder.js';
import { type ListScope } from '../list/listing.js';
import { WRITABLE_STATUSES } from '../records/visibility/access.js';
import { whereVisible } from '../records/visibility/visible.js';
import { type CountGroup, type RelationFilter } from '../resource/event-relation.js';
import { Parameter } from '../../http/validation/field.js';
import { parseTextList } from '../../http/validation/parsers.js';
import { Venue } from './venue.entity.js';
import { nameKey } from '../records/translations/translation.js';

const texts = {
  en: 'Events at a venue in one of these cities, separated by commas: whole names, which may have commas themselves; case and accents do not matter.',
  fr: 'Les événements dans un lieu de l’une de ces villes, séparées par des virgules : noms entiers, virgules comprises; la casse et les accents ne comptent pas.',
};

const schema = { type: 'array', items: { type: 'string' }, example: ['Toronto'], description: texts.en } as const;

/** The filter `city` of events: only venues that the caller may read count. */
export const cityFilter: RelationFilter = {
  name: 'city',
  texts,
  parameter: Parameter(parseTextList, { emptyIsAbsent: true, schema: schema as object }),
  findIds: async (value, scope) => {
    const parts = value as string[];
    const candidates = parts.flatMap((_part, at) => PART_COUNTS.map((count) => cityKeyAt(parts, at, count)));
    const venues = await venuesWithCity(scope, candidates);
    const known = new Set(venues.map(({ cityKey }) => cityKey));
    const wanted = new Set<string>();
    for (let at = 0; at < parts.length;) {
      const length = PART_COUNTS.find((count) => known.has(cityKeyAt(parts, at, count))) ?? 1;
      wanted.add(cityKeyAt(parts, at, length));
      at += length;
    }
    return venues.filter(({ cityKey }) => wanted.has(cityKey)).map(({ id }) => id);
  },
};

/** Numbers of comma-separated parts that the name of a city may have, the longest first: `Washington, D.C.` has two. */
const PART_COUNTS = [3, 2, 1];

function cityKeyAt(parts: readonly string[], at: number, count: number): string {
  return nameKey(parts.slice(at, at + count).join(', '));
}

interface VenueInCity {
  readonly id: number;
  readonly city: string;
  readonly cityKey: string;
}

/** Groups readable venues by city, ignoring case and accents. The label is the most frequent spelling. */
export async function cities(scope: ListScope): Promise<CountGroup[]> {
  const byCity = new Map<string, VenueInCity[]>();
  for (const venue of await venuesWithCity(scope)) {
    const same = byCity.get(venue.cityKey);
    if (same) same.push(venue);
    else byCity.set(venue.cityKey, [venue]);
  }
  return [...byCity.values()].map((same) => ({
    value: mostFrequent(same.map(({ city }) => city)),
    ids: same.map(({ id }) => id),
  }));
}

/** The most frequent spelling; the first in alphabetical order if several are. */
function mostFrequent(spellings: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const spelling of spellings) counts.set(spelling, (counts.get(spelling) ?? 0) + 1);
  const [[most] = ['']] = [...counts].sort(([one, its], [other, others]) => others - its || (one < other ? -1 : 1));
  return most;
}

/** The venues that the caller may read with a city, or in the cities with these keys. */
function venuesWithCity({ manager, context }: ListScope, keys?: readonly string[]): Promise<VenueInCity[]> {
  const condition = keys ? 'venue.cityKey IN (:...keys)' : 'venue.cityKey IS NOT NULL';
  const rows = SelectBuilder.of(manager, Venue, 'venue').andWhere(condition, { keys });
  const columns = ['venue.id AS id', 'venue.city AS city', 'venue.cityKey AS cityKey'];
  return whereVisible(rows, context.caller, WRITABLE_STATUSES).read<VenueInCity>({ columns });
}
