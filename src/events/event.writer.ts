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
import { type EventLinkage, type LinkedEvent, readCounts } from './event.load.js';
import { parentAfter } from './event.parent.js';
import { schedule } from './event.schedule.js';
import { searchTextsOf, storeSearchTexts } from './event.search-texts.js';
import {
  changedLinks,
  type EventState,
  isRecounted,
  linkIdsOf,
  NO_LINKS,
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
    const parent = await parentAfter(manager, current, body.post_parent, context, faults);
    const linkage = await this.relations.after(manager, current, body, context, faults);
    faults.throwIfAny();
    const columns: Partial<Event> = {
      ...times,
      ...eventColumns(current, body, language, this.site.currency),
      parentId: parent?.id ?? null,
      externalId,
      passwordHash: passwordHash === undefined ? (current?.passwordHash ?? null) : passwordHash,
    };
    return this.write(manager, current, { columns, linked: { ...linkage, parent }, prepared }).catch(anew);
  }

  /**
   * Moves an event to the trash, or deletes it for good; what follows from it goes along.
   * @returns the event as it is then, or as it was at last
   */
  async remove(manager: EntityManager, event: LinkedEvent, force: boolean): Promise<LinkedEvent> {
    const links = linkIdsOf(event);
    const before = stateOf(event, links);
    await removePublished(manager, EVENTS, event, force);
    await this.settle(manager, event, before, force ? undefined : stateOf(event, links));
    return event;
  }

  private async write(
    manager: EntityManager,
    current: LinkedEvent | undefined,
    { prepared, columns, linked }: { prepared: Prepared; columns: Partial<Event>; linked: Linked },
  ): Promise<LinkedEvent> {
    const links = linkIdsOf(linked);
    const before = current && stateOf(current, linkIdsOf(current));
    const searched = current ? searchTextsOf(current) : [];
    const isRelinked = changedLinks(before?.links ?? NO_LINKS, links).length > 0;
    const stored = await storePublished(manager, EVENTS, current, prepared, columns, undefined, isRelinked);
    await storeSearchTexts(manager, searched, searchTextsOf(stored));
    const event = Object.assign(stored, linked);
    await this.settle(manager, event, before, stateOf(event, links));
    return event;
  }

  /** Stores what follows from an event that is stored, and has it show what came of it. */
  private async settle(
    manager: EntityManager,
    event: LinkedEvent,
    before: EventState | undefined,
    after: EventState | undefined,
  ): Promise<void> {
    await storeState(manager, event.id, before, after);
    if (after && isRecounted(before, after)) await readCounts(manager, event);
  }
}

/** What an event is shown with besides its own texts. */
type Linked = EventLinkage & Pick<Event, 'parent'>;

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
