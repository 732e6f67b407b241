/** `node scripts/prepare.js [install]`: installs and builds what has changed; with `install`, only installs. */
import './lib/node-version.js';
import { main } from './lib/failure.js';
import { prepareBuild, prepareInstall } from './lib/prepare.js';

await main(process.argv[2] === 'install' ? prepareInstall : prepareBuild);
