import { Injectable } from '@nestjs/common';
import { FieldErrors } from '../errors/field-error.js';
import { askedStatuses } from '../content/visible.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { Extensions } from '../extension-api/extensions.js';
import { Database } from '../database/database.js';
import { Site } from '../site/site.js';
import { type EventCountsDto } from './event-counts.dto.js';
import { type EventCountsQuery } from './event-counts.query.js';
import { EVENT } from './event.names.js';
import { countRows } from '../list/find-page.js';
import { countBy } from './query/counts.js';
import { LEFT_TO_EXTENSIONS, selectEvents } from './query/event-query.js';

/** Counts the events of a list, with the same select as the list. */
@Injectable()
export class EventCountsReader {
  constructor(
    private readonly database: Database,
    private readonly site: Site,
    private readonly extensions: Extensions,
  ) {}

  async count(query: EventCountsQuery, context: RequestContext): Promise<EventCountsDto> {
    const statuses = askedStatuses(query.status, context.caller);
    const { extensions, site, database } = this;
    extensions.assertAnswered(EVENT, LEFT_TO_EXTENSIONS, context.given);
    return database.read(async (manager) => {
      const scope = { manager, context, errors: new FieldErrors(), site };
      const select = await selectEvents(query, statuses, scope, extensions);
      const counts = await countBy(scope, select, query);
      return { by: query.by, counts, total: await countRows(select.rows) };
    });
  }
}
