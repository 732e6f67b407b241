import { type Caller, type Role, ROLES } from '../src/http/role.js';
import {
  access,
  mayEdit,
  type Status,
  STATUSES,
  WRITABLE_STATUSES,
} from '../src/calendar/records/visibility/access.js';
import { editable, unmasked, visible } from '../src/calendar/records/visibility/visible.js';
import { type SqlFragment } from '../src/database/sql/statements.js';
import { Database } from '../src/database/database.js';
import { Event } from '../src/calendar/events/event.entity.js';
import { TestCalendar } from './support/test-calendar.js';

/** Every combination of the properties that determine access, once. */
let events: Event[];
let calendar: TestCalendar;
const callers: Caller[] = [null];

beforeAll(async () => {
  calendar = await TestCalendar.start();
  for (const as of ROLES) callers.push((await calendar.get('/me', { as })).body as NonNullable<Caller>);
  const authors = callers.flatMap((caller) => caller?.id ?? []);
  await calendar.app.get(Database).write((manager) => manager.insert(Event, authors.flatMap(everyStateOf)));
  events = await calendar.app.get(Database).read((manager) => manager.find(Event));
});

afterAll(() => calendar.stop());

function everyStateOf(authorId: number): Partial<Event>[] {
  const now = new Date('2027-06-21T12:00:00Z');
  const wall = '2027-06-21 12:00:00';
  const times = { startWall: wall, endWall: wall, startUtc: now, endUtc: now };
  const dates = { ...times, publishedAt: now, modifiedAt: now };
  const states = STATUSES.flatMap((status) =>
    (status === 'trash' ? WRITABLE_STATUSES : [null]).map((trashedStatus) => ({ status, trashedStatus })),
  );
  return states.flatMap((state) =>
    [true, false].flatMap((wasPublished) =>
      ['scrypt', null].map((passwordHash) => ({
        ...{ ...dates, ...state, authorId, wasPublished, passwordHash, timezone: 'UTC' },
      })),
    ),
  );
}

/** The ids of the events that match a condition on `event`. */
async function where({ sql, parameters }: SqlFragment): Promise<number[]> {
  const rows = await calendar.app
    .get(Database)
    .read((manager) =>
      manager
        .createQueryBuilder(Event, 'event')
        .select('event.id', 'id')
        .where(sql, parameters)
        .getRawMany<{ id: number }>(),
    );
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

const idsOf = (wanted: (event: Event) => boolean) => events.filter(wanted).map(({ id }) => id);
const and = (...conditions: SqlFragment[]): SqlFragment => ({
  sql: conditions.map(({ sql }) => sql).join(' AND '),
  parameters: Object.assign({}, ...conditions.map(({ parameters }) => parameters)) as SqlFragment['parameters'],
});
const not = ({ sql, parameters }: SqlFragment): SqlFragment => ({ sql: `NOT (${sql})`, parameters });

it('has an event for every combination', () => {
  expect(events).toHaveLength(ROLES.length * 2 * 2 * (WRITABLE_STATUSES.length + WRITABLE_STATUSES.length));
});

describe.each<Role | 'nobody'>([...ROLES, 'nobody'])('the SQL conditions for %s agree with `access`:', (role) => {
  const caller = (): Caller => callers.find((one) => one?.role === role) ?? null;
  const isSeen = (event: Event) => ['full', 'masked'].includes(access(event, caller()));

  it('visible events', async () => {
    expect(await where(visible('event', caller(), STATUSES))).toEqual(idsOf(isSeen));
  });

  it.each(STATUSES)('visible events of the status %s', async (status: Status) => {
    const expected = idsOf((event) => event.status === status && isSeen(event));
    expect(await where(visible('event', caller(), [status]))).toEqual(expected);
    const others = STATUSES.filter((one) => one !== status);
    const rest = idsOf((event) => event.status !== status && isSeen(event));
    expect(await where(visible('event', caller(), others))).toEqual(rest);
  });

  it('unmasked events', async () => {
    const condition = and(visible('event', caller(), STATUSES), unmasked('event', caller()));
    expect(await where(condition)).toEqual(idsOf((event) => access(event, caller()) === 'full'));
    const masked = and(visible('event', caller(), STATUSES), not(unmasked('event', caller())));
    expect(await where(masked)).toEqual(idsOf((event) => access(event, caller()) === 'masked'));
  });

  it('editable events', async () => {
    expect(await where(editable('event', caller()))).toEqual(idsOf((event) => mayEdit(event, caller())));
  });

  it('every access is either granted or refused', async () => {
    for (const condition of [visible('event', caller(), STATUSES), editable('event', caller())])
      expect([...(await where(condition)), ...(await where(not(condition)))]).toHaveLength(events.length);
  });

  it('events that may be edited are visible', () => {
    for (const event of events.filter((one) => mayEdit(one, caller()))) expect(access(event, caller())).toBe('full');
  });
});
