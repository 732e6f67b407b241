/** The MySQL server that `node scripts/mysql-server.js` downloads for the tests. */
import { inProject } from './project.js';

/** @returns {string} the folder; the program `mysqld` is in it */
export const ownMysql = () => inProject('.cache', 'mysql');
