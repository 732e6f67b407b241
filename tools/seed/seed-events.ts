import { type QueryRunner } from 'typeorm';
import { type PerLanguage } from '../../src/lib/i18n/language.js';
import { searchTextColumns } from '../../src/calendar/events/write/search-texts.js';
import { EventSearchText } from '../../src/calendar/events/write/event-search-text.entity.js';
import { EventTranslation, Event } from '../../src/calendar/events/event.entity.js';
import { storeWords } from '../../src/calendar/events/words/store-words.js';
import { bulkInsert, type Columns } from './bulk-insert.js';
import { eventColumns, type EventReferences } from './event-columns.js';
import { type RelationRow } from '../../src/calendar/events/relations/relation.entity.js';
import { RELATIONS } from '../../src/calendar/events/relations/relations.js';
import { occurrenceSlug } from '../../src/calendar/events/series/occurrences.js';
import { type EventTexts, type SeededText } from './event-texts.js';
import { type Plan } from './plan.js';
import { Random } from './random.js';
import { type SeededTerms } from './seed-terms.js';

/** The records that events link to. The ids of venues and organizers are consecutive from 1. */
export interface RelationTargets extends SeededTerms {
  readonly venues: number;
  readonly organizers: number;
}

/** The properties of an inserted event from which its texts can be generated again. */
type EventIdentity = Pick<Event, 'id' | 'seriesId' | 'seriesDate'>;

/** Inserts events, and counts the published events of each category and tag. */
export class EventSeeder {
  readonly categoryCounts = new Map<number, number>();
  readonly tagCounts = new Map<number, number>();
  private readonly inserted: EventIdentity[] = [];

  constructor(
    private readonly plan: Plan,
    private readonly texts: EventTexts,
    private readonly references: EventReferences & RelationTargets,
  ) {}

  /** Inserts the events with these ids. */
  async insert(runner: QueryRunner, ids: readonly number[]): Promise<void> {
    const events = ids.map((id) => eventColumns(id, this.plan, this.references));
    const texts = events.map((event) => this.textsOf(event));
    const relations = events.map((event) => this.relations(event));
    await bulkInsert(runner, Event, events);
    this.inserted.push(...events.map(({ id, seriesId, seriesDate }) => ({ id, seriesId, seriesDate })));
    await bulkInsert(
      runner,
      EventTranslation,
      events.flatMap((event, index) => texts[index]!.map((text) => ({ ...text, imageAlt: imageAlt(event, text) }))),
    );
    for (const { name, entity } of RELATIONS)
      await bulkInsert(
        runner,
        entity,
        relations.flatMap((related) => related[name] ?? []),
      );
  }

  /** All events inserted so far, in the order of their ids. */
  get all(): readonly EventIdentity[] {
    return this.inserted;
  }

  /** Inserts the search texts of events that are already stored. */
  async insertSearchTexts(runner: QueryRunner, events: readonly EventIdentity[]): Promise<void> {
    const rows = events.flatMap((event) => this.textsOf(event).map((text) => ({ event, ...searchedRow(event, text) })));
    await bulkInsert(runner, EventSearchText, rows);
    await storeWords(runner.manager, rows);
  }

  /** The texts of an event. An occurrence has those of its series, with its own slugs. */
  private textsOf({ id, seriesId, seriesDate }: Pick<Event, 'id' | 'seriesId' | 'seriesDate'>): SeededText[] {
    const textsId = seriesId ?? id;
    const rows = this.texts.rows(textsId, new Random(this.plan.random, 'event texts', textsId));
    if (textsId === id) return rows;
    return rows.map((row) => ({ ...row, recordId: id, slug: row.slug && occurrenceSlug(row.slug, seriesDate!) }));
  }

  /** The join rows of an event by the plural of the resource. */
  private relations(event: Columns<Event>): Record<string, Columns<RelationRow>[]> {
    const eventId = event.id;
    const random = new Random(this.plan.random, 'links', event.seriesId ?? eventId);
    const { venues, organizers, categoryIds, tagIds } = this.references;
    const venueCount = random.share([95, 1], [3, 0], [2, 2]);
    const organizerCount = random.share([85, 1], [10, 2], [5, 0]);
    const categoryCount = random.share([70, 1], [25, 2], [5, 3]);
    const tagCount = random.share([35, 0], [35, 1], [20, 2], [10, 4]);
    const relations = {
      venues: random.popular(venueCount, venues).map((venue, position) => ({ eventId, venueId: venue + 1, position })),
      organizers: random
        .popular(organizerCount, organizers)
        .map((organizer, position) => ({ eventId, organizerId: organizer + 1, position })),
      categories: random
        .popular(categoryCount, categoryIds.length)
        .map((index) => ({ eventId, categoryId: categoryIds[index]! })),
      tags: random.popular(tagCount, tagIds.length).map((index) => ({ eventId, tagId: tagIds[index]! })),
    };
    if (event.status === 'publish') {
      for (const { categoryId } of relations.categories) countUp(this.categoryCounts, categoryId);
      for (const { tagId } of relations.tags) countUp(this.tagCounts, tagId);
    }
    return relations;
  }
}

function imageAlt({ imageId }: Columns<Event>, { language, borrowed }: SeededText): string | null {
  return imageId === null || borrowed ? null : `${PHOTOGRAPH[language]} ${imageId}`;
}

const PHOTOGRAPH: PerLanguage<string> = { en: 'Photograph', fr: 'Photographie' };

function searchedRow(event: EventIdentity, { language, searchText }: SeededText): Columns<EventSearchText> {
  return { recordId: event.id, language, ...searchTextColumns(event, searchText) };
}

function countUp(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
