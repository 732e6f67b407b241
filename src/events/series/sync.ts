import { type EntityManager } from 'typeorm';
import { yieldToEventLoop } from '../../database/unit-of-work.js';
import { differences } from '../../records/store.js';
import { followSeries, type Horizon, type Occurrence } from '../../values/recurrence/occurrences.js';
import { Starts } from '../../values/recurrence/starts.js';
import { daysBetween } from '../../values/time/days.js';
import { type LinkedEvent } from '../relations/load.js';
import { derive } from './derive.js';
import { loadOccurrences } from './load-occurrences.js';
import { type Former, match } from './match.js';
import { changedFields, inTrash, OWN_DATES, ownFieldsOf, ownFieldsText, PLAIN } from './overrides.js';
import { type StoredEvent, storedEvent, withColumns } from '../write/stored-event.js';
import { storePlace } from './place.js';
import { seriesRule, storedRecurrence } from '../schedule/stored-recurrence.js';
import { type EventChange } from '../write/store-events.js';
import { storeOccurrences } from './store-occurrences.js';

export interface SyncOptions {
  readonly horizon: Horizon;
  /** Whether an occurrence may be changed: rights are those on each record. */
  readonly mayEdit: (member: StoredEvent) => boolean;
  /** Whether a series that ends was imported, and is given up in the calendar: importing again does not begin it anew. */
  readonly isGivenUp?: boolean;
}

/**
 * Brings the occurrences of a series up to it: makes those that its rule has and the calendar has not, and writes to all
 * others what they have not changed on their own. Those that its rule does not make any more go to the trash, unless they
 * have begun or were changed on their own: these are events of their own from then on. Those whose date is left out go to the
 * trash in any case, and follow the series there.
 * @param before undefined where the event is new
 * @param event the series, stored; told its place in the series
 */
export async function syncSeries(
  manager: EntityManager,
  before: LinkedEvent | undefined,
  event: LinkedEvent,
  { horizon, mayEdit, isGivenUp = false }: SyncOptions,
): Promise<void> {
  const was = before && storedEvent(before);
  const members = before?.recurrence ? await loadOccurrences(manager, was!) : [];
  if (event.recurrence === null) return dissolve(manager, event, members, { horizon, mayEdit, isGivenUp });
  const known = new Set(members.map((member) => member.event.seriesDate!));
  const formerRule = before?.recurrence ? seriesRule(before) : undefined;
  const { occurrences, leftOut, extendAt } = followSeries(seriesRule(event), horizon, known, formerRule);
  const [first, ...others] = occurrences;
  const former = formerOf(before, event, formerRule);
  const { pairs, others: left } = match(members, others, former);
  // What the caller may not take out of the trash stays there: others who may must not return it unasked.
  const staying = pairs.filter(({ member }) => member?.event.status === 'trash' && !mayEdit(member));
  const recurrence = leavingOut(
    event,
    staying.map(({ occurrence }) => occurrence.date),
  );
  const place = { seriesId: event.id, seriesDate: first!.date, extendAt: soonest(extendAt, horizon), recurrence };
  await storePlace(manager, event, place);
  const series = storedEvent(event);
  const changed = was ? changedFields(was, series) : new Set<string>();
  const following: EventChange[] = [];
  for (const { occurrence, member } of pairs) {
    // Hundreds of occurrences take a while: other requests go on meanwhile.
    await yieldToEventLoop(manager);
    const isKept = member && !mayEdit(member);
    const after = isKept ? keeping(member, changed) : unlessSame(member, derive(series, member, occurrence));
    following.push({ before: member, after });
  }
  const withoutDate = match(left, leftOut, former, true);
  const excluded = withoutDate.pairs.flatMap(({ occurrence, member }): EventChange[] => {
    if (!member) return [];
    const kept = member.event.status === 'trash' ? keeping(member, changed) : apart(member);
    return [
      { before: member, after: mayEdit(member) ? unlessSame(member, setAside(series, member, occurrence)) : kept },
    ];
  });
  const gone = withoutDate.others.map((member): EventChange => ({
    before: member,
    after: withoutRule(member, horizon.now, mayEdit),
  }));
  await storeOccurrences(manager, series, [...following, ...excluded, ...gone]);
}

/** A series that leaves out more of its dates, as it is stored. */
function leavingOut(series: LinkedEvent, dates: readonly string[]): string | null {
  if (dates.length === 0) return series.recurrence;
  const recurrence = storedRecurrence(series)!;
  return JSON.stringify({ ...recurrence, exdates: [...new Set([...recurrence.exdates, ...dates])].sort() });
}

function formerOf(before: LinkedEvent | undefined, event: LinkedEvent, rule = seriesRule(event)): Former {
  const starts = new Starts(rule);
  return {
    startOf: (date) => starts.of(date),
    moved: before ? daysBetween(before.startWall, event.startWall) : 0,
  };
}

/** The next look lies ahead, whatever the lengths of months make of it. */
function soonest(extendAt: Date | null, { now }: Horizon): Date | null {
  if (extendAt === null) return null;
  return new Date(Math.floor(Math.max(extendAt.getTime(), now.getTime() + HOUR) / 1000) * 1000);
}

const HOUR = 60 * 60_000;

/** What is not changed is not written. */
function unlessSame(before: StoredEvent | undefined, after: StoredEvent): StoredEvent {
  if (!before) return after;
  const isMoved = Object.keys(differences(before.event, after.event)).length > 0;
  return isMoved || changedFields(before, after).size > 0 ? after : before;
}

/** An occurrence that the caller may not change keeps what it has: it is its own from now on. */
function keeping(member: StoredEvent, changed: ReadonlySet<string>): StoredEvent {
  const ownFields = ownFieldsText(new Set([...ownFieldsOf(member.event), ...changed]));
  return ownFields === member.event.ownFields ? member : { ...member, event: { ...member.event, ownFields } };
}

function withoutRule(member: StoredEvent, now: Date, mayEdit: SyncOptions['mayEdit']): StoredEvent {
  const isOwn = member.event.startUtc < now || member.event.ownFields !== null;
  return isOwn || !mayEdit(member) ? apart(member) : inTrash(member);
}

/** An event of its own; what is in the trash stays there as it is. */
function apart(member: StoredEvent): StoredEvent {
  return member.event.status === 'trash' ? member : withColumns(member, PLAIN);
}

/** Whose date is left out goes to the trash, and follows its series there. */
function setAside(series: StoredEvent, member: StoredEvent, occurrence: Occurrence): StoredEvent {
  const { status, trashedStatus } = inTrash(member).event;
  return withColumns(derive(series, member, occurrence), { status, trashedStatus });
}

/** Ends a series: what of it stays are events like all others. */
async function dissolve(
  manager: EntityManager,
  event: LinkedEvent,
  members: readonly StoredEvent[],
  { horizon, mayEdit, isGivenUp }: SyncOptions,
): Promise<void> {
  const changes = members.map((before): EventChange => {
    const after = withoutRule(before, horizon.now, mayEdit);
    return { before, after: { ...after, event: { ...after.event, ...PLAIN } } };
  });
  await storeOccurrences(manager, storedEvent(event), changes);
  const ownFields = isGivenUp ? OWN_DATES : event.ownFields;
  await storePlace(manager, event, { seriesId: null, seriesDate: null, extendAt: null, ownFields });
}
