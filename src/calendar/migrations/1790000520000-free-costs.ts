import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { fillPrices } from './1790000330000-event-prices.js';

/** Texts such as `Entrée libre` state that an event is free: `price` is worked out again. */
export class FreeCosts1790000520000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return fillPrices(runner);
  }

  /** The column and its values stay: they were NULL where no amount is named. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
