import { Injectable } from '@nestjs/common';
import { EVENT } from '../events/event.names.js';
import { EventReader } from '../events/event.reader.js';
import { type Kind } from '../i18n/resource-names.js';
import { type Entries, type EntriesOptions } from '../list/entries.js';
import { type ListQuery } from '../list/list.query.js';
import { ORGANIZER } from '../organizers/organizer.names.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { VENUE } from '../venues/venue.names.js';
import { VenuesService } from '../venues/venues.service.js';

/** Finds a page of a list; the query is of the kind's own class. */
type Find = (query: ListQuery, context: RequestContext, options: EntriesOptions) => Promise<Entries>;

/** Where formats get the lists of each kind. */
@Injectable()
export class Sources {
  private readonly finders: ReadonlyMap<Kind, Find>;

  constructor(
    readonly events: EventReader,
    venues: VenuesService,
    organizers: OrganizersService,
  ) {
    this.finders = new Map<Kind, Find>([
      [EVENT, (query, ...more) => events.entries(query, ...more)],
      [VENUE, (query, ...more) => venues.entries(query, ...more)],
      [ORGANIZER, (query, ...more) => organizers.entries(query, ...more)],
    ]);
  }

  /** @throws {Error} for a kind of which there are no formats */
  find(kind: Kind, ...asked: Parameters<Find>): Promise<Entries> {
    const find = this.finders.get(kind);
    if (!find) throw new Error(`Nobody reads ${kind.many} for formats.`);
    return find(...asked);
  }
}
