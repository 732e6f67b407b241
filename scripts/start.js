/** `npm start`: installs and builds what has changed, then runs the service in this process (signals, exit code). */
import './lib/node-version.js';
import { become } from './lib/become.js';
import { main } from './lib/failure.js';
import { endWithParent } from './lib/parent.js';
import { prepareBuild } from './lib/prepare.js';

endWithParent();
await main(prepareBuild);
process.env['NODE_ENV'] ??= 'production';
await become('src/main.js');
