import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from '../../calendar/migrations/builders/columns.js';
import { createTable } from '../../calendar/migrations/builders/tables.js';

/** Creates the table of the extension. The table is kept when the extension is turned off or removed. */
export class VenueLocations1790000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, double } = columns(runner);
    await createTable(runner, {
      name: 'venue_locations',
      columns: [unsigned('venueId', { primary: true }), double('lat'), double('lng')],
      indices: [{ name: 'IX_venue_locations_point', columnNames: ['lat', 'lng'] }],
      foreignKeys: [
        {
          name: 'FK_venue_locations_venue',
          columnNames: ['venueId'],
          referencedTableName: 'venues',
          referencedColumnNames: ['id'],
          onDelete: 'CASCADE',
          onUpdate: 'NO ACTION',
        },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('venue_locations', true);
  }
}
