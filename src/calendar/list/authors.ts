import { Unauthorized } from '../../lib/errors/api-error.js';
import { type Caller } from '../../http/role.js';

/** The schema of the parameter `author`. */
export const AUTHORS = {
  type: 'array',
  items: {
    oneOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', enum: ['me'] },
    ],
  },
  example: [1],
} as object;

/**
 * The ids of the accounts that a list is limited to.
 * @throws {Unauthorized} for `me` without a key
 */
export function resolveAuthors(authors: readonly (number | 'me')[], caller: Caller): number[] {
  return authors.map((author) => {
    if (author !== 'me') return author;
    if (caller === null) throw new Unauthorized('keyNeeded');
    return caller.id;
  });
}
