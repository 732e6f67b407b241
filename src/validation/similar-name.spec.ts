import { editDistance } from './similar-name.js';

it.each([
  ['categories', 'categories', 0],
  ['categoreis', 'categories', 1],
  ['serach', 'search', 1],
  ['searh', 'search', 1],
  ['seaarch', 'search', 1],
  ['per_apge', 'per_page', 1],
  ['pre_apge', 'per_page', 2],
  ['', 'ab', 2],
  ['ca', 'abc', 3],
])('the edits from %s to %s: %d', (one, other, edits) => {
  expect(editDistance(one, other, 3)).toBe(edits);
  expect(editDistance(other, one, 3)).toBe(edits);
});

it('more edits than the maximum are not counted', () => {
  expect(editDistance('serach', 'search', 1)).toBe(1);
  expect(editDistance('serahc', 'search', 1)).toBe(Infinity);
  expect(editDistance('se', 'search', 3)).toBe(Infinity);
});
