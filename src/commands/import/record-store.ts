import { Injectable } from '@nestjs/common';
import { ImportedRecord } from '../../calendar/records/identity/imported-record.entity.js';
import { isDuplicate, OptimisticLockError } from '../../database/database-errors.js';
import { tableOf } from '../../database/sql/table.js';
import { FieldErrors } from '../../lib/errors/field-error.js';
import { CreateEventDto, UpdateEventDto } from '../../calendar/events/event.dto.js';
import { type EventWithRelations, RELATIONS } from '../../calendar/events/relations/relations.js';
import { isHandedOver } from '../../calendar/events/schedule/stored-recurrence.js';
import { SeriesWriter } from '../../calendar/events/series/series.writer.js';
import { type ExternalId } from '../../calendar/events/write/event.writer.js';
import { RevisionLog } from '../../calendar/resource/revision-log.js';
import { storeWithRevisions } from '../../calendar/resource/store-with-revisions.js';
import { EVENTS } from '../../calendar/events/event.resource.js';
import { Extensions } from '../../calendar/extension-api/extensions.js';
import { type Recurrence } from '../../lib/recurrence/recurrence.js';
import { Site } from '../../http/urls/site.js';
import { type DtoClass } from '../../http/validation/dto-class.js';
import { type IdOrText } from '../../http/validation/parsers.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { CreateVenueDto } from '../../calendar/venues/venue.dto.js';
import { type TextBody } from '../../calendar/records/translations/text-changes.js';
import { type RelationInput } from '../../calendar/resource/relation-fields.js';
import { eventBody, textsBody } from './event-body.js';
import {
  addFormerSlug,
  type Digests,
  digestsAfter,
  locallyChangedFields,
  saveImportedRecord,
  withoutLocalChanges,
} from './imported-records.js';
import { type SavedRelatedRecord, RelatedWriter } from './related-writer.js';
import { recordError } from './messages.js';
import { bodyOfChangedCells, changedCells, isOlderThanEvent, isOwnExport } from './own-exports.js';
import { counterpartOf } from './pairing.js';
import {
  type Body,
  type ExportedRow,
  externalId,
  type ImportRecord,
  relationsOf,
  momentOf,
  type Occurrence,
  storedId,
  withoutUndefined,
} from './record.js';
import {
  changedMembers,
  markSourceOverrides,
  membersOf,
  mergedRecurrence,
  occurrencesByLocalStart,
  outcomesOf,
  removeObsoleteOverrides,
} from './series-import.js';
import { type SeriesPlan, seriesPlan } from './series-plan.js';
import { type Outcome, type WriteContext } from './write.js';

/** The fields of an event by the kinds of records that they refer to. */
const FIELDS = new Map(RELATIONS.map(({ name, field }) => [name, field]));

/** The unique index of events by their id in their source. */
const EXTERNAL_ID = { index: 'UQ_events_external', table: 'events', columns: ['externalId'] };

/** Identifies an event in its source, so that the digests of its last import can be found. */
interface SourceReference {
  readonly name: string;
  /** Stored in the event, to match it in the next import; undefined if the event keeps another ID or none. */
  readonly externalId?: ExternalId;
  /** The series, if the event is one of its occurrences. */
  readonly series?: EventWithRelations;
}

type Transaction = Pick<WriteContext, 'manager' | 'context' | 'load'>;

interface PlannedEvent extends SourceReference {
  readonly occurrence: Occurrence;
  /** The series that the event belongs to without being one of its occurrences. */
  readonly parent?: EventWithRelations | undefined;
  /** Null ends the series; undefined keeps it. */
  readonly recurrence?: Recurrence | null | undefined;
}

/** Finds or creates the events of a record: single events, series, and translations of others. */
@Injectable()
export class RecordStore {
  constructor(
    private readonly events: SeriesWriter,
    private readonly related: RelatedWriter,
    private readonly extensions: Extensions,
    private readonly validation: RequestValidationPipe,
    private readonly revisions: RevisionLog,
    private readonly site: Site,
  ) {}

