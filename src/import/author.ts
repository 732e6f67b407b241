import { type EntityManager } from 'typeorm';
import { Account } from '../auth/account.entity.js';
import { type Caller, isEditor } from '../http/context/role.js';
import { isDuplicate, OptimisticLockError } from '../database/database-errors.js';
import { because } from './messages.js';
import { RecordError } from './record.js';

export const IMPORT_ACCOUNT = 'import';

export async function importAuthor(manager: EntityManager, name: string): Promise<NonNullable<Caller>> {
  const account = await manager.findOneBy(Account, { name });
  if (account && isEditor(account)) return account;
  if (account) throw new RecordError(because('noEditor', name, account.role));
  if (name !== IMPORT_ACCOUNT) throw new RecordError(because('noAccount', name));
  try {
    return await manager.save(manager.create(Account, { name, role: 'editor', createdAt: new Date() }));
  } catch (error) {
    // Another import has created the account meanwhile.
    throw isDuplicate(error) ? new OptimisticLockError() : error;
  }
}
