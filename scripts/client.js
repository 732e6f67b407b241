/** `npm run client`: generates client/openapi.d.ts, the types of the client, from docs/openapi.json. */
import { runNode } from './lib/child.js';
import { inProject, tool } from './lib/project.js';
import { Failure, main } from './lib/report.js';

await main(async () => {
  const files = [inProject('docs', 'openapi.json'), '--output', inProject('client', 'openapi.d.ts')];
  const options = ['--alphabetize', '--default-non-nullable=false'];
  const { code, output } = await runNode([tool('openapi-typescript/bin/cli.js'), ...files, ...options], {
    capture: true,
  });
  if (code !== 0) throw new Failure(output);
});
