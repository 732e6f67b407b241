import { kinds } from '../kinds.js';
import { AccountError } from './account-error.js';

/** A key that writes nothing. */
const READ = 'read';

/**
 * What is kept of a scope: `read`, or the kinds that a key may write, such as `events,tags`. All of them read what their
 * account may.
 * @throws {AccountError}
 */
export function scopeOf(text: string): string {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const known = kinds.map(({ names: { many } }) => many);
  const unknown = names.find((name) => name !== READ && !known.includes(name));
  if (unknown !== undefined)
    throw new AccountError(`A scope is "read", or one or more of ${known.join(', ')}; "${unknown}" is neither.`);
  return known.filter((name) => names.includes(name)).join(',') || READ;
}

/** The kinds that a key of this scope may write; undefined for all that its account may. */
export function writableKinds(scope: string | null): readonly string[] | undefined {
  if (scope === null) return undefined;
  return scope === READ ? [] : scope.split(',');
}