  async storeRecord(write: WriteContext, record: ImportRecord): Promise<readonly Outcome[]> {
    if (record.own) return [await this.storeExportedRow(write, record, record.own)];
    if (write.known.size === 0) {
      // An iCalendar export has only some fields of the event: importing it would replace the event by less.
      if (await isOwnExport(write.manager, record)) return skipped(record);
      const counterpart = await counterpartOf(record, write);
      if (counterpart) return [await this.storeTexts(write, record, counterpart)];
    }
    const resolved = await this.withRelations(write, record);
    const known = write.known.get(externalId(record));
    // A source describes the whole series, not the values that one of its dates was given in the calendar.
    const current = known && (await this.events.withBaseValues(write.manager, known));
    if (record.hasOnlyOverrides && current?.recurrence) return this.storePart(write, resolved, current);
    const plan = seriesPlan(resolved, current);
    return plan ? this.storeSeries(write, resolved, current, plan) : this.storeSingle(write, resolved, current);
  }

  /** Stores the related records of a record, and refers to them by their ids. */
  private async withRelations(write: WriteContext, record: ImportRecord): Promise<ImportRecord> {
    const stored = new Map<string, number | undefined>();
    const occurrences: Occurrence[] = [];
    for (const occurrence of record.occurrences) {
      const references: Record<string, unknown> = {};
      for (const [kind, sources] of relationsOf(occurrence)) {
        for (const related of sources)
          if (!stored.has(related.id)) stored.set(related.id, await this.related.store(write, related));
        const ids = new Set(sources.flatMap(({ id }) => stored.get(id) ?? []));
        references[FIELDS.get(kind)!] = [...ids].map((id) => ({ id }));
      }
      occurrences.push({ ...occurrence, details: { ...occurrence.details, ...references } });
    }
    return { ...record, occurrences };
  }

  private async storeTexts(write: WriteContext, record: ImportRecord, event: EventWithRelations): Promise<Outcome> {
    if (event.status === 'trash') return 'skipped';
    const occurrence = record.occurrences[0]!;
    const body = textsBody(occurrence.details, event, {
      language: write.context.language,
      currency: this.site.currency,
    });
    const stored = await this.writeBody(write, event, body, { name: externalId(record) });
    await addFormerSlug(write, 'event', stored.event, occurrence.details.slug);
    for (const [kind, [related, ...others]] of relationsOf(occurrence)) {
      const current = event.related[kind] ?? [];
      // If there are several, it is not known which translations belong together.
      if (related && others.length === 0 && current.length === 1)
        await this.related.translate(write, related, current[0] as SavedRelatedRecord);
    }
    return stored.outcome;
  }

  private async storeExportedRow(write: WriteContext, record: ImportRecord, own: ExportedRow): Promise<Outcome> {
    const [event] = await write.load([own.id]);
    const { language, caller } = write.context;
    const changed = event && changedCells(event, own, { site: this.site, language, caller });
    if (!changed) throw recordError('notOwn', own.id);
    if (event.status === 'trash') return 'skipped';
    const body: Body = bodyOfChangedCells(
      eventBody(record.occurrences[0]!, undefined, undefined, write, this.site),
      changed,
      own,
    );
    if (Object.keys(body).length === 0) return 'unchanged';
    if (write.keepLocal && isOlderThanEvent(own, event, this.site.timezone)) {
      for (const field of Object.keys(body)) write.kept.add(`${event.id} ${field}`);
      return 'unchanged';
    }
    return (await this.writeBody(write, event, body)).outcome;
  }

  private async storeSeries(
    write: WriteContext,
    record: ImportRecord,
    current: EventWithRelations | undefined,
    plan: SeriesPlan,
  ): Promise<Outcome[]> {
    const { manager, context } = write;
    if (current?.status === 'trash') return skipped(record);
    const before = await membersOf(manager, current ? [current.id] : [], current?.id);
    const recurrence = mergedRecurrence(plan.recurrence, current, before);
    const isForgotten = current?.recurrence && (await removeObsoleteOverrides(manager, before, plan.overrides));
    const planned = { occurrence: atOwnTimes(current, plan.first), recurrence, ...named(storedId(record)) };
    const { event: series } = await this.writePlanned(write, current, planned);
    if (isForgotten) await this.events.refresh(manager, series, context.caller);
    for (const { event, occurrence } of await changedMembers(write, series, plan.overrides)) {
      const { ownFields } = event;
      const date = { occurrence, name: externalId(record, occurrence.key), series };
      await markSourceOverrides(manager, { ownFields }, (await this.writePlanned(write, event, date)).event);
    }
    const slugs = new Map(
      record.occurrences.flatMap((occurrence) =>
        occurrence.details.slug ? [[occurrence.start, occurrence] as const] : [],
      ),
    );
    for (const { event, occurrence } of await changedMembers(write, series, slugs))
      await addFormerSlug(write, 'event', event, occurrence.details.slug);
    const outcomes = outcomesOf(before, await membersOf(manager, [...before.keys(), series.id], series.id));
    for (const occurrence of plan.standalone)
      outcomes.push(await this.storeOne(write, occurrence, storedId(record, occurrence.key), series));
    return outcomes;
  }

