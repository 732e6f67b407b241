import { describe, expect, it } from '@jest/globals';
import { CASES } from './cases.js';
import { always, atLeast, atMost, goalFor, isMet, within } from './goals.js';
import { medians } from './measure.js';
import { resultText } from './report.js';
import { SINGLES } from './singles.js';

const sqlite = (size) => ({ kind: 'sqlite', size });

describe('goals', () => {
  it('depend on the size of the calendar and on the database', () => {
    const limits = { small: atMost('u', 8.5, 14), large: atMost('ms', 30, 50) };
    expect(goalFor(limits, sqlite(10_000))).toEqual({ unit: 'u', value: 8.5, isLeast: false });
    expect(goalFor(limits, { kind: 'mysql', size: 10_000 })).toEqual({ unit: 'u', value: 14, isLeast: false });
    expect(goalFor(limits, sqlite(100_000))).toEqual({ unit: 'ms', value: 30, isLeast: false });
    expect(goalFor(limits, sqlite(1_000_000))).toBeUndefined();
    expect(goalFor(always(atMost('u', 2)), sqlite(100_000)).value).toBe(2);
    expect(goalFor(within(1.3, atMost('u', 10)), sqlite(100_000)).value).toBeCloseTo(13);
  });

  it('are met at the limit, from below or from above', () => {
    const most = goalFor({ small: atMost('u', 2) }, sqlite(1));
    const least = goalFor({ small: atLeast('/s', 80) }, sqlite(1));
    expect([isMet(most, 2), isMet(most, 2.1), isMet(least, 80), isMet(least, 79)]).toEqual([true, false, true, false]);
  });

  it('name every measurement once', () => {
    const names = [...CASES, ...SINGLES].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const goals = new Set([...CASES, ...SINGLES].map(({ goal }) => goal));
    // P12 is part of the attack tests; P14 is P1 and P2 with a million events.
    expect([...goals].sort()).toEqual(
      ['P1', 'P10', 'P11', 'P13', 'P15', 'P18', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9'].sort(),
    );
  });
});

describe('the report', () => {
  const figures = (u) => ({ perSecond: 100, p50: 1, p99: 2, cpu: 100 * u, databaseCpu: 0, u });
  const one = { goal: 'P2', title: 'one by id', limits: always(atMost('u', 2, 4)) };

  it('marks what meets its goal and what does not', () => {
    const text = (u) => resultText({ ...sqlite(10_000), cases: [{ case: one, builds: [figures(u)] }], singles: [] });
    expect(text(2)).toContain('≤ 2 u ✓');
    expect(text(2.5)).toContain('≤ 2 u ✗');
  });

  it('compares two builds', () => {
    const cases = [{ case: one, builds: [figures(1), figures(2)] }];
    expect(resultText({ ...sqlite(10_000), cases, singles: [] })).toContain('0.5x');
  });

  it('tells of failures and of what was not measured', () => {
    const cases = [{ case: one, builds: [{ failure: '3 requests had no response.' }] }];
    const text = resultText({ ...sqlite(10_000), cases, singles: [] });
    expect(text).toContain('one by id: 3 requests had no response.');
    expect(text).toContain('not measured');
  });

  it('counts the median of each figure', () => {
    expect(medians([figures(3), figures(1), figures(2)])).toEqual(figures(2));
  });
});
