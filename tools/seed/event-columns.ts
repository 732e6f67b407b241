import { momentFromInstant, momentFromLocal, type Moment, utcText } from '../../src/lib/datetime/moment.js';
import { type Status } from '../../src/calendar/records/visibility/access.js';
import { priceOf, type StoredCost } from '../../src/calendar/events/pricing/cost.js';
import { type Event } from '../../src/calendar/events/event.entity.js';
import { type Attendance, type EventStatus } from '../../src/calendar/events/states.js';
import { type Schedule } from '../../src/calendar/events/schedule/stored-recurrence.js';
import { type Columns } from './bulk-insert.js';
import { type Plan } from './plan.js';
import { Random } from './random.js';
import { occurrenceColumns, positionOf } from './series.js';
import { COSTS } from './vocabulary/records.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Events begin at most this number of days before or after `plan.from`. */
const MAX_DAYS_AWAY = 3 * 365;

/** A series begins at most this number of days after `plan.from`, so that all of it is within the horizon. */
const LATEST_SERIES_START = 365;

/** scrypt of the password `seed`, with a fixed salt so that the rows stay the same. */
export const SEED_PASSWORD_HASH = 'scrypt$AAAAAAAAAAAAAAAAAAAAAA$rmr-k1Wqzxhb7igPGt5pYYH741-xb_Q5yMyjcjoNenU';

/** The records that an event may refer to. */
export interface EventReferences {
  readonly authorIds: readonly number[];
  readonly images: number;
}

/** The columns of the event with this id. */
export function eventColumns(id: number, plan: Plan, references: EventReferences): Columns<Event> {
  const position = positionOf(id, plan);
  if (!position) return singleColumns(id, plan, references);
  return occurrenceColumns(id, position, singleColumns(position.series, plan, references, true));
}

function singleColumns(
  id: number,
  plan: Plan,
  { authorIds, images }: EventReferences,
  isSeries = false,
): Columns<Event> {
  const random = new Random(plan.random, 'event', id);
  const times = schedule(random, plan, isSeries);
  return {
    id,
    authorId: random.pick(authorIds),
    ...publication(random, plan, times.startUtc),
    revision: 1,
    modifiedById: null,
    pendingAt: null,
    reviewNote: null,
    imageId: random.percent(60) ? random.integer(1, images) : null,
    parentId: id > 1 && random.percent(3) ? random.integer(Math.max(1, id - 200), id - 1) : null,
    ...times,
    hidden: random.percent(1),
    sticky: random.percent(1),
    featured: random.percent(5),
    ticketed: random.percent(30),
    showMap: random.percent(80),
    showMapLink: random.percent(80),
    ...states(new Random(plan.random, 'event states', id), id),
    ...costColumns(cost(random)),
    website: random.percent(50) ? `https://example.com/events/${id}` : null,
    passwordHash: random.percent(0.5) ? SEED_PASSWORD_HASH : null,
    externalId: null,
    longExternalId: null,
    ...{
      seriesId: null,
      seriesDate: null,
      ownFields: null,
      baseValues: null,
      previousStart: null,
      recurrence: null,
      extendAt: null,
    },
  };
}

/** 90 % under eight hours, 9 % of 1 to 14 days, 1 % of 20 to 365 days; half of the long ones are all-day. Series are short. */
function schedule(random: Random, { from }: Plan, isSeries: boolean): Schedule {
  const latest = isSeries ? LATEST_SERIES_START : MAX_DAYS_AWAY;
  const day = utcText(new Date(from.getTime() + random.integer(-MAX_DAYS_AWAY, latest) * DAY)).slice(0, 10);
  const timezone = random.share<string>(
    [88, 'America/Toronto'],
    [4, 'America/Vancouver'],
    [4, 'America/Halifax'],
    [2, 'Europe/Paris'],
    [2, 'UTC'],
  );
  const days = isSeries ? 0 : random.share([90, 0], [9, random.integer(1, 14)], [1, random.integer(20, 365)]);
  const allDay = days > 0 && random.percent(50);
  const quarters = random.integer(8 * 4, 21 * 4);
  const start = momentFromLocal(`${day} ${allDay ? '00:00:00' : clock(quarters)}`, timezone);
  const length = days > 0 ? days * DAY : random.integer(2, 31) * 15 * MINUTE;
  const end = allDay
    ? lastSecond(day, days, timezone)
    : momentFromInstant(new Date(start.utc.getTime() + length), timezone);
  return {
    ...{ startUtc: start.utc, endUtc: end.utc },
    ...{ startWall: start.local, endWall: end.local, timezone, allDay },
  };
}

/** The last second of the last day of an all-day event. */
function lastSecond(day: string, days: number, timezone: string): Moment {
  const last = new Date(Date.parse(`${day}T00:00:00Z`) + (days - 1) * DAY);
  return momentFromLocal(`${utcText(last).slice(0, 10)} 23:59:59`, timezone);
}

/** Formats a number of quarters of an hour as a time: 33 is `08:15:00`. */
function clock(quarters: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(quarters / 4))}:${two((quarters % 4) * 15)}:00`;
}

type Publication = Pick<Event, 'status' | 'trashedStatus' | 'wasPublished' | 'publishedAt' | 'modifiedAt'>;

/** Published some weeks before the start, but not after `plan.from`. Scheduled events are published a year after it. */
function publication(random: Random, { from }: Plan, startUtc: Date): Publication {
  const status = random.share<Status>([97, 'publish'], [1, 'draft'], [0.7, 'private'], [0.6, 'future'], [0.7, 'trash']);
  const publishedBy = Math.min(
    startUtc.getTime() - random.integer(7, 120) * DAY,
    from.getTime() - random.integer(0, 60) * DAY,
  );
  const written = new Date(publishedBy - random.integer(0, 24 * 3600) * 1000);
  const modified = Math.min(written.getTime() + random.integer(0, 30 * 24 * 3600) * 1000, from.getTime());
  return {
    status,
    trashedStatus: status === 'trash' ? 'publish' : null,
    wasPublished: status !== 'draft' && status !== 'private',
    publishedAt: status === 'future' ? new Date(from.getTime() + random.integer(365, 700) * DAY) : written,
    modifiedAt: new Date(modified),
  };
}

/** One event in twenty has a status other than `scheduled`, one in twelve is (also) online. */
function states(random: Random, id: number): Pick<Event, 'eventStatus' | 'attendance' | 'onlineUrl'> {
  const attendance = random.share<Attendance>([92, 'offline'], [4, 'online'], [4, 'mixed']);
  return {
    eventStatus: random.share<EventStatus>(
      ...([
        [95, 'scheduled'],
        [2, 'cancelled'],
        [1, 'postponed'],
      ] as const),
      ...([
        [0.5, 'rescheduled'],
        [0.5, 'moved_online'],
        [1, 'full'],
      ] as const),
    ),
    attendance,
    onlineUrl: attendance === 'offline' ? null : `https://meet.example.com/${id}`,
  };
}

function costColumns(cost: StoredCost | null): Pick<Event, 'cost' | 'price'> {
  return { cost, price: priceOf(cost) };
}

function cost(random: Random): StoredCost | null {
  return random.percent(90) ? random.pick(COSTS) : null;
}