  private async storePart(write: WriteContext, record: ImportRecord, series: EventWithRelations): Promise<Outcome[]> {
    const { manager } = write;
    const all = occurrencesByLocalStart(record, series);
    if (series.status === 'trash') return skipped(record);
    if (all.has(series.startWall)) throw recordError('firstAlone');
    const members = await changedMembers(write, series, all);
    const ids = members.map(({ event }) => event.id);
    const before = await membersOf(manager, ids);
    for (const { event, occurrence } of members) {
      if (occurrence.isExcluded) await this.remove(write, event);
      // Stored like a change by an editor, so that a later file with the whole series does not undo it.
      else await this.writePlanned(write, event, { occurrence, name: externalId(record, occurrence.key), series });
    }
    const outcomes = outcomesOf(before, await membersOf(manager, ids));
    return [...outcomes, ...Array<Outcome>(all.size - members.length).fill('skipped')];
  }

  /** Stores a record of which at most one date takes place. */
  private async storeSingle(write: WriteContext, record: ImportRecord, current: EventWithRelations | undefined) {
    const { occurrences } = record;
    if (record.isNumbered && current && !isOfRow(current, occurrences[0]!)) throw recordError('otherRow');
    const main = occurrences.find(({ isExcluded }) => !isExcluded) ?? occurrences[0];
    const outcomes: Outcome[] = [];
    for (const occurrence of occurrences) {
      const ofDate = storedId(record, occurrence.key);
      const isMain = occurrence === main && !write.known.has(ofDate.name);
      outcomes.push(await this.storeOne(write, occurrence, isMain ? storedId(record) : ofDate));
    }
    return outcomes;
  }

  /** @param parent the series that the event belongs to without being one of its occurrences */
  private async storeOne(write: WriteContext, occurrence: Occurrence, id: ExternalId, parent?: EventWithRelations) {
    const current = write.known.get(id.name);
    if (current?.status === 'trash' || (!current && occurrence.isExcluded)) return 'skipped';
    if (current && occurrence.isExcluded) {
      await this.remove(write, current);
      return 'trashed';
    }
    return (await this.writePlanned(write, current, { occurrence, parent, ...named(id) })).outcome;
  }

  private async writePlanned(write: WriteContext, current: EventWithRelations | undefined, planned: PlannedEvent) {
    const { occurrence, parent, recurrence, externalId } = planned;
    const sourceBody = eventBody(this.withoutUnsupportedFields(occurrence), current, parent, write, this.site);
    const stored = await this.writeBody(write, current, withoutUndefined({ ...sourceBody, recurrence }), planned);
    if (externalId && !current) await addFormerSlug(write, 'event', stored.event, occurrence.details.slug);
    return stored;
  }

  /** Writes an event as the API writes it: with the same validation, cleaning and rights. */
  private async writeBody(
    write: WriteContext,
    current: EventWithRelations | undefined,
    sourceBody: Body,
    reference?: SourceReference,
  ) {
    const { manager, context, source, keepLocal } = write;
    const revision = current?.revision;
    const kind = reference?.series ? 'dates' : 'events';
    const table = tableOf(manager, ImportedRecord);
    const rows = reference && current ? await table.select(manager, { kind, recordId: current.id }) : [];
    const before = JSON.parse(rows.find(({ stored }) => stored)?.stored ?? '{}') as Digests;
    const changed = current && keepLocal ? locallyChangedFields(current, before, reference?.series) : new Set<string>();
    const { body: raw, kept } = withoutLocalChanges(sourceBody, changed, context.language);
    const body = await this.validated(write, current ? UpdateEventDto : CreateEventDto, raw);
    const externalId = reference?.externalId;
    const input = { body, passwordHash: undefined, errors: new FieldErrors(), context, externalId };
    const store = () => this.events.store(manager, current, input);
    const event = await this.revised(write, current, store).catch(throwConflictIfDuplicate);
    const isChanged = event.revision !== revision;
    const outcome: Outcome = !current ? 'created' : isChanged ? 'updated' : 'unchanged';
    if (!reference) return { event, outcome };
    for (const field of kept) write.kept.add(`${event.id} ${field}`);
    const now = digestsAfter(event, before, sourceBody, changed, context.language);
    const row = { source, kind, externalId: reference.name, recordId: event.id, stored: JSON.stringify(now) };
    await saveImportedRecord(manager, row, rows, () => row.stored);
    return { event, outcome };
  }

