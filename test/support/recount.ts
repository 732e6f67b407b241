import { type DataSource } from 'typeorm';
import { CategoryAncestor } from '../../src/categories/category-ancestor.entity.js';
import { Category } from '../../src/categories/category.entity.js';
import { ListedDay } from '../../src/events/relations/listed-day.entity.js';
import { EventTranslation } from '../../src/events/event-translation.entity.js';
import { Event } from '../../src/events/event.entity.js';
import { EventSearchText } from '../../src/events/writing/event-search-text.entity.js';
import { searchTextsOf } from '../../src/events/writing/search-texts.js';
import { allKinds } from './kinds.js';

const LINKS = allKinds.filter(({ field }) => field !== undefined).map(({ many }) => `event_${many}`);

/** Pairs of what is stored and what it has to be, made anew from the events themselves. */
export type Recount = Readonly<Record<string, readonly [stored: unknown, expected: unknown]>>;

/** Counts and copies anew all that lists and totals are read from. */
export async function recount(source: DataSource): Promise<Recount> {
  const pairs: [string, readonly [unknown, unknown]][] = [];
  for (const table of LINKS) pairs.push([table, [await staleLinks(source, table), []]]);
  pairs.push(['categories', [await miscounted(source, 'category', 'categories'), []]]);
  pairs.push(['tags', [await miscounted(source, 'tag', 'tags'), []]]);
  pairs.push(['searched texts', await searchedTexts(source)]);
  pairs.push(['days', [await storedDays(source), await countedDays(source)]]);
  pairs.push(['ancestors', [await storedAncestors(source), await ancestorsOf(source)]]);
  return Object.fromEntries(pairs);
}

/** Links that say something else than the event does. */
const staleLinks = (source: DataSource, table: string): Promise<unknown[]> =>
  source.query(
    `SELECT link.* FROM ${table} link JOIN events event ON event.id = link.eventId
     WHERE link.startUtc <> event.startUtc OR link.endUtc <> event.endUtc OR link.durationClass <> event.durationClass
       OR link.featured <> event.featured OR link.ticketed <> event.ticketed
       OR link.listed <> (event.status = 'publish' AND event.hidden = FALSE AND event.passwordHash IS NULL)`,
  );

/** Terms, and how many published events name each. */
const miscounted = (source: DataSource, one: string, many: string): Promise<unknown[]> =>
  source.query(
    `SELECT * FROM ${many} term WHERE term.count <> (
       SELECT COUNT(*) FROM event_${many} link JOIN events event ON event.id = link.eventId
       WHERE link.${one}Id = term.id AND event.status = 'publish')`,
  );

/** What searches read, and what an event would have them read. */
async function searchedTexts({ manager }: DataSource): Promise<[stored: unknown[], expected: unknown[]]> {
  const line = ({ language, startUtc, recordId, masked, text, signature }: Omit<EventSearchText, 'record'>) =>
    [recordId, language, startUtc.toISOString(), masked, signature, text.toString()].join(' ');
  const texts = await manager.find(EventSearchText);
  const events = await manager.find(Event, { relations: { translations: true } });
  return [texts.map(line).sort(), events.flatMap(searchTextsOf).map(line).sort()];
}

/** How many listed events begin on each day, of all, of each language and of each term, by looking at all events and their links. */
async function countedDays(source: DataSource): Promise<Record<string, number[]>> {
  const { manager } = source;
  const events = await manager.findBy(Event, { status: 'publish', hidden: false });
  const days: Record<string, number[]> = {};
  const count = (of: string, { startUtc, featured, ticketed }: Event) => {
    const numbers = (days[`${of} ${Date.parse(startUtc.toISOString().slice(0, 10)) / 86_400_000}`] ??= [0, 0, 0]);
    [1, Number(featured), Number(ticketed)].forEach((number, place) => (numbers[place]! += number));
  };
  for (const event of events) {
    count('all 0', event);
    count(`author ${event.authorId}`, event);
    if (event.seriesId !== null) count('series 0', event);
    const { eventStatus, attendance, price, passwordHash } = event;
    if (eventStatus !== 'scheduled') count(`${eventStatus} 0`, event);
    if (attendance !== 'offline') count(`${attendance} 0`, event);
    if (price !== null && passwordHash === null) count(`${price} 0`, event);
  }
  const texts = await manager.findBy(EventTranslation, { borrowed: false });
  const listed = new Map(events.map((event) => [event.id, event]));
  for (const { recordId, language } of texts) if (listed.has(recordId)) count(`${language} 0`, listed.get(recordId)!);
  const open = new Map(events.filter(({ passwordHash }) => passwordHash === null).map((event) => [event.id, event]));
  for (const { one, many } of allKinds.filter(({ many }) => ['categories', 'tags'].includes(many))) {
    const links = await manager.query<{ eventId: number; id: number }[]>(
      `SELECT eventId, ${one}Id AS id FROM event_${many}`,
    );
    const above = many === 'categories' ? await ancestorsOf(source) : {};
    const counting = new Set(
      links.flatMap(({ eventId, id }) => (above[id] ?? [id]).map((ancestor) => `${eventId} ${ancestor}`)),
    );
    for (const [eventId, id] of [...counting].map((line) => line.split(' ').map(Number)))
      if (open.has(eventId!)) count(`${many} ${id}`, open.get(eventId!)!);
  }
  return inOrder(Object.entries(days));
}

/** Each category with itself and all above it, by going up. */
async function ancestorsOf({ manager }: DataSource): Promise<Record<number, number[]>> {
  const all = new Map((await manager.find(Category)).map(({ id, parentId }) => [id, parentId]));
  const lineage = (id: number): number[] => [id, ...(all.get(id) ? lineage(all.get(id)!) : [])];
  return Object.fromEntries([...all.keys()].map((id) => [id, lineage(id).sort((one, other) => one - other)]));
}

async function storedAncestors({ manager }: DataSource): Promise<Record<number, number[]>> {
  const stored: Record<number, number[]> = {};
  const order = { recordId: 'ASC', ancestorId: 'ASC' } as const;
  for (const { recordId, ancestorId } of await manager.find(CategoryAncestor, { order }))
    (stored[recordId] ??= []).push(ancestorId);
  return stored;
}

async function storedDays({ manager }: DataSource): Promise<Record<string, number[]>> {
  const days = await manager.find(ListedDay);
  const counts = days.map(({ narrowedBy, recordId, day, events, featured, ticketed }): [string, number[]] => [
    `${narrowedBy || 'all'} ${recordId} ${day}`,
    [events, featured, ticketed],
  ]);
  return inOrder(counts.filter(([, numbers]) => numbers.some((number) => number !== 0)));
}

const inOrder = (days: [string, number[]][]): Record<string, number[]> =>
  Object.fromEntries(days.sort(([one], [other]) => (one < other ? -1 : 1)));
