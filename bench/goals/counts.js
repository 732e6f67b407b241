/** P9 to P11: what is counted. */
import { quotient, statements } from './figures.js';
import { atLeast, atMost, goal } from './goal.js';

const MIB = 1024 ** 2;

export const COUNT_GOALS = [
  goal('P9', 'statements of a list, nothing kept', atMost(8, ''), (result) => statements(result, 'core-list')?.warm),
  goal('P9', 'statements of one event, nothing kept', atMost(8, ''), (result) => statements(result, 'core-id')?.warm),
  goal('P10', 'ready', atMost(3, 's'), ({ readyMilliseconds }) => quotient(readyMilliseconds, 1000)),
  goal('P10', 'memory with full caches', atMost(300, 'MiB'), ({ fullCacheMemory }) => quotient(fullCacheMemory, MIB)),
  goal('P11', 'database reads for 500 clients on one expired answer', atMost(1, ''), ({ burst }) => burst?.reads),
  goal('P11', 'of them answered', atLeast(500, ''), ({ burst }) => burst?.answered),
];
