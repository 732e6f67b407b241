import { AccountError } from './account-error.js';
import { parseScope, writableResources } from './scope.js';

const KNOWN = ['events', 'venues', 'tags'];

it.each([
  ['read', 'read', []],
  [' Tags,events ', 'events,tags', ['events', 'tags']],
  ['read,venues', 'venues', ['venues']],
])('the scope %j is stored as %j', (text, stored, writable) => {
  expect(parseScope(text, KNOWN)).toBe(stored);
  expect(writableResources(stored)).toEqual(writable);
});

it.each(['event', '', 'events,'])('the scope %j is refused with the known resources', (text) => {
  expect(() => parseScope(text, KNOWN)).toThrow(AccountError);
  expect(() => parseScope(text, KNOWN)).toThrow('A scope is "read", or one or more of events, venues, tags');
});

it('a key without a scope may write what its account may', () => {
  expect(writableResources(null)).toBeUndefined();
});
