import { type EntityManager } from 'typeorm';
import { overtakenIfGone, Overtaken } from '../../database/database-errors.js';
import { marks, pieces } from '../../database/sql/lists.js';
import { run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { LANGUAGES } from '../../languages/language.js';
import { differences } from '../../records/store.js';
import { FormerSlug } from '../../records/texts/former-slug.entity.js';
import { freeOf, storeFormerSlugs } from '../../records/texts/former-slugs.js';
import { nameKey, searchText } from '../../records/texts/texts.js';
import { shownText, translationIn } from '../../records/texts/shown-text.js';
import { seconds } from '../../values/time/moment.js';
import { EventTranslation } from '../event-translation.entity.js';
import { Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { searched } from '../writing/search-texts.js';
import { EventSearchText } from '../writing/event-search-text.entity.js';
import { lockMembers } from './load-members.js';
import { type EventRow, type Member, type TextRow } from './member.js';
import { assignSlugs, occurrenceSlug } from './slugs.js';
import { storeMemberLinks } from './store-links.js';
import { updateRows } from './update-rows.js';

/** What becomes of one event: it is made where it was not, and deleted for good where it is not any more. */
export interface Change {
  readonly before?: Member;
  readonly after?: Member;
}

/** Events go with everything that belongs to them: of a file, in whose statements nobody else has a turn, not too many at once. */
const REMOVED_AT_ONCE = 200;

/** An event that stays, or is made. */
type Kept = Change & { readonly after: Member };

/**
 * Stores many events of a series, with all that follows from them; the number of statements grows with the thousands. What
 * one event takes is in `storePublished` and `storeState`; tests compare what both leave behind.
 */
export async function storeMembers(manager: EntityManager, series: Member, changes: readonly Change[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length > 0) await storeChanged(manager, series, changed).catch(overtakenIfGone);
}

async function storeChanged(manager: EntityManager, series: Member, changed: readonly Change[]): Promise<void> {
  await lockMembers(
    manager,
    changed.flatMap(({ before }) => before ?? []),
  );
  const kept = changed.filter((change): change is Kept => change.after !== undefined);
  await storeEvents(manager, kept);
  await nameTexts(manager, series, kept);
  await storeTexts(manager, kept);
  await storeSearchTexts(manager, kept);
  await storeMemberLinks(manager, changed);
  await removeEvents(
    manager,
    changed.flatMap(({ before, after }) => (before && !after ? before : [])),
  );
}

/** Makes the new ones, whose ids their rows then carry, and changes the others. */
async function storeEvents(manager: EntityManager, kept: readonly Kept[]): Promise<void> {
  const table = tableOf(manager, Event);
  const now = seconds(new Date());
  const created = kept.filter(({ before }) => !before).map(({ after }) => after);
  for (const { event } of created) Object.assign(event, { modifiedAt: now });
  const rows = created.map(({ event: { id: _unknown, ...event } }) => event);
  const ids = await table.insert(manager, rows);
  created.forEach(({ event, texts }, place) => {
    event.id = ids[place]!;
    for (const text of texts) text.recordId = event.id;
  });
  const updates = kept.flatMap(({ before, after }) => {
    const columns: Partial<EventRow> = before ? differences(before.event, after.event) : {};
    return Object.keys(columns).length > 0 ? [{ ...columns, id: after.event.id }] : [];
  });
  await updateRows<EventRow>(manager, Event, {}, 'id', updates);
  await countRevisions(manager, kept, now);
}

/** Of each event that shows something else than before. */
async function countRevisions(manager: EntityManager, kept: readonly Kept[], now: Date): Promise<void> {
  const known = kept.filter(({ before }) => before);
  if (known.length === 0) return;
  for (const { before, after } of known)
    Object.assign(after.event, { revision: before!.event.revision + 1, modifiedAt: now });
  const ids = known.map(({ after }) => after.event.id);
  const values = [...ids];
  const sql = `UPDATE events SET revision = revision + 1, modifiedAt = ? WHERE id IN (${marks(values.length)})`;
  const { affected } = await run(manager, sql, [now, ...values]);
  if (affected !== ids.length) throw new Overtaken();
}

/** Gives slugs to the texts that are new. */
async function nameTexts(manager: EntityManager, series: Member, kept: readonly Kept[]): Promise<void> {
  for (const language of LANGUAGES) {
    const model = translationIn(series.texts, language)?.slug ?? EVENT.one;
    const unnamed = kept.flatMap(({ after: { event, texts } }) => {
      const row = translationIn(texts, language);
      return row?.slug === null ? [{ row, wanted: occurrenceSlug(model, event.seriesDate!) }] : [];
    });
    await assignSlugs(manager, language, unnamed);
  }
}

async function storeTexts(manager: EntityManager, kept: readonly Kept[]): Promise<void> {
  const key = remembered(nameKey);
  const keyed = (row: TextRow): TextRow => ({ ...row, nameKey: key(row.name) });
  const table = tableOf(manager, EventTranslation);
  const created = kept.filter(({ before }) => !before).flatMap(({ after }) => after.texts.map(keyed));
  if (created.length > 0) await table.insert(manager, created);
  for (const language of LANGUAGES) {
    const updates = kept.flatMap(({ before, after }) => {
      const was = before?.texts.find((row) => row.language === language);
      const is = after.texts.find((row) => row.language === language)!;
      const columns: Partial<TextRow> = was && was !== is ? differences(was, withoutKey(is)) : {};
      if (Object.keys(columns).length === 0) return [];
      return [{ ...columns, ...('name' in columns && { nameKey: key(is.name) }), recordId: after.event.id }];
    });
    await updateRows<TextRow>(manager, EventTranslation, { language }, 'recordId', updates);
  }
  await keepFormerSlugs(manager, kept);
}

function withoutKey({ nameKey: _key, ...row }: TextRow): Partial<TextRow> {
  return row;
}

async function keepFormerSlugs(manager: EntityManager, kept: readonly Kept[]): Promise<void> {
  const lost = kept.flatMap(({ before, after }) =>
    LANGUAGES.flatMap((language) => {
      const slug = before && translationIn(before.texts, language)?.slug;
      if (!slug || translationIn(after.texts, language)?.slug === slug) return [];
      const row = { kind: EVENT.one, language, slug, recordId: after.event.id };
      return [{ row, wasPublished: before.event.wasPublished }];
    }),
  );
  const [known, unknown] = [true, false].map((isKnown) =>
    lost.flatMap(({ row, wasPublished }) => (wasPublished === isKnown ? row : [])),
  );
  const rows = [...known!, ...(await freeOf(manager, EVENT.one, unknown!))];
  if (rows.length > 0) await storeFormerSlugs(manager, rows);
}

type SearchRow = Omit<EventSearchText, 'record'>;

async function storeSearchTexts(manager: EntityManager, kept: readonly Kept[]): Promise<void> {
  const known = new Map<string, ReturnType<typeof searched>>();
  const numberOf = numbered();
  const rowOf = ({ event, texts }: Member, language: (typeof LANGUAGES)[number]): SearchRow => {
    const { name, excerpt, description } = shownText(texts, language);
    // Most of them have the same text: it is folded once.
    const read = [name, excerpt, description].map(numberOf).join();
    const found = known.get(read) ?? searched(searchText(shownText(texts, language)));
    known.set(read, found);
    return { language, recordId: event.id, ...found };
  };
  const created = kept.filter(({ before }) => !before).map(({ after }) => after);
  if (created.length > 0) {
    const rows = LANGUAGES.flatMap((language) => created.map((member) => rowOf(member, language)));
    await tableOf(manager, EventSearchText).insert(manager, rows);
  }
  for (const language of LANGUAGES) {
    const updates = kept.flatMap(({ before, after }) => {
      if (!before) return [];
      const columns = differences(rowOf(before, language), rowOf(after, language));
      return Object.keys(columns).length > 0 ? [{ ...columns, recordId: after.event.id }] : [];
    });
    await updateRows<SearchRow>(manager, EventSearchText, { language }, 'recordId', updates);
  }
}

async function removeEvents(manager: EntityManager, members: readonly Member[]): Promise<void> {
  if (members.length === 0) return;
  const ids = members.map(({ event }) => event.id);
  let removed = 0;
  for (const some of pieces(ids, REMOVED_AT_ONCE))
    removed += await tableOf(manager, Event).remove(manager, { id: some });
  if (removed !== ids.length) throw new Overtaken();
  const slugs = tableOf(manager, FormerSlug);
  await slugs.remove(manager, { kind: EVENT.one, recordId: ids });
  // Those of others that nobody was told of stay with the others.
  const known = members.filter(({ event }) => event.wasPublished);
  for (const language of LANGUAGES) {
    const last = known.flatMap(({ texts }) => translationIn(texts, language)?.slug ?? []);
    await slugs.remove(manager, { kind: EVENT.one, language, slug: last });
  }
}

/** A function whose answers are kept for as long as it is. */
function remembered<V>(make: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    if (!known.has(text)) known.set(text, make(text));
    return known.get(text)!;
  };
}

/** Tells texts apart by short numbers. */
function numbered(): (text: string | null) => number {
  const known = new Map<string | null, number>();
  return (text) => {
    if (!known.has(text)) known.set(text, known.size);
    return known.get(text)!;
  };
}
