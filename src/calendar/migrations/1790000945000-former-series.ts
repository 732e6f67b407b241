import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { foreignKey } from './builders/resources.js';
import { addColumn, createTable, dropColumn } from './builders/tables.js';

/**
 * Keeps which series an event belonged to before, and which revisions of the record of a series changed its other dates:
 * until now, all of those in which it has a rule.
 */
export class FormerSeries1790000945000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, unsigned, text, flag } = columns(runner);
    await createTable(runner, {
      name: 'former_series',
      columns: [
        id(),
        unsigned('eventId'),
        unsigned('seriesId'),
        unsigned('seriesRevision'),
        text('seriesDate', 19),
        text('departure', 6),
        unsigned('eventRevision'),
      ],
      indices: [
        { name: 'IX_former_series_event', columnNames: ['eventId'] },
        { name: 'IX_former_series_series', columnNames: ['seriesId', 'seriesRevision'] },
      ],
      foreignKeys: [foreignKey('former_series', 'eventId', 'events', 'CASCADE')],
    });
    await addColumn(runner, 'revisions', flag('appliesToDates', { default: false }));
    // Quotes inside of texts are escaped in JSON, so that only the field itself has this form.
    await runner.query(
      `UPDATE revisions SET appliesToDates = TRUE WHERE kind = 'events' AND content LIKE '%"recurrence":{%'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'revisions', 'appliesToDates');
    await runner.dropTable('former_series', true);
  }
}
