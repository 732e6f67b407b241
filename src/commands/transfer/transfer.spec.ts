import fc from 'fast-check';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { type DataSource, type EntityMetadata } from 'typeorm';
import {
  type TemporaryDatabase,
  temporaryDatabases,
  temporarySqlite,
} from '../../../test/support/temporary-database.js';
import { createDataSource, dataSourceOptions } from '../../database/data-source.js';
import { migrate } from '../../database/migrate.js';
import { schema } from '../../schema.js';
import { rowOf } from './import-export.js';
import { load } from './load.js';
import { type Contents, withSnapshot } from './snapshot.js';
import {
  columnsOf,
  exportedTables,
  NOT_EXPORTED,
  readLastIds,
  readRows,
  type Row,
  SECRETS,
  tablesOf,
} from './tables.js';
import { lineOf } from './write-export.js';

/** Rows of one table. */
interface Batch {
  readonly table: string;
  readonly rows: readonly Row[];
}

const allMigrations = schema.migrations.map(({ name }) => name);

beforeAll(() => Logger.overrideLogger(false));

describe('the tables', () => {
  let database: TemporaryDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await temporarySqlite();
    source = await createDataSource(await dataSourceOptions(schema, database.url)).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('are all of the service; each is exported, or left out for a reason', () => {
    expect(tablesOf(source).map(({ target }) => target)).toEqual(expect.arrayContaining(schema.entities));
    const exported = exportedTables(source).map(({ target }) => target as unknown);
    for (const entity of schema.entities)
      expect([entity.name, exported.includes(entity), NOT_EXPORTED.get(entity)]).toEqual([
        entity.name,
        !NOT_EXPORTED.has(entity),
        NOT_EXPORTED.has(entity) ? expect.stringMatching(/^.{20,}\.$/) : undefined,
      ]);
    for (const entity of [...NOT_EXPORTED.keys(), ...SECRETS.keys()]) expect(schema.entities).toContain(entity);
  });

  it('export no column that sounds like a secret, unless it is named here', () => {
    // The token of an image is part of its public address.
    const noSecrets = ['images.urlHash', 'images.token'];
    const exported = exportedTables(source).flatMap((metadata) =>
      columnsOf(metadata).flatMap(({ propertyName }) =>
        SECRETS.get(metadata.target)?.[propertyName] === undefined ? [`${metadata.tableName}.${propertyName}`] : [],
      ),
    );
    expect(exported.filter((name) => /secret|hash|password|token|salt|credential/i.test(name))).toEqual(noSecrets);
  });

  it('have keys that every engine puts into the same order', () => {
    const plain = ['kind', 'language'];
    const others = exportedTables(source).flatMap(({ tableName, primaryColumns }) =>
      primaryColumns
        .filter(({ type, collation }) => type === 'varchar' && !collation?.endsWith('_bin'))
        .filter(({ propertyName }) => !plain.includes(propertyName))
        .map(({ propertyName }) => `${tableName}.${propertyName}`),
    );
    expect(others).toEqual([]);
  });

  it('and their rows are read back from their lines', () => {
    for (const metadata of exportedTables(source))
      fc.assert(
        fc.property(anyRow(metadata), (row) => {
          const line = JSON.parse(lineOf(metadata, row)) as { table: string; row: unknown };
          const secrets = Object.entries(SECRETS.get(metadata.target) ?? {}).filter(([name]) => row[name] !== null);
          expect(line.table).toBe(metadata.tableName);
          // A calendar holds cleaned texts: those stay as they are.
          const stored = rowOf(metadata, { ...(line.row as Row) });
          const again = JSON.parse(lineOf(metadata, stored)) as { row: unknown };
          expect(rowOf(metadata, again.row)).toEqual({ ...stored, ...Object.fromEntries(secrets) });
          expect(withoutTexts(stored)).toEqual(withoutTexts({ ...row, ...Object.fromEntries(secrets) }));
        }),
        { numRuns: 20 },
      );
  });

  it.each([
    [
      'event_translations',
      'description',
      '<p>Jazz<script>alert(1)</script> &amp; blues</p>',
      '<p>Jazz &amp; blues</p>',
    ],
    ['venue_translations', 'excerpt', '<a href="javascript:alert(1)" onclick="x()">Hall</a>', '<a>Hall</a>'],
    ['event_translations', 'name', 'Jazz <img src=x onerror=alert(1)>&amp; <b>blues</b>', 'Jazz &amp; blues'],
    ['venues', 'city', 'Wind<script>x</script>sor\n', 'Windsor'],
    ['events', 'cost', '10 <i>$</i>', '10 $'],
    ['tag_translations', 'description', 'Plain', 'Plain'],
  ])('have texts that are cleaned as in a write: %s.%s', (table, column, text, clean) => {
    const metadata = tablesOf(source).find(({ tableName }) => tableName === table)!;
    const key = Object.fromEntries(
      metadata.primaryColumns.map(({ propertyName }) => [propertyName, propertyName === 'language' ? 'en' : 1]),
    );
    expect(rowOf(metadata, { ...key, [column]: text })).toEqual({ ...key, [column]: clean });
  });

  it.each([
    ['venue_locations', { venueId: 1, lat: '45' }, '"lat" must be a number.'],
    ['venue_locations', { lat: 45 }, '"venueId" is missing.'],
    ['venue_locations', { venueId: 1.5 }, '"venueId" must be a whole number.'],
    ['venue_locations', { venueId: null }, '"venueId" must be given.'],
    ['venue_locations', [], '"row" must be an object.'],
    ['events', { id: 1, website: 'javascript:alert(1)' }, '"website": Must be an absolute address'],
    ['images', { id: 1, url: 'javascript:alert(1)' }, '"url": Must be an absolute address'],
    [
      'tag_translations',
      { recordId: 1, language: 'en', description: 'x'.repeat(60_001) },
      '"description": Must not be longer',
    ],
    ['accounts', { id: 1, createdAt: '2027-01-01' }, '"createdAt" must be a time such as 2027-01-31T18:00:00.000Z.'],
    ['accounts', { id: 1, name: '🎷'.repeat(256) }, '"name" must be a text of at most 255 characters.'],
    ['accounts', { id: 1, age: 3 }, 'The table accounts has no column "age".'],
    ['events', { id: 1, hidden: 0 }, '"hidden" must be true or false.'],
    ['event_search_texts', { recordId: 1, language: 'en', text: 'é' }, '"text" must be bytes in base64.'],
  ])('refuse a row of %s that is wrong (%#)', (table, row, message) => {
    const metadata = tablesOf(source).find(({ tableName }) => tableName === table)!;
    expect(() => rowOf(metadata, row)).toThrow(message);
  });
});

