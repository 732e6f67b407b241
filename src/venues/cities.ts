import { Rows } from '../database/sql/rows.js';
import { type ListScope } from '../list/listing.js';
import { WRITABLE_STATUSES } from '../content/status.js';
import { whereVisible } from '../content/visible.js';
import { type CountGroup } from '../resource/event-link.js';
import { Venue } from './venue.entity.js';

interface Located {
  readonly id: number;
  readonly city: string;
  readonly cityKey: string;
}

/** The venues of each city, without regard to case and accents. The most frequent spelling is shown. */
export async function cities({ manager, context }: ListScope): Promise<CountGroup[]> {
  const rows = Rows.of(manager, Venue, 'venue').andWhere('venue.cityKey IS NOT NULL');
  const columns = ['venue.id AS id', 'venue.city AS city', 'venue.cityKey AS cityKey'];
  const venues = await whereVisible(rows, context.caller, WRITABLE_STATUSES).read<Located>({ columns });
  const byCity = new Map<string, Located[]>();
  for (const venue of venues) {
    const same = byCity.get(venue.cityKey);
    if (same) same.push(venue);
    else byCity.set(venue.cityKey, [venue]);
  }
  return [...byCity.values()].map((same) => ({
    value: mostOften(same.map(({ city }) => city)),
    ids: same.map(({ id }) => id),
  }));
}

/** Of equally frequent spellings, the first in alphabetical order. */
function mostOften(spellings: readonly string[]): string {
  const numbers = new Map<string, number>();
  for (const spelling of spellings) numbers.set(spelling, (numbers.get(spelling) ?? 0) + 1);
  const [[most] = ['']] = [...numbers].sort(([one, its], [other, others]) => others - its || (one < other ? -1 : 1));
  return most;
}
