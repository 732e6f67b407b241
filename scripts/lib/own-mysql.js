/** Where `node scripts/mysql-server.js` puts a MySQL server of the tests' own. */
import { inProject } from './project.js';

/** @returns {string} the folder; the program `mysqld` is in it */
export const ownMysql = () => inProject('.cache', 'mysql');
