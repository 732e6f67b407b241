import { describe, expect, it } from '@jest/globals';
import { parseBusySeconds, parseProcessStat, parseResidentBytes } from './proc-stat.js';

describe('/proc', () => {
  it('gives the processor time of a process whose name is meant to confuse', () => {
    const text = '4711 (node) S 1 (x) R 815 4711 4711 0 -1 4194304 9000 0 3 0 1234 66 7 8 20 0 11 0 800 1000 200\n';
    expect(parseProcessStat(text)).toEqual({ parent: 815, seconds: 13 });
  });

  it('gives the busy seconds of the machine without idling and waiting for disks', () => {
    const text = 'cpu  100 200 300 90000 70000 10 20 30 5 5\ncpu0 50 100 150 45000 35000 5 10 15 0 0\n';
    expect(parseBusySeconds(text)).toBeCloseTo(6.6);
  });

  it('gives the resident memory, and none for a process that has none any more', () => {
    expect(parseResidentBytes('Name:\tnode\nVmPeak:\t  9000 kB\nVmRSS:\t   2048 kB\nThreads:\t11\n')).toBe(
      2 * 1024 ** 2,
    );
    expect(parseResidentBytes('Name:\tnode\nState:\tZ (zombie)\n')).toBe(0);
  });
});
