import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RecordRef } from '../../../lib/errors/api-error.js';
import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type RequestContext } from '../../../http/request-context.js';
import { withCurrentImages, latestImages } from '../../records/images/images.js';
import { type PreparedWrite, preparePublished, storePublished } from '../../records/writing/write-published.js';
import { Site } from '../../../http/urls/site.js';
import { throwConflictIfReferenceGone } from '../../../database/database-errors.js';
import { type RelatedRecord } from '../../resource/event-relation.js';
import { ResourceServices } from '../../resource/resource-services.js';
import { RelatedRecordCache } from '../../resource/related-record-cache.js';
import { type UpdateEventDto } from '../event.dto.js';
import { Event } from '../event.entity.js';
import { EVENTS } from '../event.resource.js';
import {
  loadRelatedById,
  mapRelations,
  type Related,
  type Relation,
  relatedIds,
  RELATIONS,
  type EventWithRelations,
  refreshCounts,
} from '../relations/relations.js';
import { resolveParent } from './parent.js';
import { resolveRecurrence } from './recurrence.js';
import { schedule } from '../schedule/schedule.js';
import { previousStartOf } from '../schedule/stored-recurrence.js';
import { changedRelations, hasCountChanges } from '../relations/store-relations.js';
import { priceOf } from '../pricing/cost.js';
import { storeDependents } from './store-events.js';
import { withStoredCosts } from './stored-costs.js';
import { storedEvent } from './stored-event.js';

/** The id of an event in its source, and the complete id if it is too long for the index. */
export interface ExternalId {
  readonly name: string;
  readonly whole: string | null;
}

export interface EventInput {
  readonly body: UpdateEventDto;
  /** The hash of a new password, null to remove the password, undefined to keep it. */
  readonly passwordHash: string | null | undefined;
  readonly errors: FieldErrors;
  readonly context: RequestContext;
  /** The external id of an imported event; undefined keeps the stored one. */
  readonly externalId?: ExternalId;
  /** Whether all dates of a series are moved by the same difference. */
  readonly isMoved?: boolean;
  /** Whether a write to the record of a series applies to its own date alone, which has no rule and no other parent. */
  readonly isDateAlone?: boolean;
}

