import { pairwise } from '../support/pairwise.js';

const COLOURS = ['red', 'green', 'blue'];
const SIZES = ['small', 'large'];
const SHAPES = ['round', 'square', 'flat'];
const ALL = COLOURS.flatMap((colour) => SIZES.flatMap((size) => SHAPES.map((shape) => [colour, size, shape])));
const pairsOf = ([colour, size, shape]: readonly string[]) => [
  `${colour} ${size}`,
  `${colour} ${shape}`,
  `${size} ${shape}`,
];

const original = process.env.TEST_FULL;
const setFull = (value: string | undefined) => {
  if (value === undefined) delete process.env.TEST_FULL;
  else process.env.TEST_FULL = value;
};
afterEach(() => setFull(original));

it('chooses cases that have every pair of values, and fewer than all', () => {
  setFull(undefined);
  const chosen = pairwise(ALL, (one) => one);
  expect(chosen.length).toBeLessThan(ALL.length);
  expect(new Set(chosen.flatMap(pairsOf))).toEqual(new Set(ALL.flatMap(pairsOf)));
  expect(pairwise(ALL, (one) => one)).toEqual(chosen);
});

it('chooses everything in a full run', () => {
  setFull('true');
  expect(pairwise(ALL, (one) => one)).toEqual(ALL);
});
