import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { foreignKey, publishedColumns, termTranslationTable, translationTable } from './builders/resources.js';
import { SLOTS } from '../../database/write-counter.entity.js';
import { createTable } from './builders/tables.js';

type Columns = ReturnType<typeof columns>;

const NO_ACTION = 'NO ACTION';

async function accounts(runner: QueryRunner, { id, unsigned, text, instant }: Columns): Promise<void> {
  await createTable(runner, {
    name: 'accounts',
    columns: [id(), text('name', 255), text('role', 16), instant('createdAt')],
    indices: [{ name: 'UQ_accounts_name', columnNames: ['name'], isUnique: true }],
  });
  await createTable(runner, {
    name: 'application_keys',
    columns: [
      text('id', 16, { primary: true }),
      unsigned('accountId'),
      text('secretHash', 64),
      instant('createdAt'),
      instant('expiresAt', { nullable: true }),
      instant('revokedAt', { nullable: true }),
    ],
    indices: [{ name: 'IX_application_keys_account', columnNames: ['accountId'] }],
    foreignKeys: [foreignKey('application_keys', 'accountId', 'accounts', 'CASCADE')],
  });
}

async function idempotentRequests(runner: QueryRunner, { unsigned, text, instant, longText }: Columns): Promise<void> {
  await createTable(runner, {
    name: 'idempotent_requests',
    columns: [
      unsigned('accountId', { primary: true }),
      text('keyHash', 64, { primary: true }),
      text('fingerprint', 64),
      text('attempt', 36),
      instant('startedAt'),
      longText('answer', { nullable: true }),
    ],
    indices: [{ name: 'IX_idempotent_requests_started', columnNames: ['startedAt'] }],
  });
}

async function writeCounters(runner: QueryRunner, { unsigned }: Columns): Promise<void> {
  await createTable(runner, {
    name: 'write_counters',
    columns: [unsigned('slot', { primary: true }), unsigned('writes', { default: 0 })],
  });
  for (let slot = 0; slot < SLOTS; slot++) await runner.query(`INSERT INTO write_counters (slot) VALUES (${slot})`);
}

async function images(runner: QueryRunner, { id, unsigned, text }: Columns): Promise<void> {
  await createTable(runner, {
    name: 'images',
    columns: [
      id(),
      text('url', 2048),
      text('urlHash', 64),
      text('alt', 255, { nullable: true }),
      unsigned('width', { nullable: true }),
      unsigned('height', { nullable: true }),
      unsigned('revision', { default: 1 }),
    ],
    indices: [{ name: 'UQ_images_url', columnNames: ['urlHash'], isUnique: true }],
  });
}

async function venues(runner: QueryRunner, { text, flag }: Columns): Promise<void> {
  const lines = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone'];
  await createTable(runner, {
    name: 'venues',
    columns: [
      ...publishedColumns(runner),
      ...lines.map((name) => text(name, 255, { nullable: true })),
      text('website', 2048, { nullable: true }),
      flag('showMap', { default: false }),
      flag('showMapLink', { default: false }),
    ],
    indices: [{ name: 'IX_venues_status', columnNames: ['status', 'publishedAt', 'id'] }],
    foreignKeys: [foreignKey('venues', 'imageId', 'images', NO_ACTION)],
  });
}

async function organizers(runner: QueryRunner, { text }: Columns): Promise<void> {
  await createTable(runner, {
    name: 'organizers',
    columns: [
      ...publishedColumns(runner),
      text('phone', 255, { nullable: true }),
      text('website', 2048, { nullable: true }),
      text('email', 255, { nullable: true }),
    ],
    indices: [{ name: 'IX_organizers_status', columnNames: ['status', 'publishedAt', 'id'] }],
    foreignKeys: [foreignKey('organizers', 'imageId', 'images', NO_ACTION)],
  });
}

async function terms(runner: QueryRunner, { id, unsigned }: Columns): Promise<void> {
  const counters = [unsigned('count', { default: 0 }), unsigned('revision', { default: 1 })];
  await createTable(runner, {
    name: 'categories',
    columns: [id(), unsigned('parentId', { nullable: true }), ...counters],
    indices: [{ name: 'IX_categories_parent', columnNames: ['parentId'] }],
    foreignKeys: [foreignKey('categories', 'parentId', 'categories', 'SET NULL')],
  });
  await createTable(runner, { name: 'tags', columns: [id(), ...counters] });
}

