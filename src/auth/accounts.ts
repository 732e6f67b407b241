import { type EntityManager } from 'typeorm';
import { type Caller } from '../http/context/role.js';

/** Why a key does not hold, by the name of the message: it is unknown or revoked, too late, or from elsewhere. */
export type BadKey = 'badKey' | 'keyExpired' | 'keyElsewhere';

/** What the service asks of accounts; provided by the accounts. */
export abstract class Accounts {
  /**
   * @param address where the key comes from
   * @returns whose key this is, or why it does not hold
   */
  abstract callerOf(key: string, address: string): Promise<NonNullable<Caller> | BadKey>;

  abstract exists(manager: EntityManager, id: number): Promise<boolean>;
}