const withoutTexts = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value !== 'string'));

/** A row with all kinds of values, which may not exist in a calendar. */
function anyRow(metadata: EntityMetadata): fc.Arbitrary<Row> {
  const values = columnsOf(metadata).map((column) => {
    const isAddress = /^(?:website|onlineUrl|url)$/.test(column.propertyName);
    // The content of a revision is JSON.
    const isJson = column.propertyName === 'content';
    const own = isJson ? fc.dictionary(fc.string(), fc.string()).map((content) => JSON.stringify(content)) : undefined;
    const value = own ?? (isAddress ? fc.webUrl() : anyValue(String(column.type), Number(column.length)));
    return [column.propertyName, column.isNullable ? fc.option(value) : value] as const;
  });
  return fc.record(Object.fromEntries(values));
}

function anyValue(type: string, length: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'int':
      return fc.nat(2 ** 32 - 2);
    case 'double':
      return fc.double({ noDefaultInfinity: true, noNaN: true, min: -180, max: 180 }).map((number) => number + 0);
    case 'boolean':
      return fc.boolean();
    case 'datetime':
      return fc
        .date({ min: new Date('1000-01-02T00:00:00Z'), max: new Date('9999-12-30T23:59:59Z'), noInvalidDate: true })
        .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));
    case 'blob':
      return fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes));
    default:
      return fc.string({ unit: 'binary', maxLength: type === 'varchar' ? length : 300 });
  }
}

