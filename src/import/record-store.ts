import { Injectable } from '@nestjs/common';
import { type LinkedEvent, loadEvents } from '../events/relations/load.js';
import { isHandedOver } from '../events/schedule/stored-recurrence.js';
import { overriddenFieldsOf } from '../events/series/overrides.js';
import { type ExternalId } from '../events/write/event.writer.js';
import { SeriesWriter } from '../events/series/series.writer.js';
import { LinkedRecordCache } from '../resource/linked-record-cache.js';
import { Site } from '../site/site.js';
import { eventBody, type LinkedRefs, textsBody } from './event-body.js';
import { EventStore } from './event-store.js';
import { externalId, storedId } from './external-ids.js';
import { leadOn, rowsOf } from './imported-records.js';
import { type LinkedRecord, LinkedWriter } from './linked-writer.js';
import { because } from './messages.js';
import { isOwn } from './own-events.js';
import { changedCells, isOlder, ownBody } from './own-rows.js';
import { counterpartOf } from './pairing.js';
import { type Details, type ImportRecord, momentOf, type Occurrence, type OwnRow, RecordError } from './record.js';
import {
  changedMembers,
  datesWithin,
  forgetUnsaid,
  outcomesOf,
  recurrenceAfter,
  rememberSaid,
  seriesState,
  statesOf,
} from './series-import.js';
import { onlyDate, seriesPlan, type SeriesPlan } from './series-plan.js';
import { type ImportOptions, type LinkedOutcome, type Outcome, type Wanted, type Write } from './write.js';

/** Finds or creates the events of a record: single events, series, and translations of others. */
@Injectable()
export class RecordStore {
  constructor(
    private readonly store: EventStore,
    private readonly events: SeriesWriter,
    private readonly shared: LinkedRecordCache,
    private readonly linked: LinkedWriter,
    private readonly site: Site,
  ) {}

  /** @returns the outcome of each event */
  async storeRecord(write: Write, record: ImportRecord, { pairs }: ImportOptions): Promise<readonly Outcome[]> {
    const { manager, known, context, source } = write;
    const current = known.get(externalId(record));
    if (record.own) return [await this.storeOwn(write, record, record.own)];
    // The file has only some fields of an event that this calendar has exported.
    if (known.size === 0 && (await isOwn(manager, record))) return record.occurrences.map(() => 'skipped');
    if (known.size === 0) {
      const search = { manager, language: context.language, source, shared: this.shared };
      const paired =
        (await this.pairedBefore(write, record)) ?? (pairs && (await counterpartOf(record, pairs, search)));
      if (paired) return [await this.storeTexts(write, record, paired)];
    }
    await this.withLinks(write, record);
    if (record.isPart && current?.recurrence) return this.storePart(write, record, current);
    const plan =
      seriesPlan(record, current) ?? (current?.recurrence && !record.hasParts ? onlyDate(record) : undefined);
    return plan ? this.storeSeries(write, record, plan) : this.storeSingle(write, record);
  }

  /** Stores the venues, organizers and terms of a record that have ids, before the events that refer to them. */
  private async withLinks(write: Write, record: ImportRecord): Promise<void> {
    const refs = new Map<Details, LinkedRefs>();
    const stored = new Map<string, LinkedOutcome | undefined>();
    for (const { details } of record.occurrences) {
      if (!details.links || refs.has(details)) continue;
      const kinds: [string, { id: number }[]][] = [];
      for (const [kind, sources] of Object.entries(details.links)) {
        for (const linked of sources)
          if (!stored.has(linked.id)) stored.set(linked.id, await this.linked.store(write, linked));
        const ids = sources.flatMap(({ id }) => stored.get(id)?.id ?? []);
        kinds.push([kind, [...new Set(ids)].map((id) => ({ id }))]);
      }
      refs.set(details, Object.fromEntries(kinds));
    }
    if (refs.size > 0) Object.assign(write.options, { linked: refs });
  }

  /** The event that an earlier import has paired with a record. */
  private async pairedBefore({ manager, source }: Write, record: ImportRecord): Promise<LinkedEvent | undefined> {
    const [row] = await rowsOf(manager, 'events', externalId(record), source);
    const [event] = row ? await loadEvents(manager, [row.recordId], this.shared) : [];
    return event;
  }

