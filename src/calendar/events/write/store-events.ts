import { type EntityManager } from 'typeorm';
import { OptimisticLockError, throwConflictIfReferenceGone } from '../../../database/database-errors.js';
import { differences } from '../../../database/sql/differences.js';
import { tableOf } from '../../../database/sql/table.js';
import { logChanges } from '../../records/change-log/change-log.js';
import { type ColumnChanges, deleteRecords, updateRecords } from '../../records/writing/versioned-records.js';
import { deleteFormerSlugs, storeFormerSlugs } from '../../records/translations/former-slugs.js';
import { nameKey } from '../../records/translations/translation.js';
import { updateByLanguage } from '../../records/translations/texts.js';
import { truncateToSeconds } from '../../../lib/datetime/moment.js';
import { EventTranslation, Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { changedRelations, storeRelations } from '../relations/store-relations.js';
import { storeSearchTexts } from './search-texts.js';
import { type EventChange, type EventRow, type StoredEvent, type TextRow } from './stored-event.js';

/** Stores events whose rows are known, with all dependent data. One statement covers hundreds of events. */
export async function storeEvents(manager: EntityManager, changes: readonly EventChange[]): Promise<void> {
  const created = changes.flatMap(({ before, after }) => (after && !before ? after : []));
  const updated = changes.flatMap(({ before, after }) => (before && after ? { before, after } : []));
  const removed = changes.flatMap(({ before, after }) => (before && !after ? before : []));
  try {
    await insertEvents(manager, created);
    await updateEvents(manager, updated);
    await storeDependents(manager, changes);
    if (removed.length > 0) await removeEvents(manager, removed);
  } catch (error) {
    throwConflictIfReferenceGone(error);
  }
}

/** Stores the data that depends on the rows of events: search texts, relations, and counts of terms. */
export async function storeDependents(manager: EntityManager, changes: readonly EventChange[]): Promise<void> {
  await storeSearchTexts(manager, changes);
  await storeRelations(manager, changes);
}

/** Inserts events, which sets their ids and those of their texts. */
async function insertEvents(manager: EntityManager, created: readonly StoredEvent[]): Promise<void> {
  const modifiedAt = truncateToSeconds(new Date());
  const rows = created.map(({ event: { id: _unknown, ...event } }) => ({ ...event, modifiedAt }));
  const ids = await tableOf(manager, Event).insert(manager, rows);
  logChanges(manager, Event, ids);
  for (const [index, { event, texts }] of created.entries()) {
    Object.assign(event, { id: ids[index]!, modifiedAt });
    for (const text of texts) text.recordId = event.id;
  }
  const texts = created.flatMap((one) => one.texts.map(withKey));
  await tableOf(manager, EventTranslation).insert(manager, texts);
}

async function updateEvents(
  manager: EntityManager,
  updated: readonly { readonly before: StoredEvent; readonly after: StoredEvent }[],
): Promise<void> {
  const modifiedAt = truncateToSeconds(new Date());
  const revisions: ColumnChanges<EventRow>[] = [];
  const texts: TextRow[] = [];
  for (const { before, after } of updated) {
    const columns = differences<Partial<EventRow>>(before.event, after.event);
    const changes = after.texts.map((row) => ({ row, names: changedColumns(before, row) }));
    const names = changes.flatMap((change) => change.names);
    // A change of the translation status alone is not reported to readers.
    const isConfirmation = names.length > 0 && names.every((name) => name === 'state' || name === 'madeFrom');
    const isSame =
      Object.keys(columns).length === 0 && changedRelations(before.relatedIds, after.relatedIds).length === 0;
    revisions.push({ record: after.event, columns: isConfirmation && isSame ? {} : { ...columns, modifiedAt } });
    texts.push(...changes.filter((change) => change.names.length > 0).map(({ row }) => withKey(row)));
  }
  await updateRecords<EventRow>(manager, Event, revisions);
  await updateByLanguage<TextRow>(manager, EventTranslation, texts);
  const renamed = updated.map(({ before, after }) => ({
    ...before.event,
    translations: before.texts,
    after: after.texts,
  }));
  await storeFormerSlugs(manager, EVENT, renamed);
}

/**
 * Replaces the values of an event inside a write that stores other changes of it: without a new revision, and without
 * former slugs.
 * @throws {OptimisticLockError} if the event was changed since it was read
 */
export async function exchangeValues(manager: EntityManager, before: StoredEvent, after: StoredEvent): Promise<void> {
  const { id, revision } = before.event;
  const columns = differences<Partial<EventRow>>(before.event, after.event);
  // Sets at least one column, to find out whether the revision is still the same.
  const found = await tableOf(manager, Event).update(manager, { id, revision }, { revision, ...columns });
  if (found !== 1) throw new OptimisticLockError();
  const texts = after.texts.filter((row) => changedColumns(before, row).length > 0);
  await updateByLanguage<TextRow>(manager, EventTranslation, texts.map(withKey));
  await storeDependents(manager, [{ before, after }]);
}

function changedColumns(before: StoredEvent, { nameKey: _key, ...row }: TextRow): string[] {
  const was = before.texts.find(({ language }) => language === row.language);
  return was ? Object.keys(differences<Partial<TextRow>>(was, row)) : [];
}

function withKey(row: TextRow): TextRow {
  return { ...row, nameKey: nameKey(row.name) };
}

async function removeEvents(manager: EntityManager, removed: readonly StoredEvent[]): Promise<void> {
  const events = removed.map(({ event }) => event);
  const parentId = events.map(({ id }) => id);
  // Child events lose their parent.
  const children = await tableOf(manager, Event).select(manager, { parentId }, { columns: ['id'] });
  const childIds = children.map(({ id }) => id);
  logChanges(manager, Event, childIds);
  await deleteRecords<EventRow>(manager, Event, events);
  const withTexts = removed.map(({ event, texts }) => ({ ...event, translations: texts }));
  await deleteFormerSlugs(manager, EVENT, withTexts);
}
