/**
 * `node scripts/sixth-kind.js`: follows "Add a resource" in CONTRIBUTING.md in a copy of this project. It adds the
 * resource `speakers` of test/sixth-kind, migrates an existing calendar, and runs the tests that cover all resources.
 * Fails if more than six lines in four existing files must be edited.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { endWithChildren, run } from './lib/child.js';
import { prepareBuild } from './lib/prepare.js';
import { inProject, root } from './lib/project.js';
import { Failure, main, say, since } from './lib/report.js';

const KIND = 'speakers';
const FOLDER = `src/${KIND}`;
const MOST = { lines: 6, files: 4 };

/** Generated files that are committed. */
const GENERATED = [
  'src/generated/metadata.ts',
  'docs/openapi.json',
  'docs/configuration.md',
  'client/openapi.d.ts',
  '.env.example',
];

/** Tests that cover every resource; ONLY_KIND limits them to one. */
const SUITES = ['rights', 'leaks', 'languages', 'translation-status', 'linked-lists', 'docs'];

const start = performance.now();
const heading = (text) => say(`\n-- ${text} (after ${since(start)})`);

/** @returns {Promise<string>} what it wrote */
async function inCopy(copy, command, args, more = {}) {
  const env = { ...process.env, NODE_OPTIONS: '', ...more };
  const { code, output } = await run(command, args, { cwd: copy, env, capture: true });
  if (code === 0) return output;
  say(output);
  throw new Failure(`${[command, ...args].join(' ')} ended with code ${code}; see its output above.`);
}

/** Copies tracked and untracked files that are not ignored, and links node_modules. */
async function copyProject(copy) {
  const { code, output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    capture: true,
  });
  if (code !== 0) throw new Failure(`git does not say which files there are:\n${output}`);
  for (const file of new Set(output.split('\0').filter(Boolean))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(inProject(file), join(copy, file));
  }
  symlinkSync(inProject('node_modules'), join(copy, 'node_modules'));
  await inCopy(copy, 'git', ['init', '--quiet']);
  await commit(copy);
}

async function commit(copy) {
  const who = ['-c', 'user.name=sixth-kind', '-c', 'user.email=sixth-kind@localhost', '-c', 'commit.gpgsign=false'];
  await inCopy(copy, 'git', ['add', '--all']);
  await inCopy(copy, 'git', [...who, 'commit', '--quiet', '--no-verify', '--message', 'as it is']);
}

/** The diff blocks of the walk-through. */
function editsOfTheWalkThrough() {
  const [, section] = readFileSync(inProject('CONTRIBUTING.md'), 'utf8').split('## Add a resource\n');
  const blocks = (section ?? '').split('\n## ')[0].matchAll(/^( *)```diff\n(.*?)^\1```$/gms);
  const edits = [...blocks].map(([, indent, edit]) => edit.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
  if (edits.length === 0) throw new Failure('CONTRIBUTING.md tells no edits under "Add a resource".');
  return edits.join('');
}

async function addKind(copy) {
  cpSync(inProject('test', 'sixth-kind', KIND), join(copy, FOLDER), { recursive: true });
  const patch = join(copy, '..', 'edits.diff');
  writeFileSync(patch, editsOfTheWalkThrough());
  await inCopy(copy, 'git', ['apply', patch]);
}

/** Fails if more was edited than the walk-through promises. */
async function countEdits(copy) {
  await inCopy(copy, 'git', ['add', '--all']);
  const changes = (await inCopy(copy, 'git', ['diff', '--cached', '--no-renames', '--numstat']))
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .filter(([, , file]) => !file.startsWith(`${FOLDER}/`) && !GENERATED.includes(file))
    .map(([added, removed, file]) => ({ file, lines: Math.max(Number(added), Number(removed)) }));
  const lines = changes.reduce((sum, change) => sum + change.lines, 0);
  for (const { file, lines } of changes) say(`${file}: ${lines} lines`);
  const counted = `${lines} lines in ${changes.length} existing files`;
  if (lines > MOST.lines || changes.length > MOST.files)
    throw new Failure(`The resource costs ${counted}; it may cost ${MOST.lines} in ${MOST.files}.`);
  say(`The resource costs its folder and ${counted}.`);
}

/** Creates a calendar with the sample, without the new resource. */
async function oldCalendar(data) {
  const url = `sqlite:${join(data, 'calendar.sqlite')}`;
  await inCopy(root, process.execPath, ['scripts/run.js', 'sample'], { DATABASE_URL: url });
  return url;
}

async function migrate(copy, DATABASE_URL) {
  const node = (...args) => inCopy(copy, process.execPath, args, { DATABASE_URL });
  const before = await inCopy(root, process.execPath, ['scripts/run.js', 'sample', '--dry-run', '--reset'], {
    DATABASE_URL,
  });
  const after = await node('scripts/run.js', 'sample', '--dry-run', '--reset');
  if (before !== after) throw new Failure(`Before: ${before}After: ${after}`);
  say((await node('scripts/run.js', 'migration-check')).trim());
}

async function test(copy) {
  const jest = (...args) =>
    run(
      process.execPath,
      ['node_modules/jest/bin/jest.js', `--maxWorkers=${Math.min(4, availableParallelism())}`, ...args],
      {
        cwd: copy,
        env: { ...process.env, TEST_DATABASE_URL: 'sqlite:', ONLY_KIND: KIND },
      },
    );
  const units = await jest('--selectProjects', 'unit', '--testPathPatterns', 'import-rules', 'migrations.spec');
  const suites = await jest(
    '--selectProjects',
    'e2e',
    '--testPathPatterns',
    ...SUITES.map((name) => `test/${name}\\.`),
  );
  if (units.code !== 0 || suites.code !== 0) throw new Failure(`The tests do not hold for ${KIND}.`);
}

await main(async () => {
  endWithChildren();
  await prepareBuild();
  const data = mkdtempSync(join(tmpdir(), 'sixth-kind-'));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  const copy = join(data, 'copy');
  mkdirSync(copy);
  heading('A calendar as it is');
  const url = await oldCalendar(data);
  heading('A copy of the project, with the resource added as CONTRIBUTING.md says');
  await copyProject(copy);
  await addKind(copy);
  await countEdits(copy);
  heading('Build and generated files');
  await inCopy(copy, process.execPath, ['scripts/prepare.js', 'build']);
  await inCopy(copy, process.execPath, ['scripts/openapi.js']);
  await inCopy(copy, process.execPath, ['scripts/client.js']);
  await inCopy(copy, process.execPath, ['node_modules/eslint/bin/eslint.js', FOLDER]);
  await inCopy(copy, process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--check', FOLDER]);
  await countEdits(copy);
  heading('The calendar with the new release');
  await migrate(copy, url);
  heading(`The tests, for ${KIND}`);
  await test(copy);
  heading('A sixth resource costs what is promised, and holds');
});
