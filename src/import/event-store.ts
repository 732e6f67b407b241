import { Injectable } from '@nestjs/common';
import { isDuplicate, OptimisticLockError } from '../database/database-errors.js';
import { FieldErrors } from '../errors/field-error.js';
import { CreateEventDto, UpdateEventDto } from '../events/event.dto.js';
import { type LinkedEvent } from '../events/relations/load.js';
import { SeriesWriter } from '../events/series/series.writer.js';
import { Extensions } from '../extension-api/extensions.js';
import { type DtoClass } from '../validation/dto-class.js';
import { type IdOrText } from '../validation/lists.js';
import { RequestValidationPipe } from '../validation/request-validation.pipe.js';
import { CreateVenueDto } from '../venues/venue.dto.js';
import { eventBody } from './event-body.js';
import {
  locallyChangedFields,
  type Digests,
  digestsAfter,
  addFormerSlug,
  saveImportedRecord,
  rowsByRecordId,
  withoutLocalChanges,
} from './imported-records.js';
import { LinkedWriter } from './linked-writer.js';
import { type Body, type Occurrence } from './record.js';
import { type SourceReference, type PlannedEvent, type WriteContext } from './write.js';

/** The unique index of events by their id in their source. */
const EXTERNAL_ID = { index: 'UQ_events_external', table: 'events', columns: ['externalId'] };

/** Writes events as the API writes them: with the same validation, cleaning and rights. */
@Injectable()
export class EventStore {
  constructor(
    private readonly events: SeriesWriter,
    private readonly linked: LinkedWriter,
    private readonly extensions: Extensions,
  ) {}

  async write(
    write: WriteContext,
    current: LinkedEvent | undefined,
    { occurrence, parent, recurrence, name, externalId, series }: PlannedEvent,
  ): Promise<LinkedEvent> {
    const said = eventBody(this.withoutUnsupportedFields(occurrence), current, parent, write);
    const body = { ...said, ...(recurrence !== undefined && { recurrence }) };
    const called = name === undefined ? undefined : { name, externalId, series };
    const event = await this.writeBody(write, current, body, called);
    if (externalId && !current) await addFormerSlug(write, 'event', event, occurrence.details.slug);
    return event;
  }

  async writeBody(
    write: WriteContext,
    current: LinkedEvent | undefined,
    sourceBody: Body,
    reference?: SourceReference,
  ): Promise<LinkedEvent> {
    const { manager, context, source, keepLocal } = write;
    const kind = reference?.series ? 'dates' : 'events';
    const rows = reference && current ? await rowsByRecordId(manager, kind, current.id) : [];
    const before = JSON.parse(rows.find(({ stored }) => stored)?.stored ?? '{}') as Digests;
    const changed = current && keepLocal ? locallyChangedFields(current, before, reference?.series) : new Set<string>();
    const { body: raw, kept } = withoutLocalChanges(sourceBody, changed, context.language);
    const Dto: DtoClass<UpdateEventDto> = current ? UpdateEventDto : CreateEventDto;
    const body = await new RequestValidationPipe(this.extensions).validate(Dto, raw);
    for (const kind of ['categories', 'tags'] as const) {
      const refs = Reflect.get(body, kind) as IdOrText[] | undefined;
      if (refs) Reflect.set(body, kind, await this.linked.termsByName(write, kind, refs));
    }
    const externalId = reference?.externalId;
    const input = { body, passwordHash: undefined, errors: new FieldErrors(), context, externalId };
    const event = await this.events.store(manager, current, input).catch(retryIfDuplicate);
    if (!reference) return event;
    for (const field of kept) write.kept.add(`${event.id} ${field}`);
    const now = digestsAfter(event, before, sourceBody, changed, context.language);
    const row = { source, kind, externalId: reference.name, recordId: event.id, stored: JSON.stringify(now) };
    await saveImportedRecord(manager, row, rows, () => row.stored);
    return event;
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
function retryIfDuplicate(error: unknown): never {
  throw isDuplicate(error, EXTERNAL_ID) ? new OptimisticLockError() : error;
}
