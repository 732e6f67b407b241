import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { FinishedList } from '../common/cache/finished-list.js';
import { FinishedRecords, type Rendered } from '../common/cache/finished-records.js';
import { faultsOf } from '../common/fields/fields.pipe.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { Transactions } from '../common/idempotency/transactions.js';
import { paging } from '../common/listing/envelope.js';
import { findPage } from '../common/listing/find-page.js';
import { access } from '../common/records/access.js';
import { askedStatuses, whereVisible } from '../common/records/visible.js';
import { Site } from '../common/site/site.js';
import { allTexts } from '../common/translation/all-texts.js';
import { Event } from './event.entity.js';
import { EVENT } from './event.kind.js';
import { type LinkedEvent, loadEvents } from './event.load.js';
import { partsOf } from './event.parts.js';
import { presentEvent } from './event.presenter.js';
import { EVENT_LISTING, LEFT_TO_EXTENSIONS, narrowToWindow } from './events.listing.js';
import { type EventsQuery } from './events.query.js';

/** Lists events: their ids by one statement, their JSON from memory where it still holds. */
@Injectable()
export class EventLists {
  constructor(
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly finished: FinishedRecords,
  ) {}

  async list(query: EventsQuery, context: RequestContext): Promise<FinishedList> {
    const statuses = askedStatuses(query.status, context.caller);
    const { extensions } = this.site;
    extensions.assertAnswered(EVENT, LEFT_TO_EXTENSIONS, context.given);
    // What everybody sees is kept; first of all, so that nothing older is filed under it.
    const version = context.caller === null ? await this.finished.version() : undefined;
    return this.transactions.read(async (manager) => {
      const rows = manager.createQueryBuilder(Event, 'event').select('event.id', 'id');
      const scope = { manager, context, faults: faultsOf(query), site: this.site };
      narrowToWindow(whereVisible(rows, context.caller, statuses), query, scope);
      const listing = extensions.narrow(EVENT_LISTING, rows, query, scope);
      const { ids, total } = await findPage(listing, rows, query, scope);
      const events = await this.finished.of(manager, ids, {
        form: `event ${context.language} ${query.translations ?? ''}`,
        version,
        render: (missing) => this.render(manager, missing, query, context),
      });
      return new FinishedList(EVENT.many, events, paging(this.site, EVENT, query, total, context));
    });
  }

  private async render(
    manager: EntityManager,
    ids: readonly number[],
    query: EventsQuery,
    { caller, language }: RequestContext,
  ): Promise<Rendered[]> {
    const events = await loadEvents(manager, ids, this.site.extensions);
    const audience = { site: this.site, language, caller };
    return events.map((event) => ({
      id: event.id,
      shown: { ...presentEvent(event, audience), ...texts(query, event, caller) },
      parts: partsOf(event),
    }));
  }
}

/** The texts of all languages, but for what a password protects. */
function texts(query: EventsQuery, event: LinkedEvent, caller: RequestContext['caller']): ReturnType<typeof allTexts> {
  return access(event, caller) === 'masked' ? {} : allTexts(query, event.translations, 'title');
}
