import { Injectable } from '@nestjs/common';
import { type LinkedEvent, loadEvents } from '../events/relations/load.js';
import { isHandedOver } from '../events/schedule/stored-recurrence.js';
import { overriddenFieldsOf } from '../events/series/overrides.js';
import { type ExternalId } from '../events/write/event.writer.js';
import { SeriesWriter } from '../events/series/series.writer.js';
import { LinkedRecordCache } from '../resource/linked-record-cache.js';
import { Site } from '../site/site.js';
import { eventBody, textsBody } from './event-body.js';
import { EventStore } from './event-store.js';
import { leadOn, rowsOf } from './imported-records.js';
import { type LinkedRecord, LinkedWriter } from './linked-writer.js';
import { because } from './messages.js';
import { changedCells, isOlder, isOwn, ownBody } from './own.js';
import { counterpartOf } from './pairing.js';
import { type Pairs } from './pairs.js';
import {
  externalId,
  type ImportRecord,
  type LinkedName,
  momentOf,
  type Occurrence,
  type OwnRow,
  RecordError,
  storedId,
} from './record.js';
import {
  changedMembers,
  datesWithin,
  forgetUnsaid,
  membersOf,
  outcomesOf,
  recurrenceAfter,
  rememberSaid,
  statesOf,
} from './series-import.js';
import { onlyDate, seriesPlan, type SeriesPlan } from './series-plan.js';
import { type Outcome, type Write } from './write.js';

