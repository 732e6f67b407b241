/** `npm start`: installs and builds what has changed, then runs the service in this process (signals, exit code). */
import { endWithParent } from './lib/child.js';
import { prepareBuild } from './lib/prepare.js';
import { runInThisProcess } from './lib/project.js';
import { main } from './lib/report.js';

endWithParent();
await main(prepareBuild);
process.env['NODE_ENV'] ??= 'production';
await runInThisProcess('src/main.js', process.argv.slice(2));
