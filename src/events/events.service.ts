import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Address, PasswordRequired, RecordNotFound } from '../common/errors/api-error.js';
import { faultsOf } from '../common/fields/fields.pipe.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { assertMatches } from '../common/http/etag.js';
import { Transactions } from '../common/idempotency/transactions.js';
import { paging } from '../common/listing/envelope.js';
import { findPage } from '../common/listing/find-page.js';
import { type DeleteQuery } from '../common/listing/list.query.js';
import { access } from '../common/records/access.js';
import { addressedId, assertEditable, assertReadable, sayLocation } from '../common/records/find-record.js';
import { type Audience } from '../common/records/published-record.dto.js';
import { askedStatuses } from '../common/records/visible.js';
import { assertMayForce, assertUpdatable } from '../common/records/write-published.js';
import { Site } from '../common/site/site.js';
import { allTexts } from '../common/translation/all-texts.js';
import { assertTranslated } from '../common/translation/shown-text.js';
import { EventTranslation } from './event-translation.entity.js';
import { type CreateEventDto, type EventDto, type EventListDto, type UpdateEventDto } from './event.dto.js';
import { Event } from './event.entity.js';
import { EVENT } from './event.kind.js';
import { hashPassword } from './event-password.js';
import { type LinkedEvent, loadEvents } from './event.load.js';
import { presentEvent, presentSingleEvent } from './event.presenter.js';
import { EventWriter, EVENTS, refusePasswordBySlug } from './event.writer.js';
import { eventListing, LEFT_TO_EXTENSIONS } from './events.listing.js';
import { type EventRecordQuery, type EventsQuery, type EventWriteQuery } from './events.query.js';
import { PasswordGate } from './password-gate.js';

@Injectable()
export class EventsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly writer: EventWriter,
    private readonly passwords: PasswordGate,
  ) {}

  async list(query: EventsQuery, context: RequestContext): Promise<EventListDto> {
    const statuses = askedStatuses(query.status, context.caller);
    const { extensions } = this.site;
    extensions.assertAnswered(EVENT, LEFT_TO_EXTENSIONS, context.given);
    return this.transactions.read(async (manager) => {
      const rows = manager.createQueryBuilder(Event, 'event').select('event.id', 'id');
      const scope = { manager, context, faults: faultsOf(query), site: this.site };
      const listing = extensions.narrow(eventListing(rows, statuses, query, scope), rows, query, scope);
      const { ids, total } = await findPage(listing, rows, query, scope);
      const events = await loadEvents(manager, ids, extensions);
      return {
        events: events.map((event) => ({
          ...presentEvent(event, this.audience(context)),
          ...this.texts(query, event, context),
        })),
        ...paging(this.site, EVENT, query, total, context),
      };
    });
  }

  /** @throws {PasswordRequired} where a password stands before the event and was not given */
  async get(address: Address, query: EventRecordQuery, context: RequestContext): Promise<EventDto> {
    const event = await this.transactions.read((manager) => this.find(manager, address, context));
    assertReadable(EVENT, event, address, context.caller);
    faultsOf(query).throwIfAny();
    assertTranslated(EVENT, event.translations, address, query, context);
    const isLocked = access(event, context.caller) === 'masked';
    const password = 'id' in address ? query.password : undefined;
    if (isLocked && !(await this.passwords.opens(event, password, context))) throw new PasswordRequired();
    sayLocation(EVENT, event.translations, address, context, this.site.links);
    return {
      ...this.single(event, context, isLocked),
      ...allTexts(query, event.translations, 'title'),
    };
  }

  async create(body: CreateEventDto, query: EventWriteQuery, context: RequestContext): Promise<EventDto> {
    const passwordHash = body.password && (await hashPassword(body.password));
    return this.transactions.write(context, async (manager) => {
      const input = { body, passwordHash, faults: faultsOf(body, query), context };
      const event = await this.writer.store(manager, undefined, input);
      context.headers.set('Location', this.site.links.record(context.language, EVENT, event.id));
      return this.single(event, context);
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
      const event = await this.find(manager, address, context);
      assertUpdatable(EVENTS, event, address, body, context);
      assertMatches(event, context, () => this.single(event, context));
      const faults = faultsOf(body, query);
      refusePasswordBySlug(body, address, event, this.site, context, faults);
      const stored = await this.writer.store(manager, event, { body, passwordHash, faults, context });
      return this.single(stored, context);
    });
  }

  async remove(address: Address, query: DeleteQuery, context: RequestContext): Promise<EventDto> {
    const force = query.force === true;
    assertMayForce(force, context);
    return this.transactions.write(context, async (manager) => {
      const event = await this.find(manager, address, context);
      assertEditable(EVENT, event, address, context.caller);
      assertMatches(event, context, () => this.single(event, context));
      faultsOf(query).throwIfAny();
      await this.writer.remove(manager, event, force);
      return this.single(event, context);
    });
  }

  private async find(manager: EntityManager, address: Address, context: RequestContext): Promise<LinkedEvent> {
    const id = await addressedId(manager, EVENT, EventTranslation, address, context);
    const [event] = await loadEvents(manager, [id], this.site.extensions);
    if (!event) throw new RecordNotFound(EVENT, address);
    return event;
  }

  /** The texts of all languages, but for what a password protects. */
  private texts(query: EventsQuery, event: LinkedEvent, { caller }: RequestContext): ReturnType<typeof allTexts> {
    return access(event, caller) === 'masked' ? {} : allTexts(query, event.translations, 'title');
  }

  private single(event: LinkedEvent, context: RequestContext, unlocked = false): EventDto {
    context.revision = event.revision;
    return presentSingleEvent(event, this.audience(context), unlocked);
  }

  private audience({ language, caller }: RequestContext): Audience {
    return { site: this.site, language, caller };
  }
}
