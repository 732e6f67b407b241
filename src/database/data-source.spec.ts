import BetterSqlite3 from 'better-sqlite3';
import { SqliteConnection } from './sqlite-connection.js';

describe('prepared statements of SQLite', () => {
  it('are cached by their text, except long ones, which list thousands of ids', () => {
    const connection = new SqliteConnection(':memory:');
    const prepare = jest.spyOn(BetterSqlite3.prototype, 'prepare');
    const timesPrepared = (sql: string) => prepare.mock.calls.filter(([text]) => text === sql).length;
    const short = 'SELECT 1 AS one';
    const long = `SELECT 1 AS one WHERE 1 IN (${Array.from({ length: 5000 }, (_, id) => id).join()})`;
    for (const sql of [short, long, short, long]) {
      expect(connection.lists(sql, [])).toEqual([[1]]);
      expect(connection.prepare(sql).all()).toEqual([{ one: 1 }]);
    }
    expect([timesPrepared(short), timesPrepared(long)]).toEqual([1, 4]);
    prepare.mockRestore();
    connection.close();
  });
});
