import { hasWordStarts, wordStartsOf } from './word-starts.js';

it.each([
  ['Jaz', ['jaz']],
  [' l’Été du ja', ['l', 'ete', 'du', 'ja']],
  ['saint-je, saint', ['saint', 'je']],
  ['?!', []],
])('%s are beginnings of words', (typed, starts) => {
  expect(wordStartsOf(typed)).toEqual(starts);
});

it.each([
  ['soiree jazz', ['ja'], true],
  ["l'etang (le grand)", ['eta', 'gra'], true],
  ['soiree jazz', ['azz'], false],
  ['soiree jazz', ['so', 'blues'], false],
  ['20 h 30', ['20'], true],
])('%s has %j: %s', (text, starts, expected) => {
  expect(hasWordStarts(text, starts)).toBe(expected);
});
