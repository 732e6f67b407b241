import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { temporaryDatabases } from '../../test/support/temporary-database.js';
import { dataSourceOptions } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { schema } from '../schema.js';
import { seed } from '../seed/seed.js';
import { ListedDays1790000420000 } from './1790000420000-listed-days.js';
import { ListedBelow1790000450000 } from './1790000450000-listed-below.js';
import { ListedStates1790000460000 } from './1790000460000-listed-states.js';
import { ListedAuthors1790000470000 } from './1790000470000-listed-authors.js';
import { SeriesDays1790000480000 } from './1790000480000-series-days.js';
import { Event } from './event.entity.js';
import { COUNTED_STATES } from './relations/counted-states.js';

const STATES = COUNTED_STATES.flatMap(({ values, usual }) => values.filter((value) => value !== usual));

for (const { name, run, make } of temporaryDatabases) {
  run(`the numbers of listed events by day on ${name}`, () => {
    it('are made of the events that are there; it may be interrupted and undone', async () => {
      Logger.overrideLogger(false);
      const temporary = await make();
      const options = await dataSourceOptions(schema, temporary.url);
      await migrate(options);
      await seed(options, { events: 600, random: 1, occurrences: 33, from: new Date('1970-06-01T00:00:00Z') });
      const source = await new DataSource(options).initialize();
      try {
        const runner = source.createQueryRunner();
        const stored = () => runner.query('SELECT * FROM listed_days ORDER BY narrowedBy, recordId, day');
        const seeded = (await stored()) as { narrowedBy: string; day: number }[];
        expect(new Set(seeded.map(({ narrowedBy }) => narrowedBy))).toEqual(
          new Set(['', 'en', 'fr', 'author', 'series', 'categories', 'tags', ...STATES]),
        );
        expect(seeded.some(({ day }) => day < 0) && seeded.some(({ day }) => day > 0)).toBe(true);
        const [migration, below] = [new ListedDays1790000420000(), new ListedBelow1790000450000()];
        const [states, authors] = [new ListedStates1790000460000(), new ListedAuthors1790000470000()];
        const series = new SeriesDays1790000480000();
        await series.down(runner);
        await authors.down(runner);
        await states.down(runner);
        await below.down(runner);
        await migration.down(runner);
        expect(await runner.hasTable('listed_days')).toBe(false);
        const [days] = (await runner.query('SELECT SUM(events) AS events FROM event_days')) as [{ events: string }];
        const listed = { status: 'publish', hidden: false } as const;
        expect(Number(days.events)).toBe(await source.manager.countBy(Event, listed));
        for (const made of [migration, below, states, authors, series].flatMap((one) => [one, one]))
          await made.up(runner);
        expect(await stored()).toEqual(seeded);
        await runner.release();
      } finally {
        await source.destroy();
        await temporary.drop();
      }
    });
  });
}
