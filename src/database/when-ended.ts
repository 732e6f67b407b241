import { type QueryRunner } from 'typeorm';

const waiting = new WeakMap<QueryRunner, (() => void)[]>();

/** Calls back when the unit of work of a runner has ended, whatever became of it. */
export function whenEnded(runner: QueryRunner, callback: () => void): void {
  const callbacks = waiting.get(runner);
  if (callbacks) callbacks.push(callback);
  else waiting.set(runner, [callback]);
}

/** Tells those who wait that a unit of work has ended. */
export function tellEnded(runner: QueryRunner): void {
  for (const callback of waiting.get(runner) ?? []) callback();
  waiting.delete(runner);
}
