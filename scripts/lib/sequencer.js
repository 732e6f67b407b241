/** The order in which jest begins the test files. */
import Sequencer from '@jest/test-sequencer';
import { basename } from 'node:path';
import { longest, suffix } from './suites.js';

const rankOf = ({ path }) => {
  const rank = longest.indexOf(basename(path, suffix));
  return rank < 0 ? longest.length : rank;
};

/** What takes long begins first, also where jest has not yet seen how long: begun last, it would run alone at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
