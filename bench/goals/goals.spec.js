import { describe, expect, it } from '@jest/globals';
import { assess } from './goals.js';

const measured = (name, { cpu = 100, databaseCpu = 0, p50 = 1, warm = 1, unit = 100 }) => ({
  name,
  median: { appCpu: cpu, databaseCpu, p50, unit },
  statements: { cold: 8, warm },
});

const calendar = (size, cases, more = {}) => ({
  ...{ kind: 'sqlite', size, burst: { reads: 1, answered: 500 }, ...more },
  cases: Object.entries(cases).map(([name, figures]) => measured(name, figures)),
});

/** The cells of a goal, found by the start of its title. */
const cellsOf = (results, start) => assess(results).find(({ title }) => title.startsWith(start))?.cells;

describe('goals', () => {
  it('count in times that a list is parsed and written, with the processor time of the database', () => {
    const list = { cpu: 250, databaseCpu: 200, unit: 100 };
    const cells = cellsOf(
      [calendar(10_000, { 'core-list': list }), calendar(100_000, { 'core-list': list })],
      'list of 10, nothing',
    );
    expect(cells).toEqual([
      { limit: 4.5, value: 4.5, met: true },
      { limit: 6.75, value: 4.5, met: true },
    ]);
  });

  it('hold a list against its statements, with the processor time of the database on both sides', () => {
    const within = { 'core-list': { cpu: 250, databaseCpu: 150 }, 'bare-list': { cpu: 100, databaseCpu: 100 } };
    const beyond = { ...within, 'core-list': { cpu: 251, databaseCpu: 150 } };
    const cells = cellsOf([calendar(10_000, within), calendar(100_000, beyond)], 'list of 10, against');
    expect(cells).toEqual([
      { limit: 2, value: 2, met: true },
      { limit: 2, value: 2.005, met: false },
    ]);
  });

  it('say nothing of a database whose processor time is not seen', () => {
    const cases = { 'core-list': { databaseCpu: null }, 'bare-list': { databaseCpu: null } };
    expect(cellsOf([calendar(10_000, cases)], 'list of 10, against')).toBeUndefined();
  });

  it('take the worst growth of all, against the smallest calendar of the same database', () => {
    const small = calendar(10_000, { 'list-alone': { p50: 2 }, venue: { p50: 1 } });
    const large = calendar(100_000, { 'list-alone': { p50: 2.2 }, venue: { p50: 1.6 } });
    const other = { ...calendar(1000, { venue: { p50: 0.1 } }), kind: 'mariadb' };
    const [ofSmall, ofLarge, ofOther] = cellsOf([small, large, other], 'growth');
    expect(ofLarge).toEqual({ limit: 1.5, value: 1.6, met: false });
    expect([ofSmall.value, ofOther.value]).toEqual([undefined, undefined]);
  });

  it('give a search in a million events more time', () => {
    const searches = { 'search-common': { p50: 90 }, 'search-rare': { p50: 400 } };
    const cells = cellsOf([calendar(100_000, searches), calendar(1_000_000, searches)], 'search');
    expect(cells).toEqual([
      { limit: 100, value: 400, met: false },
      { limit: 1000, value: 400, met: true },
    ]);
  });

  it('count requests a second of one core: more is better', () => {
    const list = { cpu: 300, databaseCpu: 100, unit: 1000 };
    const [cell] = cellsOf([calendar(10_000, { 'cached-list': list })], 'cached lists, one core');
    expect(cell.value).toBeCloseTo(1e6 / (0.4 * 700));
    expect([cell.limit, cell.met]).toEqual([12_000, false]);
  });

  it('leave out what was not measured', () => {
    const goals = assess([calendar(10_000, { list: { cpu: 300 } })]);
    expect(goals.some(({ title }) => title.startsWith('page 1,000'))).toBe(false);
  });
});
