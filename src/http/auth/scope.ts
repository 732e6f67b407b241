import { Forbidden } from '../../lib/errors/api-error.js';
import { type Caller } from '../role.js';
import { AccountError } from './account-error.js';

/** The scope of a key that may not write. */
const READ = 'read';

/**
 * The stored form of a scope: `read`, or the resources that a key may write, such as `events,tags`. A key of any scope
 * reads what its account may.
 * @param known names of the resources in the order in which they are stored
 * @throws {AccountError}
 */
export function parseScope(text: string, known: readonly string[]): string {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => name !== READ && !known.includes(name));
  if (unknown !== undefined)
    throw new AccountError(`A scope is "read", or one or more of ${known.join(', ')}; "${unknown}" is neither.`);
  return known.filter((name) => names.includes(name)).join(',') || READ;
}

/** The resources that a key of this scope may write; undefined for all that its account may write. */
export function writableResources(scope: string | null): readonly string[] | undefined {
  if (scope === null) return undefined;
  return scope === READ ? [] : scope.split(',');
}

/** Checks that the scope of a key includes a record that a body creates beside its own; naming one needs no scope. */
export function assertMayCreateNested(caller: Caller, { plural }: { readonly plural: string }): void {
  const writes = caller?.writes;
  if (writes && !writes.includes(plural)) throw new Forbidden((messages) => messages.nestedOutOfScope(plural, writes));
}

/** Checks that the scope of a key includes writing one of some resources; none stands for records of no resource. */
export function assertInScope(caller: Caller, resources: readonly string[]): void {
  const writes = caller?.writes;
  if (writes === undefined || resources.some((resource) => writes.includes(resource))) return;
  throw new Forbidden((messages) => (writes.length === 0 ? messages.keyReadsOnly : messages.keyWritesOnly(writes)));
}
