/**
 * `node scripts/admin.js [install]`: installs and builds the editor's page where its sources have changed. With `install`,
 * only installs. `npm start` runs it when the service is ready.
 */
import { setPriority } from 'node:os';
import { buildAdmin, installAdmin } from './lib/admin.js';
import { endWithChildren } from './lib/child.js';
import { main } from './lib/report.js';

// The service beside it must not become slower.
if (process.env.IN_BACKGROUND) setPriority(10);
await main(async () => {
  endWithChildren();
  await (process.argv[2] === 'install' ? installAdmin() : buildAdmin());
});
process.exit(0);
