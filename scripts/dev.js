/** `npm run dev`: builds and restarts the service on every change; the metadata of the DTO classes follows too. */
import { watch } from 'node:fs';
import { endWithChildren, endWithParent, runNode } from './lib/child.js';
import { prepareInstall } from './lib/prepare.js';
import { inProject, tool } from './lib/project.js';
import { main } from './lib/report.js';

const describesApi = /\.(dto|query|controller)\.ts$/;
const metadata = () => runNode([inProject('scripts', 'metadata.js')]);

/** Generates the metadata half a second after the last change: editors and git write many files at once. */
function watchMetadata() {
  let timer;
  watch(inProject('src'), { recursive: true }, (_event, file) => {
    if (!describesApi.test(file ?? '')) return;
    clearTimeout(timer);
    timer = setTimeout(metadata, 500);
  });
}

endWithParent();
await main(async () => {
  await prepareInstall();
  endWithChildren();
  await metadata();
  watchMetadata();
  if (process.env.ADMIN_PAGE !== 'off') void runNode([inProject('scripts', 'admin.js')]);
  const { code } = await runNode([
    tool('@nestjs/cli/bin/nest.js'),
    'start',
    '--watch',
    '--no-shell',
    '--preserveWatchOutput',
  ]);
  process.exit(code);
});
