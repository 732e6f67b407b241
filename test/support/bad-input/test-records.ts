import { ROLES } from '../../../src/http/role.js';
import { allResources } from '../resources.js';
import { type ApiRecord, makers } from '../makers.js';
import { type TestCalendar } from '../test-calendar.js';
import { type ResourcePlural } from './operations.js';

/** A client of a service in this or another process. */
type Calendar = Pick<TestCalendar, 'get' | 'post'>;

/** Records that the requests of one block may refer to. */
export interface TestRecords {
  /** Number of the block, which makes names unique. */
  readonly block: number;
  readonly ids: Readonly<Record<ResourcePlural, readonly number[]>>;
  readonly slugs: Readonly<Record<ResourcePlural, readonly string[]>>;
  readonly accounts: readonly number[];
}

/** A few records of each resource: the first may be deleted by any request, the last event is behind a password. */
export async function createRecords(calendar: Calendar, block: number): Promise<TestRecords> {
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
  const records: Record<ResourcePlural, ApiRecord[]> = {};
  for (const resource of allResources.filter(({ plural }) => plural !== 'events'))
    records[resource.plural] = await several((n) =>
      make.aRecord(resource, {
        [resource.nameField]: name(n),
        ...(resource.plural === 'venues' && { city: 'Toronto' }),
        ...french(resource.nameField, n),
      }),
    );
  // Tags are left for requests to link.
  const linked = allResources.filter(({ field, plural }) => field !== undefined && plural !== 'tags');
  const links = Object.fromEntries(linked.map(({ field, plural }) => [field, [records[plural]![1]!.id]]));
  records['events'] = await several((n) =>
    make.anEvent({
      title: name(n),
      ...french('title', n),
      ...links,
      ...(n === 4 && block % 8 === 0 && { password: 'x' }),
    }),
  );
  const each = <T>(pick: (record: { id: number; slug: string }) => T) =>
    Object.fromEntries(Object.entries(records).map(([resource, all]) => [resource, all.map(pick)])) as Record<
      ResourcePlural,
      T[]
    >;
  return { block, ids: each(({ id }) => id), slugs: each(({ slug }) => slug), accounts: await accountsOf(calendar) };
}

async function accountsOf(calendar: Calendar): Promise<number[]> {
  const ids: number[] = [];
  for (const role of ROLES) ids.push((await calendar.get('/me', { as: role })).body.id);
  return ids;
}
