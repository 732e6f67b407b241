import { Injectable } from '@nestjs/common';
import { Faults } from '../errors/fault.js';
import { Rows } from '../database/sql/rows.js';
import { narrowed } from '../lists/find-page.js';
import { askedStatuses } from '../records/visible.js';
import { type RequestContext } from '../requests/context/calendar-request.js';
import { Resources } from '../resources/resources.js';
import { type EventCountsDto } from './event-counts.dto.js';
import { type EventCountsQuery } from './event-counts.query.js';
import { Event } from './event.entity.js';
import { EVENT } from './event.names.js';
import { countBy } from './lists/counts.js';
import { eventListing, LEFT_TO_EXTENSIONS } from './lists/listing.js';

/** Counts the events of a list, which goes by the same steps as the list itself. */
@Injectable()
export class EventCountsReader {
  constructor(private readonly resources: Resources) {}

  async count(query: EventCountsQuery, context: RequestContext): Promise<EventCountsDto> {
    const statuses = askedStatuses(query.status, context.caller);
    const { extensions, site, transactions } = this.resources;
    extensions.assertAnswered(EVENT, LEFT_TO_EXTENSIONS, context.given);
    return transactions.read(context, async (manager) => {
      const rows = Rows.of(manager, Event, 'event');
      const scope = { manager, context, faults: new Faults(), site };
      const listing = eventListing(rows, statuses, query, scope);
      const { usual, order } = await narrowed(extensions.narrow(listing, rows, query, scope), rows, query, scope);
      const pages = listing.pages(usual, order);
      const counts = await countBy(scope, pages, listing.selection, query);
      return { by: query.by, counts, total: await pages.total() };
    });
  }
}
