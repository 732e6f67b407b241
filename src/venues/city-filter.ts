import { type EntityManager } from 'typeorm';
import { SelectBuilder } from '../database/sql/select-builder.js';
import { tableOf } from '../database/sql/table.js';
import { type ListScope } from '../list/listing.js';
import { WRITABLE_STATUSES } from '../content/status.js';
import { whereVisible } from '../content/visible.js';
import { type LinkFilter } from '../resource/event-link.js';
import { Parameter } from '../validation/field.js';
import { parseTextList } from '../validation/lists.js';
import { type UpdateVenueDto } from './venue.dto.js';
import { Venue } from './venue.entity.js';
import { nameKey } from '../content/translations/texts.js';

/** Several venues may have the same name. If the body names a city, the venue in that city is used. */
export async function pickVenueInCity(
  manager: EntityManager,
  ids: readonly number[],
  { city }: UpdateVenueDto,
): Promise<number | undefined> {
  if (!city) return ids[0];
  const venues = await tableOf(manager, Venue).select(manager, { id: ids }, { columns: ['id', 'city'] });
  return ids.find((id) => venues.some((venue) => venue.id === id && venue.city === city));
}

const texts = {
  en: 'Events at a venue in one of these cities, separated by commas: whole names, which may have commas themselves; case and accents do not matter.',
  fr: 'Les événements dans un lieu de l’une de ces villes, séparées par des virgules : noms entiers, virgules comprises ; la casse et les accents ne comptent pas.',
};

const schema = { type: 'array', items: { type: 'string' }, example: ['Toronto'], description: texts.en } as const;

/** The filter `city` of events: only venues that the caller may read count. */
export const cityFilter: LinkFilter = {
  ...{ name: 'city', texts },
  parameter: Parameter(parseTextList, { emptyIsAbsent: true, schema: schema as object }),
  findIds: async (value, { manager, context }: ListScope) => {
    const parts = value as string[];
    const cities = parts.flatMap((_part, at) => candidateNamesAt(parts, at).map(({ key }) => key));
    const rows = SelectBuilder.of(manager, Venue, 'venue').andWhere('venue.cityKey IN (:...cities)', { cities });
    const venues = await whereVisible(rows, context.caller, WRITABLE_STATUSES).read<{ id: number; cityKey: string }>({
      columns: ['venue.id AS id', 'venue.cityKey AS cityKey'],
    });
    const wanted = matchCities(parts, new Set(venues.map(({ cityKey }) => cityKey)));
    return venues.filter(({ cityKey }) => wanted.has(cityKey)).map(({ id }) => id);
  },
};

/** Numbers of comma-separated parts that the name of a city may have, the longest first: `Washington, D.C.` has two. */
const PART_COUNTS = [3, 2, 1] as const;

interface CandidateName {
  readonly key: string;
  /** Number of parts of the list that it takes. */
  readonly length: number;
}

/** The possible names that begin at a part of the list, the longest first. */
function candidateNamesAt(parts: readonly string[], at: number): CandidateName[] {
  return PART_COUNTS.filter((length) => at + length <= parts.length).map((length) => ({
    length,
    key: nameKey(parts.slice(at, at + length).join(', ')),
  }));
}

/** Matches the parts greedily to the keys of existing cities. */
function matchCities(parts: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const cities = new Set<string>();
  for (let at = 0; at < parts.length;) {
    const city = candidateNamesAt(parts, at).find(({ key }) => known.has(key));
    if (city) cities.add(city.key);
    at += city?.length ?? 1;
  }
  return cities;
}
