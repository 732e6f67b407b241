/** Values of command line options. */
import { InvalidArgumentError } from 'commander';

/** @param {string} text */
export function positiveNumber(text) {
  if (Number(text) > 0) return text;
  throw new InvalidArgumentError('Give a number above 0.');
}

/** @param {string} text */
export function positiveInteger(text) {
  if (/^[1-9]\d*$/.test(text)) return text;
  throw new InvalidArgumentError('Give a whole number above 0.');
}
