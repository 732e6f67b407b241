import { toPositional } from './statements.js';

describe('positional', () => {
  it('puts values where their names stand, as often as they do', () => {
    const sql = 'a = :one AND b IN (:...some) AND c = :one';
    expect(toPositional({ sql, parameters: { one: 1, some: ['x', 'y'], other: 3 } })).toEqual({
      sql: 'a = ? AND b IN (?, ?) AND c = ?',
      values: [1, 'x', 'y', 1],
    });
  });

  it('gives each value of a list a mark', () => {
    expect(toPositional({ sql: 'id IN (:...ids)', parameters: { ids: [1, 2, 3] } })).toEqual({
      sql: 'id IN (?, ?, ?)',
      values: [1, 2, 3],
    });
  });

  it('leaves alone what nothing is given for', () => {
    expect(toPositional({ sql: "time = '10:30' AND name = :name", parameters: { name: ':time' } })).toEqual({
      sql: "time = '10:30' AND name = ?",
      values: [':time'],
    });
  });

  it('leaves a list out that is empty', () => {
    expect(toPositional({ sql: 'id IN (:...ids)', parameters: { ids: [] } })).toEqual({ sql: 'id IN ()', values: [] });
  });
});
