/** Builds the service into dist/, when its sources have changed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { runNode } from './child.js';
import { Failure } from './failure.js';
import { filesBelow, hashOf } from './hash.js';
import { inProject, tool } from './project.js';
import { say, timed } from './say.js';

const mainFile = inProject('dist', 'src', 'main.js');
const stampFile = inProject('dist', '.built-from');
const settings = ['ormconfig.ts', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'];

const sources = () =>
  ['src', 'tools', 'sample']
    .flatMap((folder) => filesBelow(inProject(folder)))
    .filter((file) => !file.endsWith('.spec.ts'));
const wanted = () => hashOf([...sources(), ...settings.map((name) => inProject(name))]);

/** @returns {boolean} whether dist/ was built from the current sources (by their hash) */
export function isBuilt() {
  return existsSync(mainFile) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted();
}

/** Builds unconditionally: first the metadata of the DTO classes, then everything. */
export async function build() {
  await timed('Building', async () => {
    await step([inProject('scripts', 'metadata.js')]);
    const stamp = wanted(); // computed before the build, so that later changes are built next time
    await step([tool('@nestjs/cli/bin/nest.js'), 'build']);
    writeFileSync(stampFile, stamp);
  });
}

async function step(args) {
  const { code, output } = await runNode(args, { capture: true });
  if (code === 0) return;
  say(output);
  throw new Failure('The build failed; see its output above.');
}
