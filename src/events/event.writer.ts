import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Accounts } from '../common/auth/accounts.js';
import { type Address } from '../common/errors/api-error.js';
import { type Faults } from '../common/errors/fault.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import {
  type Prepared,
  type PublishedKind,
  preparePublished,
  removePublished,
  storePublished,
} from '../common/records/write-published.js';
import { Site } from '../common/site/site.js';
import { isForeignKeyViolation, Overtaken } from '../database/database-errors.js';
import { EventRelations } from './event-relations.js';
import { EventTranslation } from './event-translation.entity.js';
import { type UpdateEventDto } from './event.dto.js';
import { Event } from './event.entity.js';
import { EVENT } from './event.kind.js';
import { type EventLinkage, type LinkedEvent, type LinkName, loadLinkage } from './event.load.js';
import { parentAfter } from './event.parent.js';
import { schedule } from './event.schedule.js';
import { searchTextsOf, storeSearchTexts } from './event.search-texts.js';
import {
  changedLinks,
  type LinkIds,
  linkIdsOf,
  NO_LINKS,
  shownAnew,
  stateOf,
  storeState,
} from './event.store-links.js';
import { eventColumns } from './event.write.js';

export const EVENTS: PublishedKind<Event, EventTranslation> = {
  entity: Event,
  texts: { kind: EVENT, entity: EventTranslation },
  nameField: 'title',
};

/** What a write of an event needs beside the event itself. */
export interface EventInput {
  readonly body: UpdateEventDto;
  /** The hash of a new password, null where it is removed, undefined where it stays. */
  readonly passwordHash: string | null | undefined;
  readonly faults: Faults;
  readonly context: RequestContext;
  /** What an import finds the event by again; it stays where this is undefined. */
  readonly externalId?: string;
}

/** Stores events with all that they bring along, inside a transaction. */
@Injectable()
export class EventWriter {
  constructor(
    readonly site: Site,
    readonly accounts: Accounts,
    private readonly relations: EventRelations,
  ) {}

  /**
   * @param current undefined on create
   * @throws {InvalidParameters} with all faults at once; nothing is stored then
   */
  async store(manager: EntityManager, current: LinkedEvent | undefined, input: EventInput): Promise<LinkedEvent> {
    const { body, passwordHash, faults, context, externalId = current?.externalId ?? null } = input;
    const { language } = context;
    const prepared = await preparePublished(manager, EVENTS, current, body, context, this, faults);
    const times = schedule(current, body, this.site.timezone, faults);
    const parentId = await parentAfter(manager, current, body.post_parent, context, faults);
    const after = await this.relations.after(manager, current, body, context, faults);
    faults.throwIfAny();
    const columns: Partial<Event> = {
      ...times,
      ...eventColumns(current, body, language, this.site.currency),
      parentId,
      externalId,
      passwordHash: passwordHash === undefined ? (current?.passwordHash ?? null) : passwordHash,
    };
    return this.write(manager, current, { columns, links: after, prepared }).catch(anew);
  }

  /**
   * Moves an event to the trash, or deletes it for good; what follows from it goes along.
   * @returns the event as it is then, or as it was at last
   */
  async remove(manager: EntityManager, event: LinkedEvent, force: boolean): Promise<LinkedEvent> {
    const links = linkIdsOf(event);
    const before = stateOf(event, links);
    await removePublished(manager, EVENTS, event, force);
    if (force) {
      await storeState(manager, event.id, before, undefined);
      return event;
    }
    const after = stateOf(event, links);
    await storeState(manager, event.id, before, after);
    return this.shown(manager, event, event, shownAnew(before, after), links);
  }

  private async write(
    manager: EntityManager,
    current: LinkedEvent | undefined,
    { prepared, columns, links }: { prepared: Prepared; columns: Partial<Event>; links: LinkIds },
  ): Promise<LinkedEvent> {
    const before = current && stateOf(current, linkIdsOf(current));
    const searched = current ? searchTextsOf(current) : [];
    const linked = current ?? NOTHING_LINKED;
    const isRelinked = changedLinks(before?.links ?? NO_LINKS, links).length > 0;
    const event = await storePublished(manager, EVENTS, current, prepared, columns, undefined, isRelinked);
    const after = stateOf(event, links);
    await storeSearchTexts(manager, searched, searchTextsOf(event));
    await storeState(manager, event.id, before, after);
    return this.shown(manager, event, linked, shownAnew(before, after), links);
  }

  /** The event with all that it is shown with: read again only where the write has changed it. */
  private async shown(
    manager: EntityManager,
    event: Event,
    linked: EventLinkage & { parent: Event | null },
    stale: readonly LinkName[],
    links: LinkIds,
  ): Promise<LinkedEvent> {
    const read = stale.length > 0 ? await loadLinkage(manager, [event.id], this.site.extensions, stale) : undefined;
    const anew = read?.(event.id) ?? NOTHING_LINKED;
    const of = <N extends LinkName>(name: N): EventLinkage[N] =>
      links[name].length === 0 || stale.includes(name) ? anew[name] : linked[name];
    const { parentId } = event;
    const isSameParent = parentId === null || parentId === linked.parent?.id;
    const parent = isSameParent ? linked.parent : await manager.findOneBy(Event, { id: parentId });
    return Object.assign(event, {
      ...{ venues: of('venues'), organizers: of('organizers'), categories: of('categories'), tags: of('tags') },
      parent: parentId === null ? null : parent,
    });
  }
}

const NOTHING_LINKED = { venues: [], organizers: [], categories: [], tags: [], parent: null };

/** What was there when it was checked was deleted meanwhile: the transaction is run again and finds that out. */
function anew(error: unknown): never {
  throw isForeignKeyViolation(error) ? new Overtaken() : error;
}

/** A password is set by the id route alone, where it is also asked for. */
export function refusePasswordBySlug(
  body: UpdateEventDto,
  address: Address,
  event: LinkedEvent,
  site: Site,
  { language }: RequestContext,
  faults: Faults,
): void {
  if (body.password === undefined || 'id' in address) return;
  const route = site.links.record(language, EVENT, event.id);
  faults.add('password', (messages) => messages.passwordOnIdRoute(route));
}
