import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, addIndex, dropColumn } from './builders/tables.js';

const nullable = { nullable: true } as const;

/** Events that take place again and again. */
export class Series1790000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, text, longText, instant } = columns(runner);
    const added = [
      unsigned('seriesId', nullable),
      text('seriesDate', 19, nullable),
      longText('ownFields', nullable),
      longText('recurrence', nullable),
      instant('extendAt', nullable),
    ];
    for (const column of added) await addColumn(runner, 'events', column);
    await addIndex(runner, 'events', 'IX_events_series', ['seriesId']);
    await addIndex(runner, 'events', 'IX_events_extend', ['extendAt']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('events', 'IX_events_extend');
    await runner.dropIndex('events', 'IX_events_series');
    for (const column of ['seriesId', 'seriesDate', 'ownFields', 'recurrence', 'extendAt'])
      await dropColumn(runner, 'events', column);
  }
}