for (const { name, run, make } of temporaryDatabases) {
  run(`on ${name}`, () => {
    let database: TemporaryDatabase;

    beforeEach(async () => (database = await make()));
    afterEach(() => database.drop());

    /** The rows of a table after these rows were loaded. */
    async function loaded(batches: readonly Batch[], table: string): Promise<Row[]> {
      await fill(batches);
      return withSnapshot(database.url, async (manager) => {
        const metadata = tablesOf(manager.dataSource).find(({ tableName }) => tableName === table)!;
        const rows: Row[] = [];
        for await (const some of readRows(manager, metadata)) rows.push(...some.map((row) => ({ ...row })));
        return rows.map((row) =>
          Object.fromEntries(Object.keys(batchOf(batches, table).rows[0]!).map((key) => [key, row[key]])),
        );
      });
    }

    async function fill(batches: readonly Batch[], lastIds = {}): Promise<void> {
      const options = await dataSourceOptions(schema, database.url, { pool: 1 });
      await load(options, { migrations: allMigrations, lastIds, rows: rowsOf(batches) });
    }

    const batchOf = (batches: readonly Batch[], table: string) => batches.find((batch) => batch.table === table)!;

    const venue = (id: number) => ({
      ...{ id, authorId: 1, status: 'publish', publishedAt: new Date(0), modifiedAt: new Date(0) },
    });

    it('keeps every character, number and time', async () => {
      const samples = fc.sample(
        fc.tuple(
          anyValue('text', 300),
          anyValue('double', 0),
          anyValue('double', 0),
          anyValue('datetime', 0),
          fc.option(
            fc.constantFrom('', ' ', 'null', 'O\'Brien \\ "x" %_ ? :name', '🎷', 'e\u0301', 'line\r\nline\t\0'),
          ),
        ),
        { numRuns: 200, seed: 1 },
      );
      const [venues, locations, texts]: [Row[], Row[], Row[]] = [[], [], []];
      for (const [place, [text, lat, lng, time, address]] of samples.entries()) {
        const id = place + 1;
        venues.push({ ...venue(id), modifiedAt: time, address, showMap: place % 2 === 0 });
        locations.push({ venueId: id, lat, lng });
        texts.push({
          ...{ recordId: id, language: 'en', name: `Venue ${id}`, nameKey: 'x', searchText: 'x', description: text },
        });
      }
      const batches = [
        { table: 'venue_locations', rows: locations },
        { table: 'venue_translations', rows: texts },
        { table: 'venues', rows: venues },
      ];
      expect(await loaded(batches, 'venues')).toEqual(venues);
      const read = async (table: string) => {
        const again = await make();
        await database.drop();
        database = again;
        return loaded(batches, table);
      };
      expect(await read('venue_translations')).toEqual(texts);
      expect(await read('venue_locations')).toEqual(locations);
    });

    it('reads long tables whole and in order, whatever the length of their key', async () => {
      const venues = Array.from({ length: 1203 }, (_, place) => venue(3 * place + 1));
      const texts = venues.flatMap(({ id }) =>
        ['en', 'fr'].map((language) => ({
          ...{ recordId: id, language, name: 'x', nameKey: 'x', searchText: 'x', description: 'x'.repeat(3000) },
        })),
      );
      const batches = [
        { table: 'venue_translations', rows: texts.toReversed() },
        { table: 'venues', rows: venues },
      ];
      expect(await loaded(batches, 'venue_translations')).toEqual(texts);
    });

    it('gives no id of a deleted record again, also where the table is empty', async () => {
      await fill([{ table: 'venues', rows: [venue(7)] }], { venues: 12, tags: 5, events: 0 });
      const source = await createDataSource(await dataSourceOptions(schema, database.url, { pool: 1 })).initialize();
      try {
        const last = await readLastIds(source.manager, tablesOf(source));
        expect(last).toMatchObject({ venues: 12, tags: 5, events: 0, organizers: 0 });
        const { revision: _revision, ...another } = { ...venue(0), revision: 1 };
        const { identifiers } = await source.manager.insert('venues', { ...another, id: undefined });
        expect(identifiers).toEqual([{ id: 13 }]);
      } finally {
        await source.destroy();
      }
    });

    it('refuses rows that belong to none, and is empty again', async () => {
      const stray = [
        { table: 'venues', rows: [venue(1)] },
        { table: 'venue_locations', rows: [{ venueId: 2, lat: 1, lng: 1 }] },
      ];
      await expect(fill(stray)).rejects.toThrow('venue_locations.venueId names venues 2, which does not exist.');
      await fill([{ table: 'venues', rows: [venue(1)] }]);
      await expect(fill([])).rejects.toThrow('The database is not empty (rows in venues: 1).');
    });

    it('brings rows of an older version up to date, also after a first try that failed', async () => {
      const options = await dataSourceOptions(schema, database.url, { pool: 1 });
      const earlier = allMigrations.filter((name) => Number(name.slice(-13)) < 1_790_000_700_000);
      const older = (batches: readonly Batch[]) =>
        load(options, { migrations: earlier, lastIds: {}, rows: rowsOf(batches) });
      const location = { table: 'venue_locations', rows: [{ venueId: 1, lat: 1, lng: 1 }] };
      await expect(older([location])).rejects.toThrow('which does not exist');
      await older([{ table: 'venues', rows: [venue(1)] }, location]);
      const changes = await withSnapshot(database.url, (manager) =>
        manager.query<unknown[]>("SELECT recordId FROM record_changes WHERE kind = 'venues'"),
      );
      expect(changes).toEqual([{ recordId: 1 }]);
    });

    it('says where the row stands that the database refuses', async () => {
      const options = await dataSourceOptions(schema, database.url, { pool: 1 });
      const rows = [venue(1), { ...venue(2), status: null }];
      const contents = { migrations: allMigrations, lastIds: {}, rows: rowsOf([{ table: 'venues', rows }]) };
      await expect(load(options, contents)).rejects.toThrow('Lines 2 to 3 (venues): the database refuses a row: ');
    });

    it('takes no rows of an older version where the tables are newer', async () => {
      await migrate(await dataSourceOptions(schema, database.url));
      const older = { migrations: allMigrations.slice(0, -1), lastIds: {}, rows: rowsOf([]) };
      const options = await dataSourceOptions(schema, database.url, { pool: 1 });
      await expect(load(options, older)).rejects.toThrow('The database has the tables of another version.');
    });
  });
}

/** As if they were read one after the other, from the lines of a file after its header. */
function rowsOf(batches: readonly Batch[]): Contents['rows'] {
  const all = batches.flatMap(({ table, rows }) => rows.map((row) => ({ table, row })));
  return () => Readable.from(all.map((one, place) => ({ ...one, line: place + 2 })));
}