async function events(runner: QueryRunner, { unsigned, text, flag, instant, exactText }: Columns): Promise<void> {
  const time = ['startUtc', 'id', 'endUtc'];
  const flags = ['allDay', 'hidden', 'sticky', 'featured', 'ticketed', 'showMap', 'showMapLink'];
  await createTable(runner, {
    name: 'events',
    columns: [
      ...publishedColumns(runner),
      unsigned('parentId', { nullable: true }),
      text('startWall', 19),
      text('endWall', 19),
      instant('startUtc'),
      instant('endUtc'),
      unsigned('durationClass'),
      text('timezone', 64),
      ...flags.map((name) => flag(name, { default: false })),
      text('cost', 255, { nullable: true }),
      text('website', 2048, { nullable: true }),
      text('passwordHash', 255, { nullable: true }),
      exactText('externalId', 255, { nullable: true }),
    ],
    indices: [
      { name: 'IX_events_start', columnNames: ['status', 'hidden', ...time, 'featured', 'ticketed', 'modifiedAt'] },
      {
        name: 'IX_events_duration',
        columnNames: ['durationClass', 'status', 'hidden', ...time, 'featured', 'ticketed'],
      },
      { name: 'IX_events_scheduled', columnNames: ['status', 'publishedAt'] },
      { name: 'IX_events_parent', columnNames: ['parentId', 'status', 'hidden', ...time] },
      { name: 'IX_events_author', columnNames: ['authorId', 'status', 'hidden', ...time] },
      { name: 'UQ_events_external', columnNames: ['externalId'], isUnique: true },
    ],
    foreignKeys: [
      foreignKey('events', 'imageId', 'images', NO_ACTION),
      foreignKey('events', 'parentId', 'events', 'SET NULL'),
    ],
  });
}

/** How many events begin on each day. */
async function eventDays(runner: QueryRunner, { integer }: Columns): Promise<void> {
  const counts = ['events', 'featured', 'ticketed'].map((name) => integer(name));
  await createTable(runner, { name: 'event_days', columns: [integer('day', { primary: true }), ...counts] });
}

/** The texts that a search of events reads, in the order of lists by date. */
async function searchTexts(runner: QueryRunner, { unsigned, text, instant, flag, bytes }: Columns): Promise<void> {
  await createTable(runner, {
    name: 'event_search_texts',
    withoutRowid: true,
    columns: [
      text('language', 2, { primary: true }),
      instant('startUtc', { primary: true }),
      unsigned('recordId', { primary: true }),
      flag('masked'),
      bytes('text'),
    ],
    indices: [{ name: 'IX_event_search_texts_record', columnNames: ['recordId'] }],
    foreignKeys: [foreignKey('event_search_texts', 'recordId', 'events', 'CASCADE')],
  });
}

/** The relations of events to a resource, as they were before `PlainLists1790000500000`. */
async function relations(
  runner: QueryRunner,
  { unsigned, flag, instant }: Columns,
  [one, many]: readonly [string, string],
  isOrdered: boolean,
): Promise<void> {
  const [name, column] = [`event_${many}`, `${one}Id`];
  const time = ['startUtc', 'eventId', 'endUtc', 'featured', 'ticketed'];
  await createTable(runner, {
    name,
    columns: [
      unsigned('eventId', { primary: true }),
      unsigned(column, { primary: true }),
      flag('listed'),
      instant('startUtc'),
      instant('endUtc'),
      unsigned('durationClass'),
      flag('featured'),
      flag('ticketed'),
      ...(isOrdered ? [unsigned('position')] : []),
    ],
    indices: [
      { name: `IX_${name}_start`, columnNames: [column, 'listed', ...time] },
      { name: `IX_${name}_duration`, columnNames: ['durationClass', column, 'listed', ...time] },
    ],
    foreignKeys: [foreignKey(name, 'eventId', 'events', 'CASCADE'), foreignKey(name, column, many, 'CASCADE')],
  });
}

/** The calendar as it began. */
export class Calendar1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const build = columns(runner);
    await accounts(runner, build);
    await idempotentRequests(runner, build);
    await writeCounters(runner, build);
    await images(runner, build);
    await venues(runner, build);
    await organizers(runner, build);
    await terms(runner, build);
    await events(runner, build);
    await eventDays(runner, build);
    await translationTable(runner, { one: 'event', many: 'events', isSearchedApart: true });
    await searchTexts(runner, build);
    await translationTable(runner, { one: 'venue', many: 'venues' });
    await translationTable(runner, { one: 'organizer', many: 'organizers' });
    await termTranslationTable(runner, { one: 'category', many: 'categories' });
    await termTranslationTable(runner, { one: 'tag', many: 'tags' });
    await relations(runner, build, ['venue', 'venues'], true);
    await relations(runner, build, ['organizer', 'organizers'], true);
    await relations(runner, build, ['category', 'categories'], false);
    await relations(runner, build, ['tag', 'tags'], false);
  }

  async down(runner: QueryRunner): Promise<void> {
    const linked = ['venue', 'organizer', 'category', 'tag'];
    const records = [
      'event_days',
      'events',
      'tags',
      'categories',
      'organizers',
      'venues',
      'images',
      'idempotent_requests',
      'write_counters',
      'application_keys',
      'accounts',
    ];
    const tables = [
      ...['event_venues', 'event_organizers', 'event_categories', 'event_tags'],
      'event_search_texts',
      ...[...linked, 'event'].map((kind) => `${kind}_translations`),
      ...records,
    ];
    for (const table of tables) await runner.dropTable(table, true);
  }
}
