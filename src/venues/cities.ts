import { SelectBuilder } from '../database/sql/select-builder.js';
import { type ListScope } from '../list/listing.js';
import { WRITABLE_STATUSES } from '../content/status.js';
import { whereVisible } from '../content/visible.js';
import { type CountGroup } from '../resource/event-link.js';
import { Venue } from './venue.entity.js';

interface VenueInCity {
  readonly id: number;
  readonly city: string;
  readonly cityKey: string;
}

/**
 * Groups the venues that the caller may read by city, ignoring case and accents. The label is the most frequent
 * spelling.
 */
export async function cities({ manager, context }: ListScope): Promise<CountGroup[]> {
  const rows = SelectBuilder.of(manager, Venue, 'venue').andWhere('venue.cityKey IS NOT NULL');
  const columns = ['venue.id AS id', 'venue.city AS city', 'venue.cityKey AS cityKey'];
  const venues = await whereVisible(rows, context.caller, WRITABLE_STATUSES).read<VenueInCity>({ columns });
  const byCity = new Map<string, VenueInCity[]>();
  for (const venue of venues) {
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
