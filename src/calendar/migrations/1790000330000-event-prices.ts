import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { columns } from './builders/columns.js';
import { addColumn, dropColumn, replaceIndex } from './builders/tables.js';
import { priceOf, PRICES } from '../events/pricing/cost.js';

const TABLE = 'events';
const INDEX = 'IX_events_start';
const INDEXED = ['status', 'hidden', 'startUtc', 'id', 'endUtc', 'featured', 'ticketed', 'modifiedAt'];

/** Events that are read at once. */
const AT_ONCE = 1000;

/** Adds the price of events. The index of lists covers it, states and passwords, so that counting reads no rows. */
export class EventPrices1790000330000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { text } = columns(runner);
    await addColumn(runner, TABLE, text('price', 4, { nullable: true }));
    await fillPrices(runner);
    await replaceIndex(runner, TABLE, INDEX, [...INDEXED, 'eventStatus', 'attendance', 'price', 'passwordHash']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, TABLE, INDEX, INDEXED);
    await dropColumn(runner, TABLE, 'price');
  }
}

interface Costing {
  readonly id: number;
  readonly cost: string;
}

/** No database reads costs like the service does. */
export async function fillPrices(runner: QueryRunner): Promise<void> {
  for (let last = 0; ;) {
    const events = (await runner.query(
      `SELECT id, cost FROM ${TABLE} WHERE cost IS NOT NULL AND id > ? ORDER BY id LIMIT ${AT_ONCE}`,
      [last],
    )) as Costing[];
    if (events.length === 0) return;
    for (const price of PRICES) {
      const ids = events.filter(({ cost }) => priceOf(cost) === price).map(({ id }) => id);
      if (ids.length > 0) await runner.query(`UPDATE ${TABLE} SET price = ? WHERE id IN (${ids.join()})`, [price]);
    }
    last = events.at(-1)!.id;
  }
}
