import fc from 'fast-check';
import { Column, type DataSource, Entity, type EntityManager, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { temporaryDatabases, type TemporaryDatabase } from '../../../test/support/temporary-database.js';
import { createDataSource, dataSourceOptions } from '../data-source.js';
import { isDuplicate } from '../database-errors.js';
import { columns } from '../../calendar/migrations/builders/columns.js';
import { createTable } from '../../calendar/migrations/builders/tables.js';
import { query, run } from './statements.js';
import { type Table, tableOf } from './table.js';

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => one.id - other.id);

@Entity('books')
class Book {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('varchar', { length: 40 })
  title!: string;

  @Column('text', { nullable: true })
  text!: string | null;

  @Column('boolean', { default: false })
  printed!: boolean;

  @Column('int', { unsigned: true, default: 1 })
  edition!: number;

  @Column('double', { nullable: true })
  weight!: number | null;

  @Column('datetime', { nullable: true })
  day!: Date | null;

  @Column('blob')
  bytes!: Buffer;

  @Column('varchar', { length: 40, nullable: true, select: false })
  order!: string | null;
}

@Entity('chapters')
class Chapter {
  @PrimaryColumn('int', { unsigned: true })
  book!: number;

  @PrimaryColumn('int', { unsigned: true })
  number!: number;

  @Column('varchar', { length: 40 })
  title!: string;
}

const NOTHING = Buffer.alloc(0);

const aBook = (given: Partial<Book> = {}): Partial<Book> => ({ title: 'A book', bytes: NOTHING, ...given });

