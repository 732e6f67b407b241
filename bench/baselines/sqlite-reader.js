import BetterSqlite3 from 'better-sqlite3';

/**
 * @param {string} url
 * @returns {(statements: import('../processes/record-statements.js').Statement[]) => unknown[][]} the rows of each
 */
export function sqliteReader(url) {
  const connection = new BetterSqlite3(url.slice('sqlite:'.length), { readonly: true });
  const prepared = new Map();
  const prepare = (sql) => {
    if (!prepared.has(sql)) prepared.set(sql, connection.prepare(sql).raw());
    return prepared.get(sql);
  };
  return (statements) => statements.map(({ sql, values }) => prepare(sql).all(values));
}
