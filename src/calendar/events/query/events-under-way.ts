import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { DataVersion } from '../../../database/data-version.js';
import { Database } from '../../../database/database.js';
import { parseSqliteTime, selectNamedInWorker, withinDeadline } from '../../../database/sql/statements.js';
import { visible } from '../../records/visibility/visible.js';

/** SQL that is true for public events that have not ended. */
export const COMING = `${visible('event', null).sql} AND event.hidden = FALSE AND event.endUtc >= :now`;

/** Number of events above which they are found by their dates. */
const MAX_IDS = 2000;

/** The public events that have not ended: all that start at a time or later, and some that started before. */
export interface UnderWay {
  readonly since: Date;
  /** Those that started before. */
  readonly ids: readonly number[];
}

/**
 * The public events that take place now. No index leads to the ends of events, so that without their ids all events of
 * the past would be read for them.
 */
@Injectable()
export class EventsUnderWay {
  private known: { readonly version: number; readonly readAt: Date; readonly underWay: UnderWay } | undefined;

  constructor(
    private readonly database: Database,
    private readonly versions: DataVersion,
  ) {}

  /**
   * Reads them once for each version of the data. They stay right for it: an event that had ended does not begin again,
   * and one that begins later starts after `since`.
   */
  async get(): Promise<UnderWay> {
    const version = await this.versions.current();
    const readAt = new Date();
    if (this.known?.version === version && this.known.readAt <= readAt) return this.known.underWay;
    const underWay = await this.database.read((manager) => readUnderWay(manager, readAt));
    this.known = { version, readAt, underWay };
    return underWay;
  }
}

/** If they are too many for a list, all events since the first of them. */
async function readUnderWay(manager: EntityManager, now: Date): Promise<UnderWay> {
  const found = await selectNamedInWorker<{ id: number; startUtc: Date | string }>(manager, {
    sql:
      `SELECT /*+ NO_INDEX(event IX_events_scheduled) */ event.id AS id, event.startUtc AS startUtc FROM events event ` +
      `WHERE ${COMING} AND event.startUtc < :now AND ${withinDeadline(manager, 'event.id')} ` +
      `ORDER BY event.startUtc LIMIT ${MAX_IDS + 1}`,
    parameters: { now },
  });
  if (found.length <= MAX_IDS) return { since: now, ids: found.map(({ id }) => id) };
  const [{ startUtc }] = found as [(typeof found)[number]];
  return { since: typeof startUtc === 'string' ? parseSqliteTime(startUtc) : startUtc, ids: [] };
}
