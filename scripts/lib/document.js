/** Whether the committed documentation is that of the build. */
import { readFileSync } from 'node:fs';
import { runNode } from './child.js';
import { inProject } from './project.js';
import { Failure } from './report.js';

const inDist = (name) => inProject('dist', name);

/** What to run after a change of DTOs, queries or texts. */
export const GENERATE = 'npm run build && npm run openapi && npm run client';

/** Writes the documents of the build in both languages. @returns {Promise<string[]>} their files */
export async function writeDocuments() {
  const documents = ['openapi.en.json', 'openapi.fr.json'].map(inDist);
  const { code, output } = await runNode([inDist('src/commands/cli/write-openapi.js'), ...documents], {
    capture: true,
  });
  if (code !== 0) throw new Failure(`${output}\ndocs/openapi.json is left as it was.`);
  return documents;
}

/** @returns {Promise<boolean>} whether docs/openapi.json is the document of the build */
export async function isDocumentCurrent() {
  const [english] = await writeDocuments();
  return readFileSync(english, 'utf8') === readFileSync(inProject('docs', 'openapi.json'), 'utf8');
}
