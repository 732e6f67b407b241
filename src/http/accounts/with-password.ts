import { type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Account } from '../auth/account.entity.js';

/** Accounts with their password hashes, which no other read has. */
export function withPassword(manager: EntityManager, where: FindOptionsWhere<Account>): Promise<Account[]> {
  return manager
    .createQueryBuilder(Account, 'account')
    .addSelect('account.passwordHash')
    .setFindOptions({ where })
    .getMany();
}