  /** Stores the texts of a record as the translation of an event. */
  private async storeTexts(write: Write, record: ImportRecord, event: LinkedEvent): Promise<Outcome> {
    const { manager, context } = write;
    if (event.status === 'trash') return 'skipped';
    const { details } = record.occurrences[0]!;
    const { revision } = event;
    const body = textsBody(details, event, context.language);
    const stored = await this.store.writeBody(write, event, body, { name: externalId(record) });
    await leadOn(manager, 'event', stored, { language: context.language, slug: details.slug });
    for (const [kind, sources] of Object.entries(details.links ?? {})) {
      const [linked, record] = [sources, event.linked[kind] ?? []];
      // If there are several, it is not known which translations belong together.
      if (linked.length === 1 && record.length === 1)
        await this.linked.translate(write, linked[0]!, record[0] as LinkedRecord);
    }
    return stored.revision === revision ? 'unchanged' : 'updated';
  }

  /** Stores the changes in a row of a table that this calendar has exported. */
  private async storeOwn(write: Write, record: ImportRecord, own: OwnRow): Promise<Outcome> {
    const [event] = await loadEvents(write.manager, [own.id], this.shared);
    const { language, caller } = write.context;
    const changed = event && changedCells(event, own, { site: this.site, language, caller });
    if (!changed) throw new RecordError(because((messages) => messages.notOwn(own.id)));
    if (event.status === 'trash') return 'skipped';
    const occurrence = record.occurrences[0]!;
    const all = eventBody(occurrence, undefined, undefined, write.options);
    const body = ownBody(all, changed, own);
    if (Object.keys(body).length === 0) return 'unchanged';
    if (write.keepLocal && isOlder(own, event, this.site.timezone)) {
      for (const field of Object.keys(body)) write.kept.add(`${event.id} ${field}`);
      return 'unchanged';
    }
    const { revision } = event;
    const stored = await this.store.writeBody(write, event, body);
    return stored.revision === revision ? 'unchanged' : 'updated';
  }

  /** Stores a record with several dates as one series, with overrides of single dates. */
  private async storeSeries(write: Write, record: ImportRecord, plan: SeriesPlan): Promise<Outcome[]> {
    const { manager, known } = write;
    const current = known.get(externalId(record));
    if (current?.status === 'trash') return record.occurrences.map(() => 'skipped');
    const before = await seriesState(manager, current);
    const recurrence = await recurrenceAfter(manager, plan.recurrence, current);
    const isForgotten = await forgetUnsaid(manager, current, plan.changed);
    const series = await this.store.write(write, current, {
      occurrence: current && isHandedOver(current) ? atTimesOf(current, plan.first) : plan.first,
      ...(recurrence !== undefined && { recurrence }),
      externalId: storedId(record),
    });
    if (isForgotten) await this.events.refresh(manager, series, write.context.caller);
    await this.storeChanged(write, series, record, plan.changed);
    await this.leadOnDates(write, series, record);
    const after = await seriesState(manager, series);
    const left = await statesOf(
      manager,
      [...before.keys()].filter((id) => !after.has(id)),
    );
    const outcomes = outcomesOf(before, new Map([...after, ...left]));
    for (const occurrence of plan.others)
      outcomes.push(await this.storeOne(write, occurrence, storedId(record, occurrence.key), series));
    return outcomes;
  }

  /** Stores the slugs that dates of a series had in their source as former slugs. */
  private async leadOnDates({ manager, context }: Write, series: LinkedEvent, record: ImportRecord): Promise<void> {
    const named = new Map(record.occurrences.flatMap((one) => (one.details.slug ? [[one.start, one] as const] : [])));
    for (const { event, occurrence } of await changedMembers(manager, series, named, this.shared))
      await leadOn(manager, 'event', event, { language: context.language, slug: occurrence.details.slug });
  }

