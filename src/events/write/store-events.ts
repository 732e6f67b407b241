import { type EntityManager } from 'typeorm';
import { retryIfReferenceGone } from '../../database/database-errors.js';
import { tableOf } from '../../database/sql/table.js';
import { logChanges } from '../../content/change-log.js';
import { differences, deleteRecords, updateRecords } from '../../content/versioned-records.js';
import { deleteFormerSlugs, storeFormerSlugs } from '../../content/translations/former-slugs.js';
import { nameKey } from '../../content/translations/translation.js';
import { updateByLanguage } from '../../content/translations/update-by-language.js';
import { truncateToSeconds } from '../../datetime/moment.js';
import { EventTranslation, Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { changedLinks, storeRelations } from '../relations/store-relations.js';
import { storeSearchTexts } from './search-texts.js';
import { type EventChange, type EventRow, type StoredEvent, type TextRow } from './stored-event.js';

type UpsertChange = EventChange & { readonly after: StoredEvent };

/** Stores events whose rows are known, with all dependent data. One statement covers hundreds of events. */
export async function storeEvents(manager: EntityManager, changes: readonly EventChange[]): Promise<void> {
  const kept = changes.filter((change): change is UpsertChange => change.after !== undefined);
  const removed = changes.flatMap(({ before, after }) => (before && !after ? before : []));
  try {
    await storeRows(manager, kept);
    await storeTexts(manager, kept);
    await storeDependents(manager, changes);
    if (removed.length > 0) await removeEvents(manager, removed);
  } catch (error) {
    retryIfReferenceGone(error);
  }
}

/** Stores the data that depends on the rows of events: search texts, relations, and counts of terms. */
export async function storeDependents(manager: EntityManager, changes: readonly EventChange[]): Promise<void> {
  await storeSearchTexts(manager, changes);
  await storeRelations(manager, changes);
}

/** Inserts the new events, which sets their ids and those of their texts, and updates the others. */
async function storeRows(manager: EntityManager, kept: readonly UpsertChange[]): Promise<void> {
  const modifiedAt = truncateToSeconds(new Date());
  const created = kept.filter(({ before }) => !before).map(({ after }) => after);
  for (const { event } of created) Object.assign(event, { modifiedAt });
  const ids = await tableOf(manager, Event).insert(
    manager,
    created.map(({ event: { id: _unknown, ...event } }) => event),
  );
  logChanges(manager, Event, ids);
  created.forEach(({ event, texts }, place) => {
    event.id = ids[place]!;
    for (const text of texts) text.recordId = event.id;
  });
  const revisions = kept.flatMap(({ before, after }) => {
    if (!before) return [];
    const modified = isConfirmation(before, after) ? {} : { modifiedAt };
    return { record: after.event, columns: { ...differences(before.event, after.event), ...modified } };
  });
  await updateRecords<EventRow>(manager, Event, revisions);
}

async function storeTexts(manager: EntityManager, kept: readonly UpsertChange[]): Promise<void> {
  // Most events of a series have the same name.
  const keys = new Map<string, string>();
  const withKey = (row: TextRow): TextRow => {
    const key = keys.get(row.name) ?? nameKey(row.name);
    keys.set(row.name, key);
    return { ...row, nameKey: key };
  };
  const created = kept.flatMap(({ before, after }) => (before ? [] : after.texts.map(withKey)));
  const changed = kept.flatMap(({ before, after }) => (before ? changedTexts(before, after).map(withKey) : []));
  await tableOf(manager, EventTranslation).insert(manager, created);
  await updateByLanguage<TextRow>(manager, EventTranslation, changed);
  const renamed = kept.flatMap(({ before, after }) =>
    before ? { ...before.event, translations: before.texts, after: after.texts } : [],
  );
  await storeFormerSlugs(manager, EVENT, renamed);
}

/** Whether only the translation status has changed: such a change is not reported to readers. */
function isConfirmation(before: StoredEvent, after: StoredEvent): boolean {
  const isSame =
    Object.keys(differences(before.event, after.event)).length === 0 &&
    changedLinks(before.links, after.links).length === 0;
  const columns = changedTexts(before, after).flatMap((row) => Object.keys(textChanges(before, row)));
  return isSame && columns.length > 0 && columns.every((name) => name === 'state');
}

function changedTexts(before: StoredEvent, after: StoredEvent): TextRow[] {
  return after.texts.filter((row) => Object.keys(textChanges(before, row)).length > 0);
}

function textChanges(before: StoredEvent, { nameKey: _key, ...row }: TextRow): Partial<TextRow> {
  const was = before.texts.find(({ language }) => language === row.language);
  return was ? differences<Partial<TextRow>>(was, row) : {};
}

/** Marks the child events of deleted events as changed, because they lose their parent. */
export async function logChildren(manager: EntityManager, ids: readonly number[]): Promise<void> {
  const children = await tableOf(manager, Event).select(manager, { parentId: ids }, { columns: ['id'] });
  const childIds = children.map(({ id }) => id);
  logChanges(manager, Event, childIds);
}

async function removeEvents(manager: EntityManager, removed: readonly StoredEvent[]): Promise<void> {
  const events = removed.map(({ event }) => event);
  const ids = events.map(({ id }) => id);
  await logChildren(manager, ids);
  await deleteRecords<EventRow>(manager, Event, events);
  const withTexts = removed.map(({ event, texts }) => ({ ...event, translations: texts }));
  await deleteFormerSlugs(manager, EVENT, withTexts);
}
