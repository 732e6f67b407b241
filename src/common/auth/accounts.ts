import { type EntityManager } from 'typeorm';
import { type Caller } from './role.js';

/** What the service asks of accounts; provided by the accounts. */
export abstract class Accounts {
  /** @returns whose key this is; null where it is unknown, expired or revoked */
  abstract callerOf(key: string): Promise<Caller>;

  abstract exists(manager: EntityManager, id: number): Promise<boolean>;
}
