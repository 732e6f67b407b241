/**
 * Delays the commits of a service that is started with `NODE_OPTIONS=--import=<this file>`, so that transactions are
 * often committed in another order than that of their statements.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';

/** Milliseconds. */
const LONGEST = 200;

/** Most delays are short, since nobody else can write to a SQLite file meanwhile. */
const delay = () => LONGEST * Math.random() ** 20;

/** SQLite has one runner for all transactions. */
const delayed = new WeakSet();
const { createQueryRunner } = DataSource.prototype;

DataSource.prototype.createQueryRunner = function (...args) {
  const runner = createQueryRunner.apply(this, args);
  if (delayed.has(runner)) return runner;
  delayed.add(runner);
  const commitTransaction = runner.commitTransaction.bind(runner);
  runner.commitTransaction = async () => {
    await sleep(delay());
    await commitTransaction();
  };
  return runner;
};
