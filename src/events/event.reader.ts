import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { FinishedList } from '../common/cache/finished-list.js';
import { type FinishedRecord } from '../common/cache/finished-record.js';
import { FinishedRecords, type Rendered } from '../common/cache/finished-records.js';
import { type Address, PasswordRequired, RecordNotFound } from '../common/errors/api-error.js';
import { faultsOf } from '../common/fields/fields.pipe.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { Transactions } from '../common/idempotency/transactions.js';
import { paging } from '../common/listing/envelope.js';
import { findPage } from '../common/listing/find-page.js';
import { type ListScope } from '../common/listing/listing.js';
import { Rows } from '../common/listing/rows.js';
import { access } from '../common/records/access.js';
import { addressed, addressedId, assertReadable, sayLocation } from '../common/records/find-record.js';
import { type Audience } from '../common/records/published-record.dto.js';
import { askedStatuses } from '../common/records/visible.js';
import { Site } from '../common/site/site.js';
import { allTexts } from '../common/translation/all-texts.js';
import { assertTranslated } from '../common/translation/shown-text.js';
import { EventTranslation } from './event-translation.entity.js';
import { type EventDto } from './event.dto.js';
import { Event } from './event.entity.js';
import { EVENT } from './event.kind.js';
import { type LinkedEvent, loadEvents } from './event.load.js';
import { partsOf } from './event.parts.js';
import { presentEvent, presentSingleEvent } from './event.presenter.js';
import { eventListing, LEFT_TO_EXTENSIONS } from './events.listing.js';
import { type EventRecordQuery, type EventsQuery } from './events.query.js';
import { PasswordGate } from './password-gate.js';

/** Reads events: their ids by one statement, their JSON from memory where it still holds. */
@Injectable()
export class EventReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly finished: FinishedRecords,
    private readonly passwords: PasswordGate,
  ) {}

  async list(query: EventsQuery, context: RequestContext): Promise<FinishedList> {
    const statuses = askedStatuses(query.status, context.caller);
    const { extensions } = this.site;
    extensions.assertAnswered(EVENT, LEFT_TO_EXTENSIONS, context.given);
    // What everybody sees is kept; first of all, so that nothing older is filed under it.
    const version = context.caller === null ? await this.finished.version() : undefined;
    return this.transactions.read(async (manager) => {
      const rows = Rows.of(manager, Event, 'event');
      const total: ListScope['total'] = (count) => this.finished.total(EVENT, context, version, count);
      const scope = { manager, context, faults: faultsOf(query), site: this.site, total };
      const listing = extensions.narrow(eventListing(rows, statuses, query, scope), rows, query, scope);
      const found = await findPage(listing, rows, query, scope);
      const events = await this.finished.of(manager, found.ids, {
        form: `event ${context.language} ${query.translations ?? ''}`,
        version,
        render: (missing) => this.render(manager, missing, query, context),
      });
      return new FinishedList(EVENT.many, events, paging(this.site, EVENT, query, found.total, context));
    });
  }

  /** @throws {PasswordRequired} where a password stands before the event and was not given */
  async get(address: Address, query: EventRecordQuery, context: RequestContext): Promise<EventDto | FinishedRecord> {
    if (isForEverybody(query, context)) return this.getFinished(address, query, context);
    const event = await this.transactions.read((manager) => this.find(manager, address, context));
    return { ...(await this.shown(event, address, query, context)), ...allTexts(query, event.translations, 'title') };
  }

  /** @throws {RecordNotFound} */
  async find(manager: EntityManager, address: Address, context: RequestContext): Promise<LinkedEvent> {
    const id = await addressedId(manager, EVENT, EventTranslation, address, context);
    const [event] = await loadEvents(manager, [id], this.site.extensions);
    if (!event) throw new RecordNotFound(EVENT, address);
    return event;
  }

  /** The answer about one event, as whoever wrote it or may read it sees it. */
  single(event: LinkedEvent, context: RequestContext, unlocked = false): EventDto {
    context.revision = event.revision;
    return presentSingleEvent(event, this.audience(context), unlocked);
  }

  private async getFinished(
    address: Address,
    query: EventRecordQuery,
    context: RequestContext,
  ): Promise<FinishedRecord> {
    const version = await this.finished.version();
    const record = await this.transactions.read(async (manager) => {
      const { id, isOwnName } = await addressed(manager, EVENT, EventTranslation, address, context);
      const render = async (): Promise<Rendered[]> => {
        const event = await this.find(manager, { id }, context);
        return [{ id, shown: await this.shown(event, address, query, context), parts: partsOf(event) }];
      };
      const form = `event page ${context.language}`;
      // What is found by the other language's slug is told where it stands in this one, which takes the event itself.
      const [found] = await this.finished.of(manager, [id], { form, version: isOwnName ? version : undefined, render });
      return found!;
    });
    context.revision = record.revision;
    return record;
  }

  private async shown(
    event: LinkedEvent,
    address: Address,
    query: EventRecordQuery,
    context: RequestContext,
  ): Promise<EventDto> {
    assertReadable(EVENT, event, address, context.caller);
    faultsOf(query).throwIfAny();
    assertTranslated(EVENT, event.translations, address, query, context);
    const isLocked = access(event, context.caller) === 'masked';
    const password = 'id' in address ? query.password : undefined;
    if (isLocked && !(await this.passwords.opens(event, password, context))) throw new PasswordRequired();
    sayLocation(EVENT, event.translations, address, context, this.site.links);
    return this.single(event, context, isLocked);
  }

  private async render(
    manager: EntityManager,
    ids: readonly number[],
    query: EventsQuery,
    context: RequestContext,
  ): Promise<Rendered[]> {
    const events = await loadEvents(manager, ids, this.site.extensions);
    const { caller } = context;
    const audience = this.audience(context);
    return events.map((event) => ({
      id: event.id,
      shown: { ...presentEvent(event, audience), ...texts(query, event, caller) },
      parts: partsOf(event),
    }));
  }

  private audience({ language, caller }: RequestContext): Audience {
    return { site: this.site, language, caller };
  }
}

/** Whether the answer is the same for all who ask by this id in this language. */
function isForEverybody(query: EventRecordQuery, { caller }: RequestContext): boolean {
  const { password, fallback, translations } = query;
  const isPlain = [password, fallback, translations].every((value) => value === undefined);
  return caller === null && isPlain && faultsOf(query).all.size === 0;
}

/** The texts of all languages, but for what a password protects. */
function texts(query: EventsQuery, event: LinkedEvent, caller: RequestContext['caller']): ReturnType<typeof allTexts> {
  return access(event, caller) === 'masked' ? {} : allTexts(query, event.translations, 'title');
}
