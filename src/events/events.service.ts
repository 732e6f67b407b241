import { Injectable } from '@nestjs/common';
import { FieldErrors } from '../errors/field-error.js';
import { type RecordRef } from '../errors/api-error.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { assertIfMatch } from '../http/response/serialized-response.js';
import { Transactions } from '../http/idempotency/transactions.js';
import { fieldsetOf } from '../content/fieldset.js';
import { type FieldsQuery } from '../content/record.query.js';
import { assertEditable } from '../content/find-record.js';
import { assertMayForceDelete, assertUpdatable } from '../content/write-published.js';
import { Site } from '../site/site.js';
import { type CreateEventDto, type EventDto, type EventListDto, type UpdateEventDto } from './event.dto.js';
import { type EventCountsDto } from './event-counts.dto.js';
import { type EventCountsQuery } from './event-counts.query.js';
import { EVENTS } from './event.resource.js';
import { EVENT } from './event.names.js';
import { hashPassword } from './password/event-password.js';
import { EventReader } from './event.reader.js';
import { ignoreMaskedFields } from './mask.js';
import { SeriesWriter } from './series/series.writer.js';
import { refusePasswordBySlug } from './write/event.writer.js';
import {
  type EventDeleteQuery,
  type EventRecordQuery,
  type EventsQuery,
  type EventUpdateQuery,
} from './events.query.js';

@Injectable()
export class EventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly writer: SeriesWriter,
    private readonly reader: EventReader,
  ) {}

  list(query: EventsQuery, context: RequestContext): Promise<EventListDto> {
    return this.reader.list(query, context);
  }

  count(query: EventCountsQuery, context: RequestContext): Promise<EventCountsDto> {
    return this.reader.count(query, context);
  }

  get(address: RecordRef, query: EventRecordQuery, context: RequestContext): Promise<EventDto> {
    return this.reader.get(address, query, context);
  }

  async create(body: CreateEventDto, query: FieldsQuery, context: RequestContext): Promise<EventDto> {
    const fields = fieldsetOf(query);
    const passwordHash = body.password && (await hashPassword(body.password));
    return this.transactions.write(context, async (manager) => {
      const errors = new FieldErrors();
      const event = await this.writer.store(manager, undefined, { body, passwordHash, errors, context });
      context.response.headers.set('Location', this.site.links.record(context.language, EVENT, event.id));
      return this.reader.presentWritten(event, context, fields);
    });
  }

  async update(
    address: RecordRef,
    body: UpdateEventDto,
    query: EventUpdateQuery,
    context: RequestContext,
  ): Promise<EventDto> {
    const fields = fieldsetOf(query);
    const passwordHash = body.password && (await hashPassword(body.password));
    return this.transactions.write(context, async (manager) => {
      const event = await this.reader.find(manager, address, context);
      assertUpdatable(EVENTS, event, address, body, context);
      assertIfMatch(event, context, () => this.reader.presentSingle(event, context));
      const errors = new FieldErrors();
      refusePasswordBySlug(body, address, event, this.site, context, errors);
      ignoreMaskedFields(body, context.rawBody);
      const input = { body, passwordHash, errors, context };
      const stored = await this.writer.update(manager, event, input, query.apply);
      return this.reader.presentWritten(stored, context, fields);
    });
  }

  async remove(address: RecordRef, query: EventDeleteQuery, context: RequestContext): Promise<EventDto> {
    const force = query.force === true;
    const { apply } = query;
    const fields = fieldsetOf(query);
    assertMayForceDelete(force, context);
    return this.transactions.write(context, async (manager) => {
      const event = await this.reader.find(manager, address, context);
      assertEditable(EVENT, event, address, context.caller);
      assertIfMatch(event, context, () => this.reader.presentSingle(event, context));
      const errors = new FieldErrors();
      if (apply === 'following' && event.seriesId === null) errors.add('apply', (messages) => messages.notInSeries);
      errors.throwIfAny();
      const removed = await this.writer.removeDates(manager, event, { force, apply, caller: context.caller });
      return this.reader.presentWritten(removed, context, fields);
    });
  }
}
