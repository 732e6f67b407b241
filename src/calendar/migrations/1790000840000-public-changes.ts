import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, addIndex, dropColumn, dropIndex } from './builders/tables.js';

const INDEX = 'IX_record_changes_public';

/** Adds the last change of each record that the public could see, in place of whether it was ever public. */
export class PublicChanges1790000840000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { unsigned, instant } = columns(runner);
    await addColumn(runner, 'record_changes', unsigned('publicSlot', { nullable: true }));
    await addColumn(runner, 'record_changes', unsigned('publicNumber', { nullable: true }));
    await addColumn(runner, 'record_changes', instant('publicChangedAt', { nullable: true }));
    // After an interruption, the column may be gone already.
    if (await runner.hasColumn('record_changes', 'wasPublic'))
      await runner.query(
        'UPDATE record_changes SET publicSlot = slot, publicNumber = number, publicChangedAt = changedAt ' +
          'WHERE wasPublic = TRUE',
      );
    await addIndex(runner, 'record_changes', INDEX, ['publicSlot', 'publicNumber', 'kind', 'recordId']);
    await dropColumn(runner, 'record_changes', 'wasPublic');
  }

  async down(runner: QueryRunner): Promise<void> {
    const { flag } = columns(runner);
    await addColumn(runner, 'record_changes', flag('wasPublic', { default: false }));
    await runner.query('UPDATE record_changes SET wasPublic = TRUE WHERE publicSlot IS NOT NULL');
    await dropIndex(runner, 'record_changes', INDEX);
    for (const column of ['publicChangedAt', 'publicNumber', 'publicSlot'])
      await dropColumn(runner, 'record_changes', column);
  }
}
