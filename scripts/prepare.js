/**
 * `node scripts/prepare.js [install | build]`: installs and builds what has changed. With `install`, only installs; with
 * `build` (`npm run build`), builds in any case: src/generated/metadata.ts first, then everything into dist/.
 */
import { prepareBuild, prepareInstall, rebuild } from './lib/prepare.js';
import { main } from './lib/report.js';

await main({ install: prepareInstall, build: rebuild }[process.argv[2]] ?? prepareBuild);
