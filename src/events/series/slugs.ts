import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { type Language } from '../../languages/language.js';
import { MAX_SLUG_LENGTH, nthSlug } from '../../values/text/slug.js';
import { EventTranslation } from '../event-translation.entity.js';
import { type TextRow } from './member.js';

/** The slug of the series plus the day, and the time where a day has several: `market-2027-07-04-1000`. */
export function occurrenceSlug(series: string, date: string): string {
  const suffix = `-${date.replaceAll(':', '').replace(' ', '-')}`;
  return series.slice(0, MAX_SLUG_LENGTH - suffix.length).replace(/-$/, '') + suffix;
}

/** A text that has no slug yet, and the one that it would have. */
export interface Unnamed {
  readonly row: TextRow;
  readonly wanted: string;
}

/** Gives texts of one language the slugs that they want, or the next that nobody has. */
export async function assignSlugs(
  manager: EntityManager,
  language: Language,
  unnamed: readonly Unnamed[],
): Promise<void> {
  const table = tableOf(manager, EventTranslation);
  let waiting = unnamed;
  const given = new Set<string>();
  for (let number = 1; waiting.length > 0; number += 1) {
    const slugs = waiting.map(({ wanted }) => nthSlug(wanted, number));
    const taken = await table.select(manager, { language, slug: slugs }, { columns: ['slug'] });
    for (const { slug } of taken) given.add(slug!);
    const clashing: Unnamed[] = [];
    waiting.forEach((one, place) => {
      const slug = slugs[place]!;
      if (given.has(slug)) return clashing.push(one);
      given.add(slug);
      one.row.slug = slug;
    });
    waiting = clashing;
  }
}
