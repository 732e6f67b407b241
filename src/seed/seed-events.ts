import { type QueryRunner } from 'typeorm';
import { EventCategory } from '../events/event-category.entity.js';
import { searchedBytes } from '../events/event.search-texts.js';
import { EventSearchText } from '../events/event-search-text.entity.js';
import { EventOrganizer } from '../events/event-organizer.entity.js';
import { EventTag } from '../events/event-tag.entity.js';
import { EventTranslation } from '../events/event-translation.entity.js';
import { EventVenue } from '../events/event-venue.entity.js';
import { Event } from '../events/event.entity.js';
import { bulkInsert, type Columns } from './bulk-insert.js';
import { eventColumns, type Surroundings } from './event-columns.js';
import { linkCopy } from '../events/event.listed.js';
import { addedToDay, addToDays } from '../events/event.store-days.js';
import { type EventTexts, type SeededText } from './event-texts.js';
import { type Plan } from './plan.js';
import { Random } from './random.js';

/** The records that events link to. Ids of venues and organizers are the numbers from 1 on. */
export interface LinkTargets {
  readonly venues: number;
  readonly organizers: number;
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
}

/** What the searched texts of an event say of it beside its texts. */
type Searched = Pick<Event, 'id' | 'startUtc'> & Pick<EventSearchText, 'masked'>;

/** Makes events, and counts for the terms how many published events name them. */
export class EventMaker {
  readonly categoryCounts = new Map<number, number>();
  readonly tagCounts = new Map<number, number>();
  private readonly made: Searched[] = [];

  constructor(
    private readonly plan: Plan,
    private readonly texts: EventTexts,
    private readonly surroundings: Surroundings & LinkTargets,
  ) {}

  /** Inserts the events with these ids. */
  async insert(runner: QueryRunner, ids: readonly number[]): Promise<void> {
    const events = ids.map((id) => eventColumns(id, this.plan, this.surroundings));
    const links = events.map((event) => this.links(event));
    await bulkInsert(runner, Event, events);
    await addToDays(
      runner.manager,
      events.flatMap((event) => addedToDay(event) ?? []),
    );
    for (const { id, startUtc, passwordHash } of events)
      this.made.push({ id, startUtc, masked: passwordHash !== null });
    await bulkInsert(
      runner,
      EventTranslation,
      ids.flatMap((id) => this.textsOf(id)),
    );
    await bulkInsert(
      runner,
      EventVenue,
      links.flatMap(({ venues }) => venues),
    );
    await bulkInsert(
      runner,
      EventOrganizer,
      links.flatMap(({ organizers }) => organizers),
    );
    await bulkInsert(
      runner,
      EventCategory,
      links.flatMap(({ categories }) => categories),
    );
    await bulkInsert(
      runner,
      EventTag,
      links.flatMap(({ tags }) => tags),
    );
  }

  /** All events made so far, by time: inserted in the order of its key a large table is filled several times faster. */
  byTime(): readonly Searched[] {
    return this.made.sort((one, other) => one.startUtc.getTime() - other.startUtc.getTime() || one.id - other.id);
  }

  /** Inserts what searches read of some events, which are there already. */
  async insertSearchTexts(runner: QueryRunner, events: readonly Searched[]): Promise<void> {
    const rows = events.flatMap((event) => this.textsOf(event.id).map((text) => searchedRow(event, text)));
    await bulkInsert(runner, EventSearchText, rows);
  }

  private textsOf(id: number): SeededText[] {
    return this.texts.rows(id, new Random(this.plan.random, 'event texts', id));
  }

  private links(event: Columns<Event>) {
    const eventId = event.id;
    const copy = linkCopy(event);
    const random = new Random(this.plan.random, 'links', eventId);
    const { venues, organizers, categoryIds, tagIds } = this.surroundings;
    const venueCount = random.share([95, 1], [3, 0], [2, 2]);
    const organizerCount = random.share([85, 1], [10, 2], [5, 0]);
    const categoryCount = random.share([70, 1], [25, 2], [5, 3]);
    const tagCount = random.share([35, 0], [35, 1], [20, 2], [10, 4]);
    const links = {
      venues: random
        .popular(venueCount, venues)
        .map((venue, position) => ({ ...copy, eventId, venueId: venue + 1, position })),
      organizers: random
        .popular(organizerCount, organizers)
        .map((organizer, position) => ({ ...copy, eventId, organizerId: organizer + 1, position })),
      categories: random
        .popular(categoryCount, categoryIds.length)
        .map((place) => ({ ...copy, eventId, categoryId: categoryIds[place]! })),
      tags: random.popular(tagCount, tagIds.length).map((place) => ({ ...copy, eventId, tagId: tagIds[place]! })),
    };
    if (event.status === 'publish') {
      for (const { categoryId } of links.categories) countUp(this.categoryCounts, categoryId);
      for (const { tagId } of links.tags) countUp(this.tagCounts, tagId);
    }
    return links;
  }
}

/** As a write of the event stores it. */
function searchedRow(
  { id: recordId, startUtc, masked }: Searched,
  { language, searchText }: SeededText,
): Columns<EventSearchText> {
  return { language, startUtc, recordId, masked, text: searchedBytes(searchText) };
}

function countUp(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
