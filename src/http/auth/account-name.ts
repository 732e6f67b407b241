import { fold } from '../../lib/text/fold.js';
import { AccountError } from './account-error.js';

/** Size of the column, in characters. */
const MAX_LENGTH = 255;

/** Separates a key from the id that makes it unique. Names have no control characters. */
const SEPARATOR = '\u0001';

/**
 * The text by which the names of accounts are unique: without case and accents.
 * @param id of an account whose name another one had before names were unique in this way
 */
export function nameKeyOf(name: string, id?: number): string {
  const suffix = id === undefined ? '' : `${SEPARATOR}${id}`;
  return `${[...fold(name)].slice(0, MAX_LENGTH - suffix.length).join('')}${suffix}`;
}

/** The stored form of a name; throws an `AccountError` for an invalid one. */
export function normalizeName(text: string, what: 'account' | 'key'): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_LENGTH || /\p{Cc}/u.test(name)) {
    throw new AccountError(
      `The name of ${what === 'key' ? 'a key' : 'an account'} must be one line of 1 to ${MAX_LENGTH} characters.`,
    );
  }
  return name;
}
