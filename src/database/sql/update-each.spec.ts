import { Column, type DataSource, Entity, PrimaryColumn } from 'typeorm';
import { temporaryDatabases, type TemporaryDatabase } from '../../../test/support/temporary-database.js';
import { createDataSource, dataSourceOptions } from '../data-source.js';
import { isDuplicate } from '../database-errors.js';
import { columns } from '../../calendar/migrations/builders/columns.js';
import { createTable } from '../../calendar/migrations/builders/tables.js';
import { tableOf } from './table.js';

@Entity('pages')
class Page {
  @PrimaryColumn('int', { unsigned: true })
  book!: number;

  @PrimaryColumn('varchar', { length: 2 })
  language!: string;

  @Column('varchar', { length: 20, nullable: true })
  text!: string | null;

  @Column('boolean')
  printed!: boolean;

  @Column('datetime')
  day!: Date;

  @Column('blob')
  bytes!: Buffer;
}

const DAY = new Date('2027-06-21T00:00:00Z');
const NEXT_DAY = new Date('2027-06-22T00:00:00Z');

const page = (book: number, language: string): Page =>
  Object.assign(new Page(), { book, language, text: 'old', printed: false, day: DAY, bytes: Buffer.from('old') });

for (const { name, run, make } of temporaryDatabases) {
  run(`updateEach of a table on ${name}`, () => {
    let temporary: TemporaryDatabase;
    let source: DataSource;

    beforeEach(async () => {
      temporary = await make();
      const options = await dataSourceOptions({ entities: [Page], migrations: [] }, temporary.url);
      source = await createDataSource(options).initialize();
      const runner = source.createQueryRunner();
      const { unsigned, text, flag, instant, bytes } = columns(runner);
      await createTable(runner, {
        name: 'pages',
        columns: [
          ...[unsigned('book', { primary: true }), text('language', 2, { primary: true })],
          ...[text('text', 20, { nullable: true }), flag('printed'), instant('day'), bytes('bytes')],
        ],
        indices: [{ name: 'UQ_pages_text', columnNames: ['language', 'text'], isUnique: true }],
      });
      await runner.release();
      await source.manager.insert(Page, [page(1, 'en'), page(1, 'fr')]);
    });

    afterEach(async () => {
      await source.destroy();
      await temporary.drop();
    });

    const pages = (book: number) => source.manager.find(Page, { where: { book }, order: { language: 'ASC' } });

    it('gives each row its own values, of any type', async () => {
      const english = { text: 'new', printed: true, day: NEXT_DAY, bytes: Buffer.from([0xff, 0x00]) };
      const french = { text: null, printed: false, day: DAY, bytes: Buffer.from('neuf') };
      const rows = [
        { language: 'en', ...english },
        { language: 'fr', ...french },
      ];
      await tableOf(source.manager, Page).updateEach(source.manager, { book: 1 }, 'language', rows);
      expect(await pages(1)).toEqual([
        { book: 1, language: 'en', ...english },
        { book: 1, language: 'fr', ...french },
      ]);
    });

    it('does not change other rows and columns', async () => {
      await source.manager.insert(Page, { ...page(2, 'en'), text: 'other' });
      await tableOf(source.manager, Page).updateEach(source.manager, { book: 1 }, 'language', [
        { language: 'en', printed: true },
      ]);
      await tableOf(source.manager, Page).updateEach(source.manager, { book: 1 }, 'language', []);
      expect(await pages(1)).toEqual([{ ...page(1, 'en'), printed: true }, page(1, 'fr')]);
      expect(await pages(2)).toEqual([{ ...page(2, 'en'), text: 'other' }]);
    });

    it('changes no row if one of them cannot be stored', async () => {
      await source.manager.insert(Page, { ...page(2, 'fr'), text: 'taken' });
      const rows = ['en', 'fr'].map((language) => ({ language, text: 'taken', printed: true }));
      const error: unknown = await tableOf(source.manager, Page)
        .updateEach(source.manager, { book: 1 }, 'language', rows)
        .catch((thrown: unknown) => thrown);
      expect(isDuplicate(error)).toBe(true);
      expect(await pages(1)).toEqual([page(1, 'en'), page(1, 'fr')]);
    });
  });
}
