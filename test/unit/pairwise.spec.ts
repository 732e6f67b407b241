import { selection } from '../support/pairwise.js';

const COLOURS = ['red', 'green', 'blue'];
const SIZES = ['small', 'large'];
const SHAPES = ['round', 'square', 'flat'];
const ALL = COLOURS.flatMap((colour) => SIZES.flatMap((size) => SHAPES.map((shape) => [colour, size, shape])));
const pairsOf = ([colour, size, shape]: readonly string[]) => [
  `${colour} ${size}`,
  `${colour} ${shape}`,
  `${size} ${shape}`,
];

it('chooses cases that have every pair of values, and fewer than all', () => {
  const chosen = selection(ALL, (one) => one);
  expect(chosen.length).toBeLessThan(ALL.length);
  expect(new Set(chosen.flatMap(pairsOf))).toEqual(new Set(ALL.flatMap(pairsOf)));
  expect(selection(ALL, (one) => one)).toEqual(chosen);
});
