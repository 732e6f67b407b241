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
import { type StoredEvent, storedEvent, withColumns } from '../write/stored-event.js';
import { endsSeries, inputForDate, inputForSeries } from './apply-all.js';
import { type DatesMeant, datesMeant } from './dates-meant.js';
import { bequeathFormerSeries } from './former-series.js';
import { excludeDate, loadOccurrences, storeOverrides } from './occurrences.js';
import { changedFields, inTrash, overriddenFieldsOf } from './overrides.js';
import { baseOf, hasOwnValues, ownValueColumns, withBaseValues, writeBase } from './own-values.js';
import { splitSeries } from './split.js';
import { findSuccession, handOver } from './succession.js';
import { syncSeries, type SyncOptions } from './sync.js';

/** Options of a deletion: whether it is permanent, which dates it applies to, and who requested it. */
export interface Removal {
  readonly force: boolean;
  readonly apply?: Apply | undefined;
  readonly caller: Caller;
}

/** Writes to dates of a series, or removes them, through one of them. */
type SeriesWrite<I> = (manager: EntityManager, current: EventWithRelations, input: I) => Promise<EventWithRelations>;

/** Stores events like `EventWriter`, and applies writes to a series to its occurrences in the same transaction. */
@Injectable()
export class SeriesWriter {
  private readonly writes: Readonly<Record<DatesMeant, SeriesWrite<EventInput>>> = {
    itself: this.store.bind(this),
    own: this.storeOwn.bind(this),
    following: this.storeFollowing.bind(this),
    all: this.storeAll.bind(this),
  };

  private readonly removals: Readonly<Record<DatesMeant, SeriesWrite<Removal>>> = {
    itself: this.removeRecord.bind(this),
    own: this.removeOwn.bind(this),
    following: this.removeFollowing.bind(this),
    all: this.removeAll.bind(this),
  };

  constructor(
    private readonly events: EventWriter,
    private readonly site: Site,
    private readonly relatedRecords: RelatedRecordCache,
  ) {}

