import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, addIndex, dropColumn } from './builders/tables.js';
import { chunks } from '../../database/sql/statements.js';
import { cityKeyOf } from '../venues/venue.write.js';

const TABLE = 'venues';
const INDEX = 'IX_venues_city';

/** Venues that are changed by one statement. */
const AT_ONCE = 500;

/** Adds the normalized city of venues, by which the filter `city` finds events. */
export class VenueCities1790000325000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { exactText } = columns(runner);
    await addColumn(runner, TABLE, exactText('cityKey', 512, { nullable: true }));
    await fill(runner);
    await addIndex(runner, TABLE, INDEX, ['cityKey', 'status', 'authorId']);
  }

  async down(runner: QueryRunner): Promise<void> {
    const known = await runner.getTable(TABLE);
    if (known?.indices.some(({ name }) => name === INDEX)) await runner.dropIndex(TABLE, INDEX);
    await dropColumn(runner, TABLE, 'cityKey');
  }
}

/** No database folds like the service does. */
async function fill(runner: QueryRunner): Promise<void> {
  const venues = (await runner.query(`SELECT id, city FROM ${TABLE} WHERE city IS NOT NULL`)) as Located[];
  const ids = new Map<string, number[]>();
  for (const { id, city } of venues) ids.set(cityKeyOf(city)!, [...(ids.get(cityKeyOf(city)!) ?? []), id]);
  for (const [key, all] of ids)
    for (const some of chunks(all, AT_ONCE))
      await runner.query(`UPDATE ${TABLE} SET cityKey = ? WHERE id IN (${some.join()})`, [key]);
}

interface Located {
  readonly id: number;
  readonly city: string;
}