  /** Moves an event to the trash. */
  remove(write: Transaction, event: EventWithRelations): Promise<EventWithRelations> {
    const { manager, context } = write;
    return this.revised(write, event, () =>
      this.events.remove(manager, event, { force: false, caller: context.caller }),
    );
  }

  /** Runs a write to an event, or of a new one, with its revision. */
  private revised(
    { manager, context, load }: Transaction,
    current: EventWithRelations | undefined,
    write: () => Promise<EventWithRelations>,
  ): Promise<EventWithRelations> {
    const revised = {
      ...{ log: this.revisions, resource: EVENTS },
      load: (_: unknown, ids: readonly number[]) => load(ids),
      withSeriesValues: (_: unknown, event: EventWithRelations) => this.events.withBaseValues(manager, event),
    };
    return storeWithRevisions(manager, revised, current ? [current] : [], { isNew: !current, context }, write);
  }

  private async validated(write: WriteContext, Dto: DtoClass<UpdateEventDto>, raw: Body): Promise<UpdateEventDto> {
    const body = await this.validation.validate(Dto, raw);
    for (const kind of ['categories', 'tags'] as const) {
      const refs = Reflect.get(body, kind) as IdOrText[] | undefined;
      if (refs) Reflect.set(body, kind, await this.related.termsByName(write, kind, refs));
    }
    for (const kind of ['venues', 'organizers'] as const) {
      const field = FIELDS.get(kind)!;
      const inputs = Reflect.get(body, field) as RelationInput<TextBody>[] | undefined;
      if (inputs) Reflect.set(body, field, await this.related.recordsByName(write, kind, inputs));
    }
    return body;
  }

  /** Coordinates of venues are stored only if their extension is on. */
  private withoutUnsupportedFields(occurrence: Occurrence): Occurrence {
    const { details } = occurrence;
    if (!Array.isArray(details.venue) || this.extensions.fieldsOf(CreateVenueDto).includes('geo_lat'))
      return occurrence;
    const venue = (details.venue as Body[]).map(({ geo_lat: _latitude, geo_lng: _longitude, ...others }) => others);
    return { ...occurrence, details: { ...details, venue } };
  }
}

/** If a concurrent import has stored the same event, the transaction is retried and finds it. */
function throwConflictIfDuplicate(error: unknown): never {
  throw isDuplicate(error, EXTERNAL_ID) ? new OptimisticLockError() : error;
}

function skipped({ occurrences }: ImportRecord): Outcome[] {
  return occurrences.map(() => 'skipped');
}

function named(externalId: ExternalId) {
  return { name: externalId.name, externalId };
}

/** Keeps the stored times if the first date was detached in the calendar: another date represents the series then. */
function atOwnTimes(current: EventWithRelations | undefined, occurrence: Occurrence): Occurrence {
  if (!current || !isHandedOver(current)) return occurrence;
  const { startWall, endWall, timezone, allDay } = current;
  const asWritten = (local: string) => (allDay ? local.slice(0, 10) : local);
  return { ...occurrence, start: asWritten(startWall), end: asWritten(endWall), timezone, allDay };
}

/** Whether an event has the title or the start of a row. With neither, the row may be that of another table. */
function isOfRow({ translations, startUtc }: EventWithRelations, { start, timezone, details }: Occurrence): boolean {
  return (
    momentOf(start, { timezone })?.utc.getTime() === startUtc.getTime() ||
    translations.some(({ name }) => name === details.title)
  );
}