  /**
   * Stores an event: a single one, an occurrence, or the values of a series, which its record gets as well unless it
   * overrides them.
   * @param current undefined on create
   * @throws {InvalidParameters} with all errors at once; nothing is stored then
   */
  async store(
    manager: EntityManager,
    current: EventWithRelations | undefined,
    input: EventInput,
  ): Promise<EventWithRelations> {
    if (current?.recurrence && hasOwnValues(current))
      return this.writeBase(manager, current, (base) => this.store(manager, base, input));
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
   * Writes to the dates of a series that `apply` means.
   * @throws {InvalidParameters} for `following` on an event that belongs to no series, with all other errors
   */
  async update(
    manager: EntityManager,
    current: EventWithRelations,
    input: EventInput,
    apply: Apply | undefined,
  ): Promise<EventWithRelations> {
    if (apply === 'following' && current.seriesId === null)
      input.errors.add('apply', (messages) => messages.notInSeries);
    // A series in the trash is restored as a whole.
    const isWhole = apply === 'this' && current.status === 'trash';
    const write = this.writes[datesMeant(current, isWhole ? undefined : apply)];
    return write(manager, current, input);
  }

  /**
   * Writes a former state of one of the two that the record of a series has: the values that its dates follow, or those of
   * its own date. Fields of that date which equal those of the series follow it again.
   */
  async restore(
    manager: EntityManager,
    series: EventWithRelations,
    input: EventInput,
    part: 'series' | 'date',
  ): Promise<EventWithRelations> {
    if (part === 'series') {
      if (isOccurrence(series)) return series;
      const write = (base: EventWithRelations) =>
        this.store(manager, base, inputForSeries(base, base, input, this.site));
      return hasOwnValues(series) ? this.writeBase(manager, series, write) : write(series);
    }
    if (series.recurrence === null) return this.store(manager, series, input);
    const body = { ...input.body, recurrence: undefined };
    const event = storedEvent(await this.storeOwn(manager, series, { ...input, body }));
    const base = await baseOf(manager, event);
    const columns = ownValueColumns(base, changedFields(base, event));
    await tableOf(manager, Event).update(manager, { id: series.id }, columns);
    return this.reload(manager, series.id);
  }

  /** The records that represent what a write means: a date, its series, or the parts into which it divides the series. */
  async recordsOf(
    manager: EntityManager,
    event: EventWithRelations,
    apply: Apply | undefined,
  ): Promise<EventWithRelations[]> {
    const meant = datesMeant(event, apply);
    if (!isOccurrence(event) || meant === 'itself') return [event];
    const series = await loadEvents(manager, [event.seriesId!], this.relatedRecords);
    return meant === 'all' ? series : [...series, event];
  }

  /** Writes to the own date of the record of a series: the changed fields no longer follow the series. */
  private async storeOwn(
    manager: EntityManager,
    current: EventWithRelations,
    input: EventInput,
  ): Promise<EventWithRelations> {
    const { body, errors } = input;
    if (isDeepStrictEqual(body.recurrence, publicRecurrence(current))) body.recurrence = undefined;
    if (body.recurrence !== undefined) errors.add('recurrence', (messages) => messages.ruleOfAll);
    const before = storedEvent(current);
    const base = await baseOf(manager, before);
    const event = await this.events.store(manager, current, { ...input, isDateAlone: true });
    if (event.revision === before.event.revision) return event;
    const changed = changedFields(before, storedEvent(event));
    const columns = ownValueColumns(base, new Set([...overriddenFieldsOf(event), ...changed]));
    await tableOf(manager, Event).update(manager, { id: event.id }, columns);
    return Object.assign(event, columns);
  }

  /** Writes to an occurrence and all later ones, which become a new series. */
  private async storeFollowing(
    manager: EntityManager,
    current: EventWithRelations,
    input: EventInput,
  ): Promise<EventWithRelations> {
    const { body, context } = input;
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
    const isDate = isOccurrence(current);
    if (!isDate && !isHandedOver(current) && !hasOwnValues(current)) return this.store(manager, current, input);
    const series = isDate ? await this.seriesOf(manager, current, input.context.caller) : current;
    const write = (base: EventWithRelations) =>
      this.store(manager, base, inputForSeries(current, base, input, this.site));
    const stored = hasOwnValues(series) ? await this.writeBase(manager, series, write) : await write(series);
    if (series === current && !hasOwnValues(series)) return stored;
    const event = await this.reload(manager, current.id);
    const isGone = event.seriesId === null || (event.status === 'trash' && input.body.status === undefined);
    if (isDate && isGone) return event;
    // The date keeps its overrides, to which the values of this write are added.
    const own = inputForDate(current, input, this.site);
    return event.recurrence === null ? this.store(manager, event, own) : this.storeOwn(manager, event, own);
  }

  /** Runs a write to a series as if its record had no values of its own, which it gets back afterwards. */
  private writeBase(
    manager: EntityManager,
    series: EventWithRelations,
    write: (base: EventWithRelations) => Promise<EventWithRelations>,
  ): Promise<EventWithRelations> {
    return writeBase(manager, series, (id) => this.reload(manager, id), write);
  }

  /** The record of a series with the values that its other dates follow; any other event as it is. */
  withBaseValues(manager: EntityManager, event: EventWithRelations): Promise<EventWithRelations> {
    return withBaseValues(manager, event, this.relatedRecords);
  }

  /**
   * Moves dates of a series, chosen as in `update`, to the trash, or deletes them permanently. If the date that
   * represents the series is removed alone, the next one represents it afterwards. The following dates become a separate
   * series, which is removed. The date of a removed occurrence is excluded from its series.
   * @returns the event in the trash, or as it was before it was deleted
   * @throws {Forbidden} if the caller may not change all of these dates
   */
  async remove(manager: EntityManager, event: EventWithRelations, removal: Removal): Promise<EventWithRelations> {
    return this.removals[datesMeant(event, removal.apply)](manager, event, removal);
  }

  /** Removes the date of the record of a series: the next date becomes the record first. */
  private async removeOwn(manager: EntityManager, event: EventWithRelations, removal: Removal) {
    const succession = await findSuccession(manager, event);
    if (!succession) return this.removeRecord(manager, event, removal);
    await handOver(manager, succession, storedEvent(event));
    return this.removeRecord(manager, await this.reload(manager, event.id), removal);
  }

  private async removeFollowing(manager: EntityManager, event: EventWithRelations, removal: Removal) {
    const begun = await this.splitBefore(manager, event, removal.caller);
    return begun ? this.removeRecord(manager, begun, removal) : this.removeAll(manager, event, removal);
  }

  private async removeAll(manager: EntityManager, event: EventWithRelations, removal: Removal) {
    if (!isOccurrence(event)) return this.removeRecord(manager, event, removal);
    if (event.status === 'trash' && !removal.force) throw new RecordInTrash(EVENT);
    await this.removeRecord(manager, await this.seriesOf(manager, event, removal.caller), removal);
    return removal.force ? event : this.reload(manager, event.id);
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
    const modifiedById = caller?.id ?? null;
    const trashed = (stored: StoredEvent) => withColumns(inTrash(stored), { modifiedById });
    const changes = touched.map((before) => ({ before, after: force ? undefined : trashed(before) }));
    const before = storedEvent(event);
    // Occurrences are not created while the series is in the trash.
    const after = force ? undefined : withColumns(trashed(before), { extendAt: null });
    if (force) await bequeathFormerSeries(manager, event.id);
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
   * Splits a series before one of its dates. If a later date represents the series, one before it becomes the
   * representative first.
   * @returns the new series; undefined if no date is earlier, so that the whole series is meant
   */
  private async splitBefore(
    manager: EntityManager,
    event: EventWithRelations,
    caller: Caller,
  ): Promise<EventWithRelations | undefined> {
    if (!isOccurrence(event)) return undefined;
    let series = await this.seriesOf(manager, event, caller);
    const rule = seriesRule(series);
    const start = new SeriesStarts(rule).startOf(event.seriesDate!);
    if (rule.representativeStart >= start) {
      const succession = rule.start < start ? await findSuccession(manager, series, start) : undefined;
      if (!succession) return undefined;
      await handOver(manager, succession, storedEvent(series));
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
    // Another write has ended the series, or given it another record, since the date was read.
    if (series.recurrence === null) throw new OptimisticLockError();
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
