import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CategoriesService } from '../categories/categories.service.js';
import { type Faults } from '../common/errors/fault.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { type TermRef } from '../common/values/lists.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { TagsService } from '../tags/tags.service.js';
import { VenuesService } from '../venues/venues.service.js';
import { type UpdateEventDto } from './event.dto.js';
import { linkedRecords } from './event.linking.js';
import { type EventLinkage, type LinkedEvent } from './event.load.js';

/** Finds, or creates, what the body of an event names of the other kinds. */
@Injectable()
export class EventRelations {
  constructor(
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
  ) {}

  /** What an event is linked to after a write; unknown records are filed as faults. */
  async after(
    manager: EntityManager,
    current: LinkedEvent | undefined,
    body: UpdateEventDto,
    context: RequestContext,
    faults: Faults,
  ): Promise<EventLinkage> {
    const venues = { target: this.venues, inputs: body.venue, current: current?.venues ?? [] };
    const organizers = { target: this.organizers, inputs: body.organizer, current: current?.organizers ?? [] };
    const terms = { manager, context, faults };
    return {
      venues: await linkedRecords(manager, 'venue', venues, context, faults),
      organizers: await linkedRecords(manager, 'organizer', organizers, context, faults),
      categories: await this.terms(this.categories, body.categories, current?.categories, terms),
      tags: await this.terms(this.tags, body.tags, current?.tags, terms),
    };
  }

  private async terms<T>(
    service: TermTarget<T>,
    refs: readonly TermRef[] | undefined,
    current: readonly T[] = [],
    { manager, context, faults }: { manager: EntityManager; context: RequestContext; faults: Faults },
  ): Promise<T[]> {
    if (refs === undefined) return [...current];
    return refs.length === 0 ? [] : service.assigned(manager, refs, context, faults);
  }
}

interface TermTarget<T> {
  assigned(manager: EntityManager, refs: readonly TermRef[], context: RequestContext, faults: Faults): Promise<T[]>;
}