  /** Stores overrides of an existing series whose file lacks the series itself. */
  private async storePart(write: Write, record: ImportRecord, series: LinkedEvent): Promise<Outcome[]> {
    const { manager, context } = write;
    const all = datesWithin(record, series);
    if (series.status === 'trash') return record.occurrences.map(() => 'skipped');
    if (all.has(series.startWall)) throw new RecordError(because((messages) => messages.firstAlone));
    const before = await seriesState(manager, series);
    const members = await changedMembers(manager, series, all, this.shared);
    for (const { event, occurrence } of members) {
      if (occurrence.isLeftOut) await this.events.remove(manager, event, false, context.caller);
      // Stored like a change in the calendar, which later files of the whole series do not undo.
      else await this.store.write(write, event, { occurrence, date: dateOf(record, series, occurrence) });
    }
    const after = await statesOf(
      manager,
      members.map(({ event }) => event.id),
    );
    // Ignores dates that the series does not have.
    return [...outcomesOf(before, after), ...Array<Outcome>(all.size - members.length).fill('skipped')];
  }

  private async storeChanged(
    write: Write,
    series: LinkedEvent,
    record: ImportRecord,
    changed: ReadonlyMap<string, Occurrence>,
  ): Promise<void> {
    const { manager } = write;
    for (const { event, occurrence } of await changedMembers(manager, series, changed, this.shared)) {
      const before = overriddenFieldsOf(event);
      const date = dateOf(record, series, occurrence);
      await rememberSaid(manager, before, await this.store.write(write, event, { occurrence, date }));
    }
  }

  /** Stores a record of which at most one date takes place. */
  private async storeSingle(write: Write, record: ImportRecord): Promise<Outcome[]> {
    const { occurrences } = record;
    const current = write.known.get(externalId(record));
    if (record.isNumbered && current && !isOfRow(current, occurrences[0]!))
      throw new RecordError(because((messages) => messages.otherRow));
    const main = occurrences.find(({ isLeftOut }) => !isLeftOut) ?? occurrences[0];
    const outcomes: Outcome[] = [];
    for (const occurrence of occurrences) {
      const ofDate = storedId(record, occurrence.key);
      const isMain = occurrence === main && !write.known.has(ofDate.name);
      outcomes.push(await this.storeOne(write, occurrence, isMain ? storedId(record) : ofDate));
    }
    return outcomes;
  }

  /** @param parent the series beside which the date stands */
  private async storeOne(
    write: Write,
    occurrence: Occurrence,
    externalId: ExternalId,
    parent?: LinkedEvent,
  ): Promise<Outcome> {
    const { manager, context } = write;
    const current = write.known.get(externalId.name);
    const before = current?.revision;
    if (current?.status === 'trash' || (!current && occurrence.isLeftOut)) return 'skipped';
    if (current && occurrence.isLeftOut) {
      await this.events.remove(manager, current, false, context.caller);
      return 'trashed';
    }
    // A first date that was removed here stays so, whatever is said of it alone.
    const said = current && isHandedOver(current) ? atTimesOf(current, occurrence) : occurrence;
    const event = await this.store.write(write, current, { occurrence: said, parent, externalId });
    return before === undefined ? 'created' : event.revision === before ? 'unchanged' : 'updated';
  }
}

function dateOf(record: ImportRecord, series: LinkedEvent, { key }: Occurrence): Wanted['date'] {
  return { series, name: externalId(record, key) };
}

/**
 * The fields of a series in a file, without its times, since those of the first date may differ from those of the
 * record that represents the series.
 */
function atTimesOf({ startWall, endWall, timezone, allDay }: LinkedEvent, first: Occurrence): Occurrence {
  const [start, end] = [startWall, endWall].map((local) => (allDay ? local.slice(0, 10) : local)) as [string, string];
  return { ...first, start, end, timezone, allDay };
}

/** Whether an event has the title or the start of a row. With neither, the row may be that of another table. */
function isOfRow({ translations, startUtc }: LinkedEvent, { start, timezone, details }: Occurrence): boolean {
  return (
    momentOf(start, { timezone })?.utc.getTime() === startUtc.getTime() ||
    translations.some(({ name }) => name === details.title)
  );
}
