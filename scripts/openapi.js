/** `npm run openapi`: lints the documents of both languages and writes the English one to docs/openapi.json. */
import { copyFileSync } from 'node:fs';
import { runNode } from './lib/child.js';
import { writeDocuments } from './lib/document.js';
import { prepareBuild } from './lib/prepare.js';
import { inProject, tool } from './lib/project.js';
import { Failure, main } from './lib/report.js';

await main(async () => {
  await prepareBuild();
  const documents = await writeDocuments();
  await runOrFail([tool('@redocly/cli/bin/cli.js'), 'lint', ...documents, '--config', inProject('redocly.yaml')]);
  copyFileSync(documents[0], inProject('docs', 'openapi.json'));
});

async function runOrFail(args) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { code, output } = await runNode(args, { env, capture: true });
  if (code !== 0) throw new Failure(`${output}\ndocs/openapi.json is left as it was.`);
}
