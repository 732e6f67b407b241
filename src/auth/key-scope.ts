import { Forbidden } from '../errors/api-error.js';
import { type Caller } from '../http/context/role.js';

/**
 * Checks that the scope of a key includes writing a resource. The role is checked elsewhere.
 * @param resource the plural of the resource; undefined for records of no resource
 * @throws {Forbidden}
 */
export function assertInScope(caller: Caller, resource: string | undefined): void {
  const writes = caller?.writes;
  if (writes === undefined || (resource !== undefined && writes.includes(resource))) return;
  throw new Forbidden((messages) => (writes.length === 0 ? messages.keyReadsOnly : messages.keyWritesOnly(writes)));
}
