import { describe, expect, it } from '@jest/globals';
import { casesTable } from './cases-table.js';
import { goalsTable } from './goals-table.js';
import { shortNumber, shortSize } from './numbers.js';
import { table } from './table.js';

describe('numbers', () => {
  it.each([
    [0.8617, '0.862'],
    [12.345, '12.3'],
    [4321.4, '4,321'],
    [0, '0'],
    [undefined, '–'],
    [null, '–'],
  ])('%p is shown as %s', (value, text) => expect(shortNumber(value)).toBe(text));

  it.each([
    [200, '200'],
    [10_000, '10k'],
    [1_000_000, '1M'],
  ])('%p events are %s', (events, text) => expect(shortSize(events)).toBe(text));
});

describe('tables', () => {
  it('are Markdown whose columns stand below each other', () => {
    expect(table(['', 'ms'], [['list', '12']])).toBe('|      |  ms |\n| ---- | --: |\n| list |  12 |');
  });

  it('mark what meets its goal and what misses it', () => {
    const results = ['sqlite', 'mariadb'].map((kind) => ({ kind, size: 10_000 }));
    const limit = { is: 'at most', unit: 'ms' };
    const cells = [
      { limit: 3, value: 2, met: true },
      { limit: 3, value: 4, met: false },
    ];
    const lines = goalsTable([{ id: 'P6', title: 'total', limit, cells }], results).split('\n');
    expect(lines[0]).toMatch(/\|\s+goal \| SQLite 10k \| MariaDB 10k \|$/);
    expect(lines[2]).toMatch(/^\| P6 total \| ≤ 3 ms \|\s+2 ✓ \|\s+4 ✗ \|$/);
  });

  it('show the time in smaller calendars, and mark cases that were disturbed', () => {
    const median = { requestsPerSecond: 500, p50: 2, p99: 9, appCpu: 300, databaseCpu: 40, unit: 100, busy: true };
    const result = (p50) => ({ size: 1000, cases: [{ name: 'list', median: { ...median, p50 }, memory: 2 ** 20 }] });
    const [heads, , row] = casesTable(result(2), [result(1.5)], new Map([['list', 'default list']])).split('\n');
    expect(heads).toContain('p50 at 1k');
    expect(row.split('|').map((text) => text.trim())).toEqual([
      '',
      'default list *',
      '500',
      '2',
      '9',
      '1.5',
      '300',
      '40',
      '3.4',
      '–',
      '1',
      '',
    ]);
  });
});
