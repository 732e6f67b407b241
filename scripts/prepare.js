/** `node scripts/prepare.js [install]`: installs, and unless told otherwise builds, what has changed since the last time. */
import './lib/node-version.js';
import { main } from './lib/failure.js';
import { prepareBuild, prepareInstall } from './lib/prepare.js';

await main(process.argv[2] === 'install' ? prepareInstall : prepareBuild);