const FIELDS: Readonly<Record<LinkedName, string>> = {
  ...{ venues: 'venue', organizers: 'organizer', categories: 'categories', tags: 'tags' },
};

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

  async storeRecord(write: Write, told: ImportRecord, pairs: Pairs | undefined): Promise<readonly Outcome[]> {
    const { manager, known } = write;
    const current = known.get(externalId(told));
    if (told.own) return [await this.storeOwn(write, told, told.own)];
    // The source has only some fields of an event that this calendar has exported.
    if (known.size === 0 && (await isOwn(manager, told))) return told.occurrences.map(() => 'skipped');
    if (known.size === 0) {
      const paired =
        (await this.pairedBefore(write, told)) ?? (pairs && (await counterpartOf(told, pairs, write, this.shared)));
      if (paired) return [await this.storeTexts(write, told, paired)];
    }
    const record = await this.withLinks(write, told);
    if (record.isPart && current?.recurrence) return this.storePart(write, record, current);
    const plan =
      seriesPlan(record, current) ?? (current?.recurrence && !record.hasParts ? onlyDate(record) : undefined);
    return plan ? this.storeSeries(write, record, plan) : this.storeSingle(write, record);
  }

  private async withLinks(write: Write, record: ImportRecord): Promise<ImportRecord> {
    const stored = new Map<string, number | undefined>();
    const occurrences: Occurrence[] = [];
    for (const occurrence of record.occurrences) {
      const refs: [string, { id: number }[]][] = [];
      for (const [kind, sources] of Object.entries(occurrence.links ?? {})) {
        for (const linked of sources)
          if (!stored.has(linked.id)) stored.set(linked.id, await this.linked.store(write, linked));
        const ids = new Set(sources.flatMap(({ id }) => stored.get(id) ?? []));
        refs.push([FIELDS[kind as LinkedName], [...ids].map((id) => ({ id }))]);
      }
      occurrences.push({ ...occurrence, details: { ...occurrence.details, ...Object.fromEntries(refs) } });
    }
    return { ...record, occurrences };
  }

  private async pairedBefore({ manager, source }: Write, record: ImportRecord): Promise<LinkedEvent | undefined> {
    const [row] = await rowsOf(manager, 'events', externalId(record), source);
    const [event] = row ? await loadEvents(manager, [row.recordId], this.shared) : [];
    return event;
  }

  private async storeTexts(write: Write, record: ImportRecord, event: LinkedEvent): Promise<Outcome> {
    if (event.status === 'trash') return 'skipped';
    const { details, links } = record.occurrences[0]!;
    const { revision } = event;
    const body = textsBody(details, event, write.context.language);
    const stored = await this.store.writeBody(write, event, body, { name: externalId(record) });
    await leadOn(write, 'event', stored, details.slug);
    for (const [kind, linked] of Object.entries(links ?? {})) {
      const current = event.linked[kind] ?? [];
      // If there are several, it is not known which translations belong together.
      if (linked.length === 1 && current.length === 1)
        await this.linked.translate(write, linked[0]!, current[0] as LinkedRecord);
    }
    return stored.revision === revision ? 'unchanged' : 'updated';
  }

  private async storeOwn(write: Write, record: ImportRecord, own: OwnRow): Promise<Outcome> {
    const [event] = await loadEvents(write.manager, [own.id], this.shared);
    const { language, caller } = write.context;
    const changed = event && changedCells(event, own, { site: this.site, language, caller });
    if (!changed) throw new RecordError(because('notOwn', own.id));
    if (event.status === 'trash') return 'skipped';
    const body = ownBody(eventBody(record.occurrences[0]!, undefined, undefined, write), changed, own);
    if (Object.keys(body).length === 0) return 'unchanged';
    if (write.keepLocal && isOlder(own, event, this.site.timezone)) {
      for (const field of Object.keys(body)) write.kept.add(`${event.id} ${field}`);
      return 'unchanged';
    }
    const { revision } = event;
    const stored = await this.store.writeBody(write, event, body);
    return stored.revision === revision ? 'unchanged' : 'updated';
  }

  private async storeSeries(write: Write, record: ImportRecord, plan: SeriesPlan): Promise<Outcome[]> {
    const { manager, known, context } = write;
    const current = known.get(externalId(record));
    if (current?.status === 'trash') return record.occurrences.map(() => 'skipped');
    const before = await statesOf(manager, current ? await membersOf(manager, current) : []);
    const recurrence = await recurrenceAfter(manager, plan.recurrence, current);
    const isForgotten = await forgetUnsaid(manager, current, plan.changed);
    const series = await this.store.write(write, current, {
      occurrence: atOwnTimes(current, plan.first),
      ...(recurrence !== undefined && { recurrence }),
      ...named(storedId(record)),
    });
    if (isForgotten) await this.events.refresh(manager, series, context.caller);
    for (const { event, occurrence } of await changedMembers(manager, series, plan.changed, this.shared)) {
      const own = overriddenFieldsOf(event);
      const date = { occurrence, name: externalId(record, occurrence.key), series };
      await rememberSaid(manager, own, await this.store.write(write, event, date));
    }
    await this.leadOnDates(write, series, record);
    const after = await statesOf(manager, [...before.keys(), ...(await membersOf(manager, series))]);
    const outcomes = outcomesOf(before, after);
    for (const occurrence of plan.others)
      outcomes.push(await this.storeOne(write, occurrence, storedId(record, occurrence.key), series));
    return outcomes;
  }

  private async leadOnDates(write: Write, series: LinkedEvent, record: ImportRecord): Promise<void> {
    const slugs = new Map(record.occurrences.flatMap((one) => (one.details.slug ? [[one.start, one] as const] : [])));
    for (const { event, occurrence } of await changedMembers(write.manager, series, slugs, this.shared))
      await leadOn(write, 'event', event, occurrence.details.slug);
  }

  private async storePart(write: Write, record: ImportRecord, series: LinkedEvent): Promise<Outcome[]> {
    const { manager, context } = write;
    const all = datesWithin(record, series);
    if (series.status === 'trash') return record.occurrences.map(() => 'skipped');
    if (all.has(series.startWall)) throw new RecordError(because('firstAlone'));
    const members = await changedMembers(manager, series, all, this.shared);
    const ids = members.map(({ event }) => event.id);
    const before = await statesOf(manager, ids);
    for (const { event, occurrence } of members) {
      if (occurrence.isLeftOut) await this.events.remove(manager, event, false, context.caller);
      // Stored like a change in the calendar, which later files of the whole series do not undo.
      else await this.store.write(write, event, { occurrence, name: externalId(record, occurrence.key), series });
    }
    const outcomes = outcomesOf(before, await statesOf(manager, ids));
    return [...outcomes, ...Array<Outcome>(all.size - members.length).fill('skipped')];
  }

  /** Stores a record of which at most one date takes place. */
  private async storeSingle(write: Write, record: ImportRecord): Promise<Outcome[]> {
    const { occurrences } = record;
    const current = write.known.get(externalId(record));
    if (record.isNumbered && current && !isOfRow(current, occurrences[0]!)) throw new RecordError(because('otherRow'));
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
    const current = write.known.get(externalId.name);
    const before = current?.revision;
    if (current?.status === 'trash' || (!current && occurrence.isLeftOut)) return 'skipped';
    if (current && occurrence.isLeftOut) {
      await this.events.remove(write.manager, current, false, write.context.caller);
      return 'trashed';
    }
    const wanted = { occurrence, parent, ...named(externalId) };
    const event = await this.store.write(write, current, wanted);
    return before === undefined ? 'created' : event.revision === before ? 'unchanged' : 'updated';
  }
}

function named(externalId: ExternalId) {
  return { name: externalId.name, externalId };
}

/**
 * If the first date of a series was changed or removed alone in the calendar, another date represents the series, and
 * keeps its own times.
 */
function atOwnTimes(current: LinkedEvent | undefined, occurrence: Occurrence): Occurrence {
  if (!current || !isHandedOver(current)) return occurrence;
  const { startWall, endWall, timezone, allDay } = current;
  const said = (local: string) => (allDay ? local.slice(0, 10) : local);
  return { ...occurrence, start: said(startWall), end: said(endWall), timezone, allDay };
}

/** Whether an event has the title or the start of a row. With neither, the row may be that of another table. */
function isOfRow({ translations, startUtc }: LinkedEvent, { start, timezone, details }: Occurrence): boolean {
  return (
    momentOf(start, { timezone })?.utc.getTime() === startUtc.getTime() ||
    translations.some(({ name }) => name === details.title)
  );
}
