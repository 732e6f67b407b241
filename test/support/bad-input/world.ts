import { ROLES } from '../../../src/common/auth/role.js';
import { makers } from '../makers.js';
import { type TestCalendar } from '../test-calendar.js';
import { type Kind } from './places.js';

/** Records that requests of one block can speak of. */
export interface World {
  /** Number of the block, for names of its own. */
  readonly block: number;
  readonly ids: Readonly<Record<Kind, readonly number[]>>;
  readonly slugs: Readonly<Record<Kind, readonly string[]>>;
  readonly accounts: readonly number[];
}

/** A few records of each kind: the first may be deleted by any request, the last event is behind a password. */
export async function makeWorld(calendar: TestCalendar, block: number): Promise<World> {
  const make = makers(() => calendar);
  const name = (number: number) => `Block ${block} Number ${number}`;
  const french = (field: string, number: number) => ({
    translations: { fr: { [field]: `Bloc ${block} No ${number}` } },
  });
  const several = async <T>(one: (number: number) => Promise<T>): Promise<T[]> => {
    const all: T[] = [];
    for (let number = 1; number <= 4; number++) all.push(await one(number));
    return all;
  };
  const venues = await several((n) => make.aVenue({ venue: name(n), city: 'Toronto', ...french('venue', n) }));
  const organizers = await several((n) => make.anOrganizer({ organizer: name(n), ...french('organizer', n) }));
  const categories = await several((n) => make.aCategory({ name: name(n), ...french('name', n) }));
  const tags = await several((n) => make.aTag({ name: name(n), ...french('name', n) }));
  const links = { venue: [venues[1]!.id], organizer: [organizers[1]!.id], categories: [categories[1]!.id] };
  const events = await several((n) =>
    make.anEvent({
      title: name(n),
      ...french('title', n),
      ...links,
      ...(n === 4 && block % 8 === 0 && { password: 'x' }),
    }),
  );
  const records = { events, venues, organizers, categories, tags };
  const each = <T>(pick: (record: { id: number; slug: string }) => T) =>
    Object.fromEntries(Object.entries(records).map(([kind, all]) => [kind, all.map(pick)])) as Record<Kind, T[]>;
  return { block, ids: each(({ id }) => id), slugs: each(({ slug }) => slug), accounts: await accountsOf(calendar) };
}

async function accountsOf(calendar: TestCalendar): Promise<number[]> {
  const ids: number[] = [];
  for (const role of ROLES) ids.push((await calendar.get('/me', { as: role })).body.id);
  return ids;
}
