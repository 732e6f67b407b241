/**
 * Loaded into the service before anything else (`node --import`): notes the statements that it runs for requests, at the
 * drivers, so that none is missed. What it runs by itself, such as the search for scheduled records, belongs to no request.
 * Any message from the parent is answered with what was noted since the last one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import BetterSqlite3 from 'better-sqlite3';
import mysql from 'mysql2';

/**
 * @typedef {object} Statement
 * @property {string} sql
 * @property {unknown[]} values
 * @property {boolean} isPrepared whether it goes to the server as a prepared statement; on SQLite all are
 */

/** @typedef {Map<string, Statement[]>} Recorded the statements of requests, by their targets */

const requests = new AsyncLocalStorage();
/** @type {Statement[]} */
let statements = [];

/**
 * @param {string} sql
 * @param {unknown} values
 * @param {boolean} isPrepared
 */
function note(sql, values, isPrepared) {
  if (requests.getStore()) statements.push({ sql, values: Array.isArray(values) ? values : [], isPrepared });
}

const { emit } = Server.prototype;
Server.prototype.emit = function (name, ...rest) {
  const go = () => emit.call(this, name, ...rest);
  return name === 'request' ? requests.run(true, go) : go();
};

const { query, execute } = mysql.Connection.prototype;
for (const [name, method] of Object.entries({ query, execute })) {
  mysql.Connection.prototype[name] = function (statement, values, ...rest) {
    note(statement.sql ?? statement, statement.values ?? values, name === 'execute');
    return method.call(this, statement, values, ...rest);
  };
}

const sqliteStatement = Object.getPrototypeOf(new BetterSqlite3(':memory:').prepare('SELECT 1'));
for (const name of ['all', 'get', 'run', 'iterate']) {
  const method = sqliteStatement[name];
  sqliteStatement[name] = function (...values) {
    note(this.source, values.length === 1 && Array.isArray(values[0]) ? values[0] : values, true);
    return method.apply(this, values);
  };
}

process.on('message', () => {
  process.send(statements);
  statements = [];
});
