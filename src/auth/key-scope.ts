import { Forbidden } from '../errors/api-error.js';
import { type Caller } from '../http/context/role.js';

/**
 * Checks that the scope of a key includes writing a resource. The role is checked elsewhere.
 * @param kind the plural of the resource; undefined for records of no resource
 * @throws {Forbidden}
 */
export function assertInScope(caller: Caller, kind: string | undefined): void {
  const writes = caller?.writes;
  if (writes === undefined || (kind !== undefined && writes.includes(kind))) return;
  throw new Forbidden((messages) => (writes.length === 0 ? messages.keyReadsOnly : messages.keyWritesOnly(writes)));
}
