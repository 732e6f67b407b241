import { AccountError } from '../http/auth/account-error.js';
import { loadSettings } from '../lib/config/load-settings.js';
import { LeaseTaken } from '../database/lease.js';
import { cannotListen, explain } from './explain.js';

const anError = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

describe('a failed start', () => {
  it('is explained by one sentence for each wrong setting, without a stack', () => {
    const lines = explain(thrownBy(() => loadSettings({ PORT: 'x', LOG_LEVEL: 'loud' }))).split('\n');
    expect(lines).toEqual([
      'The settings are wrong:',
      expect.stringMatching(/^ {2}PORT must be .+\.$/),
      expect.stringMatching(/^ {2}LOG_LEVEL must be .+\.$/),
    ]);
  });

  it.each([
    ['DATABASE_URL', anError('DATABASE_URL must name a file: sqlite:<path>.')],
    ['DATABASE_URL', anError('Access denied for user', { errno: 1045 })],
    ['DATABASE_URL', anError('connect ECONNREFUSED 127.0.0.1:3306', { code: 'ECONNREFUSED', fatal: true })],
    ['DATABASE_URL', anError('file is not a database', { code: 'SQLITE_NOTADB' })],
    ['DATABASE_URL', anError('ENOTDIR: not a directory', { code: 'ENOTDIR', syscall: 'mkdir' })],
    ['DATABASE_URL', anError('EACCES: permission denied', { code: 'EACCES', syscall: 'open' })],
    [
      'PORT',
      thrownBy(() =>
        cannotListen('HOST and PORT')(anError('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen' })),
      ),
    ],
    ['account', new AccountError('The account exists.')],
    ['"migrations"', new LeaseTaken('migrations', 60_000)],
  ])('is explained by one sentence about %s', (what, error) => {
    const text = explain(error);
    expect(text).toContain(what);
    expect(text).toMatch(/^[^\n]+\.$/);
  });

  it('is explained by a stack if it is a bug', () => {
    expect(explain(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /);
  });
});
