import { toPositional, parseSqliteTime, sqliteTime } from './statements.js';
import fc from 'fast-check';
import { DateUtils } from 'typeorm/util/DateUtils.js';

describe('toPositional', () => {
  it('puts values in the places of their names, as often as they occur', () => {
    const sql = 'a = :one AND b IN (:...some) AND c = :one';
    expect(toPositional({ sql, parameters: { one: 1, some: ['x', 'y'], other: 3 } })).toEqual({
      sql: 'a = ? AND b IN (?, ?) AND c = ?',
      values: [1, 'x', 'y', 1],
    });
  });

  it('gives each value of a list a placeholder', () => {
    expect(toPositional({ sql: 'id IN (:...ids)', parameters: { ids: [1, 2, 3] } })).toEqual({
      sql: 'id IN (?, ?, ?)',
      values: [1, 2, 3],
    });
  });

  it('leaves names without a value', () => {
    expect(toPositional({ sql: "time = '10:30' AND name = :name", parameters: { name: ':time' } })).toEqual({
      sql: "time = '10:30' AND name = ?",
      values: [':time'],
    });
  });

  it('writes nothing for an empty list', () => {
    expect(toPositional({ sql: 'id IN (:...ids)', parameters: { ids: [] } })).toEqual({ sql: 'id IN ()', values: [] });
  });
});

const someTime = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

describe('sqliteTime', () => {
  it('writes times as TypeORM does', () => {
    fc.assert(fc.property(someTime, (time) => sqliteTime(time) === DateUtils.mixedDateToUtcDatetimeString(time)));
  });
});

describe('parseSqliteTime', () => {
  it('parses what sqliteTime writes', () => {
    fc.assert(fc.property(someTime, (time) => parseSqliteTime(sqliteTime(time)).getTime() === time.getTime()));
  });

  it.each([
    ['2027-06-21 10:11:12', '2027-06-21T10:11:12.000Z'],
    ['2027-06-21 10:11:12.034', '2027-06-21T10:11:12.034Z'],
    ['2027-06-21 10:11', '2027-06-21T10:11:00.000Z'],
    ['2027-06-21T10:11:12.5', '2027-06-21T10:11:12.500Z'],
    ['0050-01-02 03:04:05.000', '0050-01-02T03:04:05.000Z'],
  ])('parses %s', (text, expected) => {
    expect(parseSqliteTime(text)).toEqual(new Date(expected));
  });
});
