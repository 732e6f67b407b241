/**
 * `npm run test:generators`: generates clients from docs/openapi.json with the usual generators and compiles each under
 * `strict`. The generators have a lock file of their own (scripts/generators) and are installed to .cache/generators.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithChildren, runNode } from './lib/child.js';
import { npm } from './lib/prepare.js';
import { inProject } from './lib/project.js';
import { Failure, main, say, timed } from './lib/report.js';

const document = inProject('docs', 'openapi.json');
const folder = inProject('.cache', 'generators');
const inFolder = (...parts) => join(folder, ...parts);
const tool = (path) => inFolder('node_modules', path);

/** @type {{ name: string, command: (output: string) => string[] }[]} the names are also those of the clients' folders */
const generators = [
  ...['fetch', 'zod'].map((client) => ({
    name: `orval-${client}`,
    command: (output) => [tool('orval/dist/bin/orval.js'), '--config', orvalConfig(client, output)],
  })),
  {
    name: 'openapi-zod-client',
    command: (output) => [tool('openapi-zod-client/bin.js'), document, '--output', `${output}/client.ts`],
  },
  {
    name: 'hey-api',
    command: (output) => [tool('@hey-api/openapi-ts/bin/run.js'), '--input', document, '--output', output],
  },
  {
    name: 'openapi-typescript',
    command: (output) => [tool('openapi-typescript/bin/cli.js'), document, '--output', `${output}/client.ts`],
  },
  {
    name: 'swagger-typescript-api',
    command: (output) => [
      ...[tool('swagger-typescript-api/dist/cli.mjs'), 'generate', '--path', document],
      ...['--output', output, '--name', 'client.ts'],
    ],
  },
];

/** @returns {string} the path of a configuration, without which orval has no choice of clients */
function orvalConfig(client, output) {
  const path = `${output}/orval.config.cjs`;
  const options = { input: document, output: { target: `${output}/client.ts`, client, mode: 'single' } };
  writeFileSync(path, `module.exports = { client: ${JSON.stringify(options)} };\n`);
  return path;
}

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
};

/** Whether npm has finished an install of the current lock file. */
function isInstalled() {
  const [wanted, installed] = [inProject('scripts', 'generators'), folder].map((at) => join(at, 'package-lock.json'));
  const isFinished = existsSync(inFolder('node_modules', '.package-lock.json'));
  return isFinished && readFileSync(installed, 'utf8') === readFileSync(wanted, 'utf8');
}

async function install() {
  rmSync(folder, { recursive: true, force: true });
  cpSync(inProject('scripts', 'generators'), folder, { recursive: true });
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code, output } = await npm(args, { cwd: folder, capture: true });
  if (code !== 0) throw new Failure(`${output}\nThe generators could not be installed.`);
}

/** @returns {Promise<string>} what went wrong; empty where the client is generated and compiles */
async function tryGenerator({ name, command }) {
  const output = inFolder('clients', name);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const generated = await runNode(command(output), { cwd: output, capture: true });
  if (generated.code !== 0) return generated.output;
  writeFileSync(`${output}/tsconfig.json`, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts'] }));
  const compiled = await runNode([tool('typescript/bin/tsc'), '--project', output], { cwd: output, capture: true });
  return compiled.code === 0 ? '' : compiled.output;
}

await main(async () => {
  endWithChildren();
  if (!isInstalled())
    await timed('Installing the generators, which is done once and again when their lock file changes', install);
  const failed = [];
  for (const generator of generators) {
    const problem = await tryGenerator(generator);
    say(`${generator.name.padEnd(24)} ${problem ? 'failed' : 'generates a client that compiles'}`);
    if (problem) failed.push(`${generator.name}:\n${problem.split('\n').slice(0, 20).join('\n')}`);
  }
  if (failed.length > 0) throw new Failure(failed.join('\n\n'));
});
