import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { Forbidden } from '../../errors/api-error.js';
import { mayEdit } from '../../content/access.js';
import { type Caller } from '../../http/context/role.js';
import { LinkedRecordCache } from '../../resource/linked-record-cache.js';
import { Site } from '../../site/site.js';
import { Event } from '../event.entity.js';
import { type LinkedEvent, loadEvents, readCounts } from '../relations/load.js';
import { type EventInput, EventWriter } from '../write/event.writer.js';
import { exclude, include } from './exclusion.js';
import { loadOccurrences } from './load-occurrences.js';
import { isOccurrence } from '../schedule/stored-recurrence.js';
import { changedFields, inTrash, overriddenFieldsOf, overriddenFieldsText } from './overrides.js';
import { type StoredEvent, storedEvent } from '../write/stored-event.js';
import { storeOccurrences } from './store-occurrences.js';
import { splitSeries } from './split.js';
import { syncSeries } from './sync.js';

/** Stores events like `EventWriter`; what is written to a series reaches its occurrences, in the same transaction. */
@Injectable()
export class SeriesWriter {
  constructor(
    private readonly events: EventWriter,
    private readonly site: Site,
    private readonly linkedRecords: LinkedRecordCache,
  ) {}

  /**
   * @param current undefined on create
   * @throws {InvalidParameters} with all faults at once; nothing is stored then
   */
  async store(manager: EntityManager, current: LinkedEvent | undefined, input: EventInput): Promise<LinkedEvent> {
    // `current` is changed in place.
    const before = current && { ...current };
    const event = await this.events.store(manager, current, input);
    if (event.revision === before?.revision) return event;
    if (isOccurrence(event)) return followedOnItsOwn(manager, before!, event, this.horizon);
    if (event.recurrence === null && !before?.recurrence) return event;
    const isGivenUp = event.externalId !== null && input.externalId === undefined;
    return this.sync(manager, before, event, input.context.caller, isGivenUp);
  }

  /**
   * Stores an occurrence and all that follow: these are a series of their own from then on.
   * @throws {InvalidParameters} where the event belongs to no series, with all other faults
   */
  async storeFollowing(manager: EntityManager, current: LinkedEvent, input: EventInput): Promise<LinkedEvent> {
    const { body, faults, context } = input;
    if (current.seriesId === null) faults.add('apply', (messages) => messages.notInSeries);
    if (!isOccurrence(current)) return this.store(manager, current, input);
    // What an occurrence shows of its series, sent back, is not meant for the new one.
    if (body.recurrence === null) body.recurrence = undefined;
    if (body.post_parent === current.seriesId) body.post_parent = undefined;
    const begun = await this.split(manager, current, context.caller);
    const { revision } = begun;
    const event = await this.store(manager, begun, input);
    const isSynced = event.revision !== revision || event.recurrence === null;
    return isSynced ? event : this.sync(manager, event, event, context.caller);
  }

  /**
   * Moves an event to the trash, or deletes it for good: of a series all of it; the date of an occurrence is left out of its
   * series from then on.
   * @throws {Forbidden} where the caller may not change all occurrences
   */
  async remove(manager: EntityManager, event: LinkedEvent, force: boolean, caller: Caller): Promise<LinkedEvent> {
    if (isOccurrence(event)) await exclude(manager, event);
    if (event.recurrence === null) return this.events.remove(manager, event, force);
    const series = storedEvent(event);
    const storedEvents = await loadOccurrences(manager, series);
    const live = storedEvents.filter((stored) => stored.event.status !== 'trash');
    const touched = force ? storedEvents : live;
    if (!touched.every((stored) => mayEdit(stored.event, caller))) throw new Forbidden();
    // First: the series is what they point to.
    if (force)
      await storeOccurrences(
        manager,
        series,
        storedEvents.map((before) => ({ before })),
      );
    const removed = await this.events.remove(manager, event, force);
    if (force) return removed;
    await trash(manager, series, live);
    await readCounts(manager, removed);
    return removed;
  }

  /**
   * Removes an occurrence and all that follow: the series ends before them. In the trash they are a series of their own.
   * @throws {Forbidden} where the caller may not change all of it
   */
  async removeFollowing(
    manager: EntityManager,
    event: LinkedEvent,
    force: boolean,
    caller: Caller,
  ): Promise<LinkedEvent> {
    const begun = isOccurrence(event) ? await this.split(manager, event, caller) : event;
    return this.remove(manager, begun, force, caller);
  }

  /** Has all occurrences follow their series in what is not their own, though nothing of the series has changed. */
  async refresh(manager: EntityManager, series: LinkedEvent, caller: Caller): Promise<void> {
    if (series.recurrence !== null) await this.sync(manager, series, series, caller);
  }

  /** @returns the series that begins with the occurrence */
  private async split(manager: EntityManager, occurrence: LinkedEvent, caller: Caller): Promise<LinkedEvent> {
    const { linkedRecords } = this;
    const { seriesId } = occurrence;
    const begun = await splitSeries(manager, occurrence, caller, linkedRecords);
    const [ended] = await loadEvents(manager, [seriesId!], linkedRecords);
    // A day that has lost some of its times is called otherwise.
    if (ended?.recurrence) await this.sync(manager, ended, ended, caller);
    return begun;
  }

  /**
   * Brings the occurrences up to date with their series, which then shows what its terms count.
   * @param isGivenUp whether a series that was imported is given up in the calendar, if it is
   */
  private async sync(
    manager: EntityManager,
    before: LinkedEvent | undefined,
    series: LinkedEvent,
    caller: Caller,
    isGivenUp = false,
  ): Promise<LinkedEvent> {
    await syncSeries(manager, before, series, {
      horizon: this.horizon,
      isGivenUp,
      mayEdit: (stored) => mayEdit(stored.event, caller),
    });
    await readCounts(manager, series);
    return series;
  }

  private get horizon() {
    return { now: new Date(), months: this.site.seriesHorizon };
  }
}

async function trash(manager: EntityManager, series: StoredEvent, live: readonly StoredEvent[]): Promise<void> {
  await storeOccurrences(
    manager,
    series,
    live.map((before) => ({ before, after: inTrash(before) })),
  );
  // Nothing is made while it is there.
  await tableOf(manager, Event).update(manager, { id: series.event.id }, { extendAt: null });
}

/** Remembers what was changed of an occurrence; one that comes out of the trash is a date of its series again. */
async function followedOnItsOwn(
  manager: EntityManager,
  before: LinkedEvent,
  event: LinkedEvent,
  horizon: { now: Date; months: number },
): Promise<LinkedEvent> {
  const changed = changedFields(storedEvent(before), storedEvent(event));
  if (before.status === 'trash') {
    if (event.status === event.parent?.status) changed.delete('status');
    if (!(await include(manager, event, horizon))) return event;
  }
  const own = new Set([...overriddenFieldsOf(before), ...changed]);
  const ownFields = overriddenFieldsText(own);
  if (ownFields === event.ownFields) return event;
  await tableOf(manager, Event).update(manager, { id: event.id }, { ownFields });
  return Object.assign(event, { ownFields });
}
