/** `npm run client`: generates client/openapi.d.ts, the types of the client, from docs/openapi.json. */
import './lib/node-version.js';
import { runNode } from './lib/child.js';
import { Failure, main } from './lib/failure.js';
import { inProject, tool } from './lib/project.js';

await main(async () => {
  const files = [inProject('docs', 'openapi.json'), '--output', inProject('client', 'openapi.d.ts')];
  const { code, output } = await runNode(
    [tool('openapi-typescript/bin/cli.js'), ...files, '--alphabetize', '--default-non-nullable=false'],
    {
      capture: true,
    },
  );
  if (code !== 0) throw new Failure(output);
});
