import { type EntityManager } from 'typeorm';
import { type Condition } from './condition.js';
import { askInWorker, queryInWorker, withinDeadline } from './query-in-worker.js';
import { type Statement } from './values.js';

/** The former names of `query-in-worker.ts`, for lists that have not been moved yet. */
export const askAside = <Row>(manager: EntityManager, condition: Condition, _caller?: unknown): Promise<Row[]> =>
  askInWorker<Row>(manager, condition);

export const queryAside = <Row>(manager: EntityManager, statement: Statement, _caller?: unknown): Promise<Row[]> =>
  queryInWorker<Row>(manager, statement);

export const whileAwaited = withinDeadline;
