import { Injectable } from '@nestjs/common';
import { type FinishedList } from '../common/cache/finished-list.js';
import { type FinishedRecord } from '../common/cache/finished-record.js';
import { type Address } from '../common/errors/api-error.js';
import { faultsOf } from '../common/fields/fields.pipe.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { assertMatches } from '../common/http/etag.js';
import { Transactions } from '../common/idempotency/transactions.js';
import { type DeleteQuery } from '../common/listing/list.query.js';
import { assertEditable } from '../common/records/find-record.js';
import { assertMayForce, assertUpdatable } from '../common/records/write-published.js';
import { Site } from '../common/site/site.js';
import { type CreateEventDto, type EventDto, type UpdateEventDto } from './event.dto.js';
import { EVENT } from './event.kind.js';
import { hashPassword } from './event-password.js';
import { EventReader } from './event.reader.js';
import { EventWriter, EVENTS, refusePasswordBySlug } from './event.writer.js';
import { type EventRecordQuery, type EventsQuery, type EventWriteQuery } from './events.query.js';

@Injectable()
export class EventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly writer: EventWriter,
    private readonly reader: EventReader,
  ) {}

  list(query: EventsQuery, context: RequestContext): Promise<FinishedList> {
    return this.reader.list(query, context);
  }

  get(address: Address, query: EventRecordQuery, context: RequestContext): Promise<EventDto | FinishedRecord> {
    return this.reader.get(address, query, context);
  }

  async create(body: CreateEventDto, query: EventWriteQuery, context: RequestContext): Promise<EventDto> {
    const passwordHash = body.password && (await hashPassword(body.password));
    return this.transactions.write(context, async (manager) => {
      const input = { body, passwordHash, faults: faultsOf(body, query), context };
      const event = await this.writer.store(manager, undefined, input);
      context.headers.set('Location', this.site.links.record(context.language, EVENT, event.id));
      return this.reader.single(event, context);
    });
  }

  async update(
    address: Address,
    body: UpdateEventDto,
    query: EventWriteQuery,
    context: RequestContext,
  ): Promise<EventDto> {
    const passwordHash = body.password && (await hashPassword(body.password));
    return this.transactions.write(context, async (manager) => {
      const event = await this.reader.find(manager, address, context);
      assertUpdatable(EVENTS, event, address, body, context);
      assertMatches(event, context, () => this.reader.single(event, context));
      const faults = faultsOf(body, query);
      refusePasswordBySlug(body, address, event, this.site, context, faults);
      const stored = await this.writer.store(manager, event, { body, passwordHash, faults, context });
      return this.reader.single(stored, context);
    });
  }

  async remove(address: Address, query: DeleteQuery, context: RequestContext): Promise<EventDto> {
    const force = query.force === true;
    assertMayForce(force, context);
    return this.transactions.write(context, async (manager) => {
      const event = await this.reader.find(manager, address, context);
      assertEditable(EVENT, event, address, context.caller);
      assertMatches(event, context, () => this.reader.single(event, context));
      faultsOf(query, context).throwIfAny();
      return this.reader.single(await this.writer.remove(manager, event, force), context);
    });
  }
}