/** Stores events with their related data, inside a transaction. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly site: Site,
    private readonly services: ResourceServices,
    private readonly relatedRecords: RelatedRecordCache,
  ) {}

  /**
   * @param current undefined on create
   * @throws {InvalidParameters} with all errors at once; nothing is stored then
   */
  async store(
    manager: EntityManager,
    current: EventWithRelations | undefined,
    input: EventInput,
  ): Promise<EventWithRelations> {
    const { passwordHash, errors, context, externalId, isDateAlone = false } = input;
    const { language } = context;
    const { site } = this;
    const scope = { manager, context, site, errors };
    const given = withStoredCosts(input.body, current, language, site.currency);
    const prepared = await preparePublished<Event, UpdateEventDto>(EVENTS, current, given, scope);
    const { body } = prepared;
    const scheduled = schedule(current, body, site.timezone, errors);
    const recurrence = isDateAlone
      ? (current?.recurrence ?? null)
      : resolveRecurrence(current, body, scheduled, site, context, errors);
    const parentInput = isDateAlone ? undefined : body.post_parent;
    const parent = await resolveParent(manager, current, parentInput, context, errors);
    const related = await this.resolveRelations(manager, current?.related, body, context, errors);
    errors.throwIfAny();
    const columns: Partial<Event> = {
      ...(current ? {} : NEW_EVENT),
      ...scheduled?.times,
      ...(current && scheduled && { previousStart: previousStartOf(current, scheduled.times) }),
      ...eventColumns(current, body),
      price: priceOf((prepared.columns as Partial<Event>).cost ?? null),
      ...(externalId && { externalId: externalId.name, longExternalId: externalId.whole }),
      ...(passwordHash !== undefined && { passwordHash }),
      recurrence,
      parentId: parent?.id ?? null,
    };
    return this.write(manager, current, { prepared, columns }, { related, parent }).catch(throwConflictIfReferenceGone);
  }

  /** The related records after a write, found or created. Unknown ones are added to the errors. */
  private async resolveRelations(
    manager: EntityManager,
    before: Related = {},
    body: object,
    context: RequestContext,
    errors: FieldErrors,
  ): Promise<Related> {
    const related: Record<string, RelatedRecord[]> = {};
    const inputOf = ({ field }: Relation) => Reflect.get(body, field) as readonly object[] | undefined;
    const newIdsOf = (relation: Relation) => newIds(inputOf(relation) ?? [], before[relation.name] ?? []);
    const added = await loadRelatedById(manager, newIdsOf, this.relatedRecords);
    for (const relation of RELATIONS) {
      const { name } = relation;
      const current = before[name] ?? [];
      const requested = { input: inputOf(relation), current, known: [...current, ...(added[name] ?? [])] };
      related[name] = await this.services.of(name, 'relate').resolveRelations(manager, requested, context, errors);
    }
    return related;
  }

  private async write(
    manager: EntityManager,
    current: EventWithRelations | undefined,
    write: { readonly prepared: PreparedWrite<Event, UpdateEventDto>; readonly columns: Partial<Event> },
    { related, parent }: Pick<EventWithRelations, 'related' | 'parent'>,
  ): Promise<EventWithRelations> {
    const before = current && storedEvent(current);
    const hasOtherChanges = changedRelations(before?.relatedIds ?? {}, relatedIds(related)).length > 0;
    const { prepared, columns } = write;
    const stored = await storePublished<Event>(manager, EVENTS, prepared, { columns, hasOtherChanges });
    const images = latestImages([stored, ...Object.values(related).flat()]);
    const event: EventWithRelations = {
      ...withCurrentImages(stored, images),
      parent,
      related: mapRelations(({ name }) => (related[name] ?? []).map((record) => withCurrentImages(record, images))),
    };
    const change = { before, after: storedEvent(event) };
    await storeDependents(manager, [change]);
    if (hasCountChanges(change)) await refreshCounts(manager, event);
    return event;
  }
}

function newIds(input: readonly object[], current: readonly RelatedRecord[]): number[] {
  const ids = input.flatMap((one) => ('id' in one && typeof one.id === 'number' ? one.id : []));
  return [...new Set(ids)].filter((id) => !current.some((record) => record.id === id));
}

/** The plain columns of an event after a write: the values of the body, else the stored ones. */
function eventColumns(current: Event | undefined, body: UpdateEventDto) {
  return {
    eventStatus: body.event_status ?? current?.eventStatus ?? 'scheduled',
    attendance: body.attendance ?? current?.attendance ?? 'offline',
    showMap: body.show_map ?? current?.showMap ?? false,
    showMapLink: body.show_map_link ?? current?.showMapLink ?? false,
    hidden: body.hide_from_listings ?? current?.hidden ?? false,
    sticky: body.sticky ?? current?.sticky ?? false,
    featured: body.featured ?? current?.featured ?? false,
    ticketed: body.ticketed ?? current?.ticketed ?? false,
  } satisfies Partial<Event>;
}

/** Columns of a new event that other writes set: those of series, of imports, and the password. */
const NEW_EVENT = {
  seriesId: null,
  seriesDate: null,
  ownFields: null,
  baseValues: null,
  previousStart: null,
  extendAt: null,
  externalId: null,
  longExternalId: null,
  passwordHash: null,
} satisfies Partial<Event>;

/**
 * A password can only be set through routes by id, which are also the only ones that ask for it.
 * @param route the address by id
 */
export function refusePasswordBySlug(body: UpdateEventDto, ref: RecordRef, route: string, errors: FieldErrors): void {
  if (body.password === undefined || 'id' in ref) return;
  errors.add('password', (messages) => messages.passwordOnIdRoute(route));
}