for (const { name, run: describeOn, make } of temporaryDatabases) {
  describeOn(`A table on ${name}`, () => {
    let temporary: TemporaryDatabase;
    let source: DataSource;
    let manager: EntityManager;
    let books: Table<Book>;
    let chapters: Table<Chapter>;

    beforeAll(async () => {
      temporary = await make();
      const options = await dataSourceOptions({ entities: [Book, Chapter], migrations: [] }, temporary.url);
      source = await createDataSource(options).initialize();
      const runner = source.createQueryRunner();
      const { id, unsigned, text, longText, flag, instant, bytes, double } = columns(runner);
      await createTable(runner, {
        name: 'books',
        columns: [
          ...[id(), text('title', 40), longText('text', { nullable: true }), flag('printed', { default: false })],
          ...[unsigned('edition', { default: 1 }), double('weight', { nullable: true })],
          ...[instant('day', { nullable: true }), bytes('bytes'), text('order', 40, { nullable: true })],
        ],
        indices: [{ name: 'UQ_books_order', columnNames: ['order'], isUnique: true }],
      });
      await createTable(runner, {
        name: 'chapters',
        columns: [unsigned('book', { primary: true }), unsigned('number', { primary: true }), text('title', 40)],
      });
      await runner.release();
      manager = source.manager;
      books = tableOf(manager, Book);
      chapters = tableOf(manager, Chapter);
    });

    afterEach(async () => {
      await run(manager, 'DELETE FROM books');
      await run(manager, 'DELETE FROM chapters');
    });

    afterAll(async () => {
      await source.destroy();
      await temporary.drop();
    });

    /** A text that every database keeps: graphemes have no lone surrogates. */
    const someText = fc.string({ unit: 'grapheme', maxLength: 20 });
    const someTime = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    const aValidBook = fc.record({
      title: someText,
      text: fc.option(someText),
      printed: fc.boolean(),
      edition: fc.nat(),
      // Databases know no -0.
      weight: fc.option(fc.double({ noNaN: true, min: -1e300, max: 1e300 }).map((weight) => weight + 0)),
      // Whole seconds, as all times of the service: servers drop the rest.
      day: fc.option(someTime.map((time) => new Date(Math.floor(time.getTime() / 1000) * 1000))),
      bytes: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    });

    /** The given number if the read one differs in the last digit at most: servers send numbers as text, and round some. */
    const unrounded = (read: number | null, given: number | null) =>
      read !== null && given !== null && Math.abs(read - given) <= Math.abs(given) * 1e-15 ? given : read;

    it('returns the stored values, as TypeORM does', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(aValidBook, { minLength: 1, maxLength: 12 }), async (given) => {
          const ids = await books.insert(manager, given);
          const expected = given.map((book, place) => ({ ...book, id: ids[place] }));
          const read = byId(await books.select(manager, { id: ids }));
          const exact = (books: readonly Book[]) =>
            books.map((book, place) => ({ ...book, weight: unrounded(book.weight, given[place]!.weight) }));
          expect(exact(read)).toEqual(expected);
          const found = await source.manager.find(Book, { where: ids.map((id) => ({ id })), order: { id: 'ASC' } });
          expect(exact(found)).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    });

    it('finds rows by every value that it returns', async () => {
      await fc.assert(
        fc.asyncProperty(aValidBook, async (given) => {
          const [id] = await books.insert(manager, [given]);
          const { weight, bytes, ...comparable } = given;
          expect([weight, bytes].length).toBe(2);
          expect(await books.select(manager, { id: id!, ...comparable })).toHaveLength(1);
          expect(await books.select(manager, { id: id!, edition: given.edition + 1 })).toEqual([]);
        }),
        { numRuns: 60 },
      );
    });

    it('reads rows that TypeORM has stored', async () => {
      const { id } = await manager.save(
        manager.create(Book, { ...aBook(), printed: true, day: new Date('1066-01-02T03:04:05Z'), order: 'x' }),
      );
      const [book] = await books.select(manager, { id });
      expect(book).toEqual({
        ...{ id, title: 'A book', text: null, printed: true, edition: 1, weight: null, bytes: NOTHING },
        day: new Date('1066-01-02T03:04:05Z'),
      });
    });

    it('gives absent values the default of the entity, also beside rows that have them', async () => {
      const ids = await books.insert(manager, [aBook(), aBook({ printed: true, edition: 3 }), aBook({ text: 'x' })]);
      const rows = byId(await books.select(manager, { id: ids }));
      expect(rows.map(({ printed, edition, text }) => ({ printed, edition, text }))).toEqual([
        { printed: false, edition: 1, text: null },
        { printed: true, edition: 3, text: null },
        { printed: false, edition: 1, text: 'x' },
      ]);
    });

    it('returns the ids in the order of the rows', async () => {
      const titles = Array.from({ length: 300 }, (_, place) => `Title ${place}`);
      const ids = await books.insert(
        manager,
        titles.map((title) => aBook({ title })),
      );
      const rows = await books.select(manager, { id: ids });
      const titleOf = new Map(rows.map(({ id, title }) => [id, title]));
      expect(ids.map((id) => titleOf.get(id))).toEqual(titles);
      expect(await books.insert(manager, [aBook()])).toEqual([ids.at(-1)! + 1]);
      expect(await books.insert(manager, [aBook({ id: 900_000 })])).toEqual([900_000]);
      expect(await books.insert(manager, [])).toEqual([]);
    });

    it('reads the requested columns; hidden ones only then', async () => {
      const [id] = await books.insert(manager, [aBook({ order: 'first' })]);
      expect(await books.select(manager, { id: id! }, { columns: ['order', 'printed'] })).toEqual([
        { order: 'first', printed: false },
      ]);
      expect((await books.select(manager, { id: id! }))[0]).not.toHaveProperty('order');
    });

    it('accepts lists of any length, also empty ones', async () => {
      const ids = await books.insert(
        manager,
        Array.from({ length: 25_000 }, () => aBook()),
      );
      expect(new Set((await books.select(manager, { id: ids })).map(({ id }) => id))).toEqual(new Set(ids));
      expect(await books.select(manager, { id: [], printed: false })).toEqual([]);
      expect(await books.update(manager, { id: [] }, { edition: 2 })).toBe(0);
      expect(await books.remove(manager, { id: ids.slice(0, 3) })).toBe(3);
    });

    it('distinguishes NULL from values', async () => {
      const [with_, without] = await books.insert(manager, [aBook({ text: 'x' }), aBook({ text: null })]);
      expect(await books.select(manager, { text: null }, { columns: ['id'] })).toEqual([{ id: without }]);
      expect(await books.update(manager, { id: with_!, text: null }, { text: 'y' })).toBe(0);
    });

    it('counts the matched rows, changed or not', async () => {
      const ids = await books.insert(manager, [aBook(), aBook(), aBook()]);
      expect(await books.update(manager, { id: ids }, { printed: true, text: null })).toBe(3);
      expect(await books.update(manager, { id: ids }, { printed: true, text: null })).toBe(3);
      expect(await books.update(manager, { id: ids, edition: 2 }, { printed: false })).toBe(0);
      expect(await books.remove(manager, { id: ids[0]! })).toBe(1);
      expect(await books.remove(manager, { id: ids[0]! })).toBe(0);
    });

    it('refuses to change or delete without a condition', async () => {
      await books.insert(manager, [aBook()]);
      await expect(books.update(manager, {}, { edition: 2 })).rejects.toThrow('Which');
      await expect(books.remove(manager, {})).rejects.toThrow('Which');
      expect(await books.select(manager, {}, { columns: ['edition'] })).toEqual([{ edition: 1 }]);
    });

    it('overwrites rows with the same key and adds the others', async () => {
      await chapters.insert(manager, [
        { book: 1, number: 1, title: 'one' },
        { book: 1, number: 2, title: 'two' },
      ]);
      const wanted = [
        { book: 1, number: 2, title: 'Two' },
        { book: 1, number: 3, title: 'Three' },
      ];
      await chapters.upsert(manager, wanted, ['book', 'number']);
      const stored = await chapters.select(manager, { book: 1 });
      expect(stored.toSorted((one, other) => one.number - other.number)).toEqual([
        { book: 1, number: 1, title: 'one' },
        ...wanted,
      ]);
    });

    it('runs in the transaction of the manager', async () => {
      const failing = source.transaction(async (inside) => {
        await books.insert(inside, [aBook()]);
        expect(await books.select(inside, {})).toHaveLength(1);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await books.select(manager, {})).toEqual([]);
    });

    it('passes errors of the database on', async () => {
      await books.insert(manager, [aBook({ order: 'x' })]);
      const error: unknown = await books.insert(manager, [aBook({ order: 'x' })]).catch((thrown: unknown) => thrown);
      expect(isDuplicate(error, { index: 'UQ_books_order', table: 'books', columns: ['order'] })).toBe(true);
      await expect(query(manager, 'SELECT nothing FROM nowhere')).rejects.toMatchObject({
        name: 'QueryFailedError',
        query: 'SELECT nothing FROM nowhere',
      });
    });

    it('runs nothing on a released connection', async () => {
      const runner = source.createQueryRunner();
      await runner.connect();
      await runner.release();
      Object.assign(runner, { isReleased: true });
      await expect(query(runner.manager, 'SELECT 1 AS one')).rejects.toThrow('released');
      Object.assign(runner, { isReleased: false });
    });

    it('binds values of every type', async () => {
      const day = new Date('2027-06-21T10:11:12Z');
      const [id] = await books.insert(manager, [aBook({ day, printed: true, bytes: Buffer.from([0, 255]) })]);
      const sql = 'SELECT id FROM books WHERE day = ? AND printed = ? AND bytes = ? AND COALESCE(text, ?) = ?';
      const values = [day, true, Buffer.from([0, 255]), null, undefined];
      expect(await query(manager, sql, values)).toEqual([]);
      expect(await query(manager, sql, [...values.slice(0, 3), 'x', 'x'])).toEqual([{ id }]);
    });
  });
}
