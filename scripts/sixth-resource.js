/**
 * `node scripts/sixth-resource.js`: follows "Add a resource" in CONTRIBUTING.md in a copy of this project. It adds the
 * resource `speakers` of test/sixth-resource, migrates an existing calendar, and runs the tests that cover all resources.
 * Fails if more than six lines in four existing files must be edited.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { installAdmin } from './lib/admin.js';
import { endWithChildren, run } from './lib/child.js';
import { prepareBuild } from './lib/prepare.js';
import { inProject, root } from './lib/project.js';
import { Failure, main, say, since } from './lib/report.js';

const RESOURCE = 'speakers';
const FOLDER = `src/calendar/${RESOURCE}`;
const MOST = { lines: 6, files: 4 };

/** Generated files that are committed. */
const GENERATED = [
  ...['src/generated/metadata.ts', 'docs/openapi.json', 'docs/configuration.md', 'client/openapi.d.ts'],
  '.env.example',
];

/** Tests that cover every resource; ONLY_RESOURCE limits them to one. */
const SUITES = [
  ...['rights', 'leaks', 'languages', 'translation-status', 'published-lists', 'docs'],
  ...['revisions', 'duplicate', 'merge'],
];

const start = performance.now();
const heading = (text) => say(`\n-- ${text} (after ${since(start)})`);

/** Runs a command in a folder. @returns {Promise<string>} its output */
async function runIn(cwd, command, args, more = {}) {
  const env = { ...process.env, NODE_OPTIONS: '', ...more };
  const { code, output } = await run(command, args, { cwd, env, capture: true });
  if (code === 0) return output;
  throw new Failure(`${output}\n${[command, ...args].join(' ')} ended with code ${code}.`);
}

const nodeIn = (cwd, args, more) => runIn(cwd, process.execPath, args, more);

/** Copies tracked and untracked files that are not ignored, and links node_modules. */
async function copyProject(copy) {
  const files = await runIn(root, 'git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const file of new Set(files.split('\0').filter(Boolean))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(inProject(file), join(copy, file));
  }
  for (const packages of ['node_modules', 'admin/node_modules']) symlinkSync(inProject(packages), join(copy, packages));
  await runIn(copy, 'git', ['init', '--quiet']);
  await runIn(copy, 'git', ['add', '--all']);
}

/** Adds the folder, and makes the edits that the walk-through shows as diff blocks. */
async function addResource(copy) {
  cpSync(inProject('test', 'sixth-resource', RESOURCE), join(copy, FOLDER), { recursive: true });
  const [, section = ''] = readFileSync(inProject('CONTRIBUTING.md'), 'utf8').split('## Add a resource\n');
  const blocks = section.split('\n## ')[0].matchAll(/^( *)```diff\n(.*?)^\1```$/gms);
  const edits = [...blocks].map(([, indent, edit]) => edit.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
  if (edits.length === 0) throw new Failure('CONTRIBUTING.md has no edits under "Add a resource".');
  const patch = join(copy, '..', 'edits.diff');
  writeFileSync(patch, edits.join(''));
  await runIn(copy, 'git', ['apply', patch]);
}

/** Fails if more was edited than the walk-through promises. New files are not in the index, so they do not count. */
async function countEdits(copy) {
  const changes = (await runIn(copy, 'git', ['diff', '--numstat']))
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .filter(([, , file]) => !GENERATED.includes(file))
    .map(([added, removed, file]) => ({ file, lines: Math.max(Number(added), Number(removed)) }));
  const lines = changes.reduce((sum, change) => sum + change.lines, 0);
  for (const { file, lines } of changes) say(`${file}: ${lines} lines`);
  const counted = `${lines} lines in ${changes.length} existing files`;
  if (lines > MOST.lines || changes.length > MOST.files)
    throw new Failure(`The resource costs ${counted}; it may cost ${MOST.lines} in ${MOST.files}.`);
  say(`The resource costs its folder and ${counted}.`);
}

/** Fails if the migration changes the records of a calendar that was made without the resource. */
async function migrate(copy, DATABASE_URL) {
  const [before, after] = [
    await nodeIn(root, ['scripts/run.js', 'sample', '--dry-run', '--reset'], { DATABASE_URL }),
    await nodeIn(copy, ['scripts/run.js', 'sample', '--dry-run', '--reset'], { DATABASE_URL }),
  ];
  if (before !== after) throw new Failure(`Before: ${before}After: ${after}`);
  say((await nodeIn(copy, ['scripts/run.js', 'migration-check'], { DATABASE_URL })).trim());
}

async function test(copy) {
  const suites = [...SUITES, 'admin/sixth-resource'].map((name) => `test/${name}.e2e-spec`);
  const names = [...suites, 'test/unit/import-rules', 'migrations/migrations.spec'];
  const env = { ...process.env, ONLY_RESOURCE: RESOURCE };
  const { code } = await run(process.execPath, ['scripts/test.js', ...names], { cwd: copy, env });
  if (code !== 0) throw new Failure(`The tests fail for ${RESOURCE}.`);
}

await main(async () => {
  endWithChildren();
  await prepareBuild();
  await installAdmin();
  const data = mkdtempSync(join(tmpdir(), 'sixth-resource-'));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  heading('A calendar of this version');
  const url = `sqlite:${join(data, 'calendar.sqlite')}`;
  await nodeIn(root, ['scripts/run.js', 'sample'], { DATABASE_URL: url });
  heading('A copy of the project, with the resource added as CONTRIBUTING.md says');
  const copy = join(data, 'copy');
  mkdirSync(copy);
  await copyProject(copy);
  await addResource(copy);
  await countEdits(copy);
  heading('Build and generated files');
  await nodeIn(copy, ['scripts/prepare.js', 'build']);
  await nodeIn(copy, ['scripts/openapi.js']);
  await nodeIn(copy, ['scripts/client.js']);
  await nodeIn(copy, ['scripts/admin.js']);
  await nodeIn(copy, ['node_modules/eslint/bin/eslint.js', FOLDER]);
  await nodeIn(copy, ['node_modules/prettier/bin/prettier.cjs', '--check', FOLDER]);
  await countEdits(copy);
  heading('The calendar with the new release');
  await migrate(copy, url);
  heading(`The tests, for ${RESOURCE}`);
  await test(copy);
  heading('A sixth resource costs no more than promised, and passes the tests');
});
