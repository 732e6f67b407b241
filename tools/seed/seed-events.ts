import { type QueryRunner } from 'typeorm';
import { type PerLanguage } from '../../src/i18n/language.js';
import { searched } from '../../src/events/write/search-texts.js';
import { EventSearchText } from '../../src/events/write/event-search-text.entity.js';
import { EventTranslation } from '../../src/events/event-translation.entity.js';
import { Event } from '../../src/events/event.entity.js';
import { bulkInsert, type Columns } from './bulk-insert.js';
import { eventColumns, type Surroundings } from './event-columns.js';
import { type EventRelation } from '../../src/events/relations/link.entity.js';
import { LINKS } from '../../src/events/relations/links.js';
import { occurrenceSlug } from '../../src/events/series/occurrences.js';
import { type EventTexts, type SeededText } from './event-texts.js';
import { type Plan } from './plan.js';
import { Random } from './random.js';
import { type SeededTerms } from './seed-terms.js';

/** The records that events link to. Ids of venues and organizers are the numbers from 1 on. */
export interface LinkTargets extends SeededTerms {
  readonly venues: number;
  readonly organizers: number;
}

/** What the searched texts of an event say of it beside its texts. */
type Searched = Pick<Event, 'id' | 'seriesId' | 'seriesDate'>;

/** Makes events, and counts how many published events name each term. */
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
    const texts = events.map((event) => this.textsOf(event));
    const links = events.map((event) => this.links(event));
    await bulkInsert(runner, Event, events);
    this.made.push(...events.map(({ id, seriesId, seriesDate }) => ({ id, seriesId, seriesDate })));
    await bulkInsert(
      runner,
      EventTranslation,
      events.flatMap((event, place) => texts[place]!.map((text) => ({ ...text, imageAlt: imageAlt(event, text) }))),
    );
    for (const { name, entity } of LINKS)
      await bulkInsert(
        runner,
        entity,
        links.flatMap((linked) => linked[name] ?? []),
      );
  }

  /** All events made so far, in the order of their ids. */
  get all(): readonly Searched[] {
    return this.made;
  }

  /** Inserts what searches read of some events, which are there already. */
  async insertSearchTexts(runner: QueryRunner, events: readonly Searched[]): Promise<void> {
    const rows = events.flatMap((event) => this.textsOf(event).map((text) => searchedRow(event, text)));
    await bulkInsert(runner, EventSearchText, rows);
  }

  /** Those of the series, where the event is one of it, under slugs of its own. */
  private textsOf({ id, seriesId, seriesDate }: Pick<Event, 'id' | 'seriesId' | 'seriesDate'>): SeededText[] {
    const textsId = seriesId ?? id;
    const rows = this.texts.rows(textsId, new Random(this.plan.random, 'event texts', textsId));
    if (textsId === id) return rows;
    return rows.map((row) => ({ ...row, recordId: id, slug: row.slug && occurrenceSlug(row.slug, seriesDate!) }));
  }

  /** By the plural of the kind; of kinds that have no made-up records there are none. */
  private links(event: Columns<Event>): Record<string, Columns<EventRelation>[]> {
    const eventId = event.id;
    const random = new Random(this.plan.random, 'links', event.seriesId ?? eventId);
    const { venues, organizers, categoryIds, tagIds } = this.surroundings;
    const venueCount = random.share([95, 1], [3, 0], [2, 2]);
    const organizerCount = random.share([85, 1], [10, 2], [5, 0]);
    const categoryCount = random.share([70, 1], [25, 2], [5, 3]);
    const tagCount = random.share([35, 0], [35, 1], [20, 2], [10, 4]);
    const links = {
      venues: random.popular(venueCount, venues).map((venue, position) => ({ eventId, venueId: venue + 1, position })),
      organizers: random
        .popular(organizerCount, organizers)
        .map((organizer, position) => ({ eventId, organizerId: organizer + 1, position })),
      categories: random
        .popular(categoryCount, categoryIds.length)
        .map((place) => ({ eventId, categoryId: categoryIds[place]! })),
      tags: random.popular(tagCount, tagIds.length).map((place) => ({ eventId, tagId: tagIds[place]! })),
    };
    if (event.status === 'publish') {
      for (const { categoryId } of links.categories) countUp(this.categoryCounts, categoryId);
      for (const { tagId } of links.tags) countUp(this.tagCounts, tagId);
    }
    return links;
  }
}

function imageAlt({ imageId }: Columns<Event>, { language, borrowed }: SeededText): string | null {
  return imageId === null || borrowed ? null : `${PHOTOGRAPH[language]} ${imageId}`;
}

const PHOTOGRAPH: PerLanguage<string> = { en: 'Photograph', fr: 'Photographie' };

/** As a write of the event stores it. */
function searchedRow({ id: recordId }: Searched, { language, searchText }: SeededText): Columns<EventSearchText> {
  return { recordId, language, ...searched(searchText) };
}

function countUp(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
