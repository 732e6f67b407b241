import { type EntityManager } from 'typeorm';
import { throwConflictIfDuplicate } from '../../database/database-errors.js';
import { type Role } from '../role.js';
import { nameKeyOf } from './account-name.js';
import { Account, newAccount } from './account.entity.js';

/**
 * The account of a part of the service, which is created at its first use. Where an account of a person or a program has
 * the name, a number follows it.
 */
export async function serviceAccount(manager: EntityManager, name: string, role: Role): Promise<Account> {
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? name : `${name} ${number}`;
    const [holder] = await manager.findBy(Account, [{ nameKey: nameKeyOf(own) }, { name: own }]);
    if (holder?.isService) return holder;
    if (holder) continue;
    const account = manager.create(Account, newAccount({ name: own, role, isService: true }));
    return manager.save(account).catch(throwConflictIfDuplicate);
  }
}
