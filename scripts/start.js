/**
 * `npm start`: installs and builds what has changed, then runs the service in this process (signals, exit code). The
 * editor's page is built beside it, once it is ready to respond.
 */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { isAdminBuilt } from './lib/admin.js';
import { endWithParent, runNode } from './lib/child.js';
import { prepareBuild } from './lib/prepare.js';
import { importBuilt, inProject, runInThisProcess } from './lib/project.js';
import { main } from './lib/report.js';

endWithParent();
process.env['JSON_LINES'] = '1';
await main(prepareBuild);
process.env['NODE_ENV'] ??= 'production';
await runInThisProcess('src/main.js', process.argv.slice(2));
const { adminPage, webConcurrency } = (await importBuilt('src/lib/config/load-settings.js')).loadSettings();
if (adminPage && !isAdminBuilt()) {
  if (webConcurrency > 1) await once(cluster, 'listening');
  await runNode([inProject('scripts', 'admin.js')], { env: { ...process.env, IN_BACKGROUND: '1' } });
}
