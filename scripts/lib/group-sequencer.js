/** Jest's order of group files: by their names, which number the longest group first. Jest itself runs large files first. */
import TestSequencer from '@jest/test-sequencer';

export default class GroupSequencer extends TestSequencer {
  sort(tests) {
    return tests.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }
}
