/** The order in which Jest runs the test files. */
import Sequencer from '@jest/test-sequencer';
import { basename } from 'node:path';
import { longest, suffix } from './suites.js';

const rankOf = ({ path }) => {
  const rank = longest.indexOf(basename(path, suffix));
  return rank < 0 ? longest.length : rank;
};

/** Runs the longest files first, even without timings of earlier runs: started last, one would run alone at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
