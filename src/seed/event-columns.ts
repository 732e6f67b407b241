import { momentAt, momentOf, type Moment, utcText } from '../common/time/moment.js';
import { type Status } from '../common/records/status.js';
import { type StoredCost } from '../events/cost.js';
import { durationClass } from '../events/event.duration.js';
import { type Event } from '../events/event.entity.js';
import { type Schedule } from '../events/event.schedule.js';
import { type Columns } from './bulk-insert.js';
import { type Plan } from './plan.js';
import { Random } from './random.js';
import { COSTS } from './vocabulary/records.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Events begin up to so many days before and after the plan's day. */
const REACH = 3 * 365;

/** scrypt of the password `seed`, with a fixed salt so that the rows stay the same. */
export const SEED_PASSWORD_HASH = 'scrypt$AAAAAAAAAAAAAAAAAAAAAA$rmr-k1Wqzxhb7igPGt5pYYH741-xb_Q5yMyjcjoNenU';

/** What an event may refer to. */
export interface Surroundings {
  readonly authorIds: readonly number[];
  readonly images: number;
}

/** The columns of the event with this id. */
export function eventColumns(id: number, plan: Plan, { authorIds, images }: Surroundings): Columns<Event> {
  const random = new Random(plan.random, 'event', id);
  const times = schedule(random, plan);
  return {
    id,
    authorId: random.pick(authorIds),
    ...publication(random, plan, times.startUtc),
    revision: 1,
    imageId: random.percent(60) ? random.integer(1, images) : null,
    parentId: id > 1 && random.percent(3) ? random.integer(Math.max(1, id - 200), id - 1) : null,
    ...times,
    hidden: random.percent(1),
    sticky: random.percent(1),
    featured: random.percent(5),
    ticketed: random.percent(30),
    showMap: random.percent(80),
    showMapLink: random.percent(80),
    cost: cost(random),
    website: random.percent(50) ? `https://example.com/events/${id}` : null,
    passwordHash: random.percent(0.5) ? SEED_PASSWORD_HASH : null,
    externalId: null,
  };
}

/** 90 % under eight hours, 9 % of 1 to 14 days, 1 % of 20 to 365 days; half of the long ones are all-day. */
function schedule(random: Random, { from }: Plan): Schedule {
  const day = utcText(new Date(from.getTime() + random.integer(-REACH, REACH) * DAY)).slice(0, 10);
  const timezone = random.share<string>(
    [88, 'America/Toronto'],
    [4, 'America/Vancouver'],
    [4, 'America/Halifax'],
    [2, 'Europe/Paris'],
    [2, 'UTC'],
  );
  const days = random.share([90, 0], [9, random.integer(1, 14)], [1, random.integer(20, 365)]);
  const allDay = days > 0 && random.percent(50);
  const quarters = random.integer(8 * 4, 21 * 4);
  const start = momentOf(`${day} ${allDay ? '00:00:00' : clock(quarters)}`, timezone);
  const length = days > 0 ? days * DAY : random.integer(2, 31) * 15 * MINUTE;
  const end = allDay ? lastSecond(day, days, timezone) : momentAt(new Date(start.utc.getTime() + length), timezone);
  const instants = { startUtc: start.utc, endUtc: end.utc };
  return {
    ...instants,
    ...{ startWall: start.wall, endWall: end.wall, timezone, allDay },
    durationClass: durationClass(instants),
  };
}

/** Of the last of so many days. */
function lastSecond(day: string, days: number, timezone: string): Moment {
  const last = new Date(Date.parse(`${day}T00:00:00Z`) + (days - 1) * DAY);
  return momentOf(`${utcText(last).slice(0, 10)} 23:59:59`, timezone);
}

/** `08:15:00` for 33 quarters of an hour. */
function clock(quarters: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(quarters / 4))}:${two((quarters % 4) * 15)}:00`;
}

type Publication = Pick<Event, 'status' | 'trashedStatus' | 'wasPublished' | 'publishedAt' | 'modifiedAt'>;

/** Published some weeks before it begins, and not after the plan's day; what is scheduled appears a year after that. */
function publication(random: Random, { from }: Plan, startUtc: Date): Publication {
  const status = random.share<Status>([97, 'publish'], [1, 'draft'], [0.7, 'private'], [0.6, 'future'], [0.7, 'trash']);
  const early = Math.min(
    startUtc.getTime() - random.integer(7, 120) * DAY,
    from.getTime() - random.integer(0, 60) * DAY,
  );
  const written = new Date(early - random.integer(0, 24 * 3600) * 1000);
  const modified = Math.min(written.getTime() + random.integer(0, 30 * 24 * 3600) * 1000, from.getTime());
  return {
    status,
    trashedStatus: status === 'trash' ? 'publish' : null,
    wasPublished: status !== 'draft' && status !== 'private',
    publishedAt: status === 'future' ? new Date(from.getTime() + random.integer(365, 700) * DAY) : written,
    modifiedAt: new Date(modified),
  };
}

function cost(random: Random): StoredCost | null {
  return random.percent(90) ? random.pick(COSTS) : null;
}
