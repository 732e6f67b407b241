import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { OptimisticLockError } from '../../../database/database-errors.js';
import { Forbidden, RecordInTrash } from '../../../lib/errors/api-error.js';
import { mayEdit } from '../../records/visibility/access.js';
import { type Caller } from '../../../http/role.js';
import { RelatedRecordCache } from '../../resource/related-record-cache.js';
import { Site } from '../../../http/urls/site.js';
import { SeriesStarts } from '../../../lib/recurrence/series-starts.js';
import { Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { type Apply } from '../events.query.js';
import { type EventWithRelations, loadEvents, refreshCounts } from '../relations/relations.js';
import { type EventInput, EventWriter } from '../write/event.writer.js';
import { isHandedOver, isOccurrence, publicRecurrence, seriesRule } from '../schedule/stored-recurrence.js';
import { storeEvents } from '../write/store-events.js';
import { storedEvent, withColumns } from '../write/stored-event.js';
import { endsSeries, inputForSeries } from './apply-all.js';
import { excludeDate, loadOccurrences, restoreDate } from './occurrences.js';
import { changedFields, inTrash, withOverrides } from './overrides.js';
import { splitSeries } from './split.js';
import { findSuccession, handOver } from './succession.js';
import { syncSeries, type SyncOptions } from './sync.js';

/** Options of a deletion: whether it is permanent, which dates it applies to, and who requested it. */
export interface Removal {
  readonly force: boolean;
  readonly apply?: Apply | undefined;
  readonly caller: Caller;
}

/** Stores events like `EventWriter`, and applies writes to a series to its occurrences in the same transaction. */
@Injectable()
export class SeriesWriter {
  constructor(
    private readonly events: EventWriter,
    private readonly site: Site,
    private readonly relatedRecords: RelatedRecordCache,
  ) {}

  /**
   * @param current undefined on create
   * @throws {InvalidParameters} with all errors at once; nothing is stored then
   */
  async store(
    manager: EntityManager,
    current: EventWithRelations | undefined,
    input: EventInput,
  ): Promise<EventWithRelations> {
    // `current` is changed in place.
    const before = current && { ...current };
    const event = await this.events.store(manager, current, input);
    if (event.revision === before?.revision) return event;
    if (isOccurrence(event)) return storeOverrides(manager, before!, event);
    if (event.recurrence === null && !before?.recurrence) return event;
    const isGivenUp = event.externalId !== null && input.externalId === undefined;
    return this.sync(manager, before, event, input.context.caller, { isGivenUp, isMoved: input.isMoved });
  }

  /**
   * Writes to dates of a series as `apply` says. By default, a write to the record that represents the series applies
   * to all dates, and any other write to one date.
   * @throws {InvalidParameters} for `following` on an event that belongs to no series, with all other errors
   */
  async update(
    manager: EntityManager,
    current: EventWithRelations,
    input: EventInput,
    apply: Apply | undefined,
  ): Promise<EventWithRelations> {
    const isSeries = current.recurrence !== null;
    if (apply === 'this') return this.storeThis(manager, current, input);
    if (apply === 'following') return this.storeFollowing(manager, current, input);
    return apply === 'all' || isSeries ? this.storeAll(manager, current, input) : this.store(manager, current, input);
  }

  /** Writes to one date only. If it represents its series, another date represents the series afterwards. */
  private async storeThis(
    manager: EntityManager,
    current: EventWithRelations,
    input: EventInput,
  ): Promise<EventWithRelations> {
    // A series in the trash is restored as a whole.
    if (current.recurrence === null || current.status === 'trash') return this.store(manager, current, input);
    const { body, errors, context } = input;
    if (isDeepStrictEqual(body.recurrence, publicRecurrence(current))) body.recurrence = undefined;
    if (body.recurrence !== undefined) errors.add('recurrence', (messages) => messages.ruleOfAll);
    const succession = await findSuccession(manager, current);
    if (!succession) return this.store(manager, current, input);
    const { id: seriesId } = succession.successor.event;
    const before = storedEvent(current);
    const { parent, parentId, recurrence } = current;
    // The record is now written like any other date: its times no longer come from the rule.
    const asDate = { seriesId, parentId: seriesId, parent: succession.successor.event, recurrence: null };
    const event = await this.events.store(manager, Object.assign(current, asDate), input);
    Object.assign(event, { seriesId: event.id, parentId, parent, recurrence });
    if (event.revision === before.event.revision) return event;
    const after = storedEvent(event);
    await handOver(manager, succession, context.caller, before, after, changedFields(before, after));
    return this.reload(manager, event.id);
  }

  /**
   * Writes to an occurrence and all later ones, which become a new series.
   * @throws {InvalidParameters} if the event belongs to no series, with all other errors
   */
  private async storeFollowing(
    manager: EntityManager,
    current: EventWithRelations,
    input: EventInput,
  ): Promise<EventWithRelations> {
    const { body, errors, context } = input;
    if (current.seriesId === null) errors.add('apply', (messages) => messages.notInSeries);
    const begun = await this.splitBefore(manager, current, context.caller);
    if (!begun) return this.storeAll(manager, current, input);
    // Fields of the old series that are sent back unchanged do not apply to the new one.
    if (!body.recurrence && !endsSeries(current, input, this.site)) body.recurrence = undefined;
    if (isDeepStrictEqual(body.recurrence, publicRecurrence(current))) body.recurrence = undefined;
    if (body.post_parent === current.seriesId) body.post_parent = undefined;
    const { revision } = begun;
    const event = await this.store(manager, begun, input);
    const isSynced = event.revision !== revision || event.recurrence === null;
    return isSynced ? event : this.sync(manager, event, event, context.caller);
  }

  /** Writes to all dates of a series, through one of its dates. */
  private async storeAll(
    manager: EntityManager,
    current: EventWithRelations,
    input: EventInput,
  ): Promise<EventWithRelations> {
    if (!isOccurrence(current) && !isHandedOver(current)) return this.store(manager, current, input);
    const series = isOccurrence(current) ? await this.seriesOf(manager, current, input.context.caller) : current;
    const stored = await this.store(manager, series, inputForSeries(current, series, input, this.site));
    if (series === current) return stored;
    const event = await this.reload(manager, current.id);
    const isGone = event.seriesId === null || (event.status === 'trash' && input.body.status === undefined);
    // The overrides of that date are kept as well.
    const own = { ...input.body, recurrence: undefined, post_parent: undefined };
    return isGone ? event : this.store(manager, event, { ...input, body: own });
  }

  /**
   * Moves dates of a series, chosen as in `update`, to the trash, or deletes them permanently. If the date that
   * represents the series is removed alone, another one represents it afterwards. The following dates become a separate
   * series, which is removed. The date of a removed occurrence is excluded from its series.
   * @returns the event in the trash, or as it was before it was deleted
   * @throws {Forbidden} if the caller may not change all of these dates
   */
  async remove(manager: EntityManager, event: EventWithRelations, removal: Removal): Promise<EventWithRelations> {
    const { force, apply, caller } = removal;
    if (apply === 'this' && event.recurrence !== null) {
      const succession = await findSuccession(manager, event);
      if (!succession) return this.removeRecord(manager, event, removal);
      await handOver(manager, succession, caller, storedEvent(event));
      return this.removeRecord(manager, await this.reload(manager, event.id), removal);
    }
    const begun = apply === 'following' ? await this.splitBefore(manager, event, caller) : undefined;
    if (begun) return this.removeRecord(manager, begun, removal);
    if (!isOccurrence(event) || apply === undefined || apply === 'this')
      return this.removeRecord(manager, event, removal);
    if (event.status === 'trash' && !force) throw new RecordInTrash(EVENT);
    await this.removeRecord(manager, await this.seriesOf(manager, event, caller), removal);
    return force ? event : this.reload(manager, event.id);
  }

  /** Removes an event, with all its dates if it is a series. */
  private async removeRecord(
    manager: EntityManager,
    event: EventWithRelations,
    { force, caller }: Removal,
  ): Promise<EventWithRelations> {
    if (event.status === 'trash' && !force) throw new RecordInTrash(EVENT);
    if (isOccurrence(event)) await excludeDate(manager, event);
    const occurrences = event.recurrence === null ? [] : await loadOccurrences(manager, event.id);
    const touched = force ? occurrences : occurrences.filter((stored) => stored.event.status !== 'trash');
    if (!touched.every((stored) => mayEdit(stored.event, caller))) throw new Forbidden();
    const changes = touched.map((before) => ({ before, after: force ? undefined : inTrash(before) }));
    const before = storedEvent(event);
    // Occurrences are not created while the series is in the trash.
    const after = force ? undefined : withColumns(inTrash(before), { extendAt: null });
    // Deleted occurrences are removed first, since they refer to the series.
    await storeEvents(manager, changes);
    await storeEvents(manager, [{ before, after }]);
    if (!after) return event;
    Object.assign(event, after.event);
    await refreshCounts(manager, event);
    return event;
  }

  /** Updates all occurrences from their series, although the series itself has not changed. */
  async refresh(manager: EntityManager, series: EventWithRelations, caller: Caller): Promise<void> {
    if (series.recurrence !== null) await this.sync(manager, series, series, caller);
  }

  /**
   * Splits a series before one of its dates. If that date or an earlier one represents the series, another date before
   * it becomes the representative first.
   * @returns the new series; undefined if no date is earlier, so that the whole series is meant
   */
  private async splitBefore(
    manager: EntityManager,
    event: EventWithRelations,
    caller: Caller,
  ): Promise<EventWithRelations | undefined> {
    if (event.seriesId === null) return undefined;
    let series = isOccurrence(event) ? await this.seriesOf(manager, event, caller) : event;
    const rule = seriesRule(series);
    const start = new SeriesStarts(rule).startOf(event.seriesDate!);
    if (rule.representativeStart >= start) {
      const succession = rule.start < start ? await findSuccession(manager, series, start) : undefined;
      if (!succession) return undefined;
      await handOver(manager, succession, caller, storedEvent(series));
      series = await this.reload(manager, succession.successor.event.id);
    }
    await splitSeries(manager, series, event, caller);
    const ended = await this.reload(manager, series.id);
    // The split may leave one occurrence on a day that had several: its `seriesDate` then loses the time.
    await this.refresh(manager, ended, caller);
    return this.reload(manager, event.id);
  }

  private async seriesOf(
    manager: EntityManager,
    { seriesId }: EventWithRelations,
    caller: Caller,
  ): Promise<EventWithRelations> {
    const series = await this.reload(manager, seriesId!);
    if (!mayEdit(series, caller)) throw new Forbidden();
    return series;
  }

  private async reload(manager: EntityManager, id: number): Promise<EventWithRelations> {
    const [event] = await loadEvents(manager, [id], this.relatedRecords);
    if (!event) throw new OptimisticLockError();
    return event;
  }

  /** Updates the occurrences from their series, and reads the counts of its terms again. */
  private async sync(
    manager: EntityManager,
    before: EventWithRelations | undefined,
    series: EventWithRelations,
    caller: Caller,
    options: Pick<SyncOptions, 'isGivenUp' | 'isMoved'> = {},
  ): Promise<EventWithRelations> {
    const horizon = { now: new Date(), months: this.site.seriesHorizon };
    await syncSeries(manager, before, series, {
      ...options,
      horizon,
      mayEdit: (stored) => mayEdit(stored.event, caller),
    });
    await refreshCounts(manager, series);
    return series;
  }
}

/** Stores the overrides of an occurrence. An occurrence that is restored from the trash joins its series again. */
async function storeOverrides(
  manager: EntityManager,
  before: EventWithRelations,
  event: EventWithRelations,
): Promise<EventWithRelations> {
  const changed = changedFields(storedEvent(before), storedEvent(event));
  if (before.status === 'trash') {
    if (event.status === event.parent?.status) changed.delete('status');
    if (!(await restoreDate(manager, event))) return event;
  }
  const ownFields = withOverrides(before, changed);
  if (ownFields === event.ownFields) return event;
  await tableOf(manager, Event).update(manager, { id: event.id }, { ownFields });
  return Object.assign(event, { ownFields });
}
