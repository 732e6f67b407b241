/** Installs and builds the editor's page, the package in admin/. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './child.js';
import { arePackagesInstalled, filesBelow, hashOf, npm, withLock } from './prepare.js';
import { inProject } from './project.js';
import { Failure, timed } from './report.js';

const folder = inProject('admin');
const page = join(folder, 'dist');

/** Read by src/outlets/admin: `building` or `failed`; absent once the page is built. */
const stateFile = join(folder, '.build-state');

const SETTINGS = ['package.json', 'package-lock.json', 'index.html', 'vite.config.ts', 'tsconfig.json'];

const RECIPES = ['your-first-week', 'votre-premiere-semaine'];

const sourceHash = () =>
  hashOf([
    ...filesBelow(join(folder, 'src')),
    ...SETTINGS.map((name) => join(folder, name)),
    inProject('client', 'calendar.ts'),
    // Help shows the recipe for editors with its pictures.
    ...RECIPES.map((name) => inProject('docs', 'recipes', `${name}.md`)),
    ...filesBelow(inProject('docs', 'pictures')),
  ]);

/** @returns {boolean} whether admin/dist was built from the current sources (by their hash) */
export function isAdminBuilt() {
  const stamp = join(page, '.built-from');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash();
}

/** Builds the page if its sources have changed: one process at a time; the others wait, and find it built. */
export async function buildAdmin() {
  if (isAdminBuilt()) return;
  await withLock('building-admin', async () => {
    if (isAdminBuilt()) return;
    writeFileSync(stateFile, 'building');
    try {
      await install();
      await timed('Building the editor’s page', build);
      rmSync(stateFile, { force: true });
    } catch (error) {
      writeFileSync(stateFile, 'failed');
      throw error;
    }
  });
}

/** Installs the packages of the page where they are not those of its lock file. */
export async function installAdmin() {
  await withLock('building-admin', install);
}

async function install() {
  if (arePackagesInstalled(folder)) return;
  await timed('Installing the packages of the editor’s page', () =>
    succeed(npm(['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: folder, capture: true }), 'npm ci'),
  );
}

/** Builds into a folder that then takes the place of the former page, so that an interrupted build leaves that. */
async function build() {
  const stamp = sourceHash(); // computed before the build, so that later changes are built next time
  const made = join(folder, '.build');
  const former = join(folder, '.former');
  const args = [join(folder, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', made, '--emptyOutDir'];
  await succeed(runNode(args, { cwd: folder, capture: true }), 'vite build');
  writeFileSync(join(made, '.built-from'), stamp);
  rmSync(former, { recursive: true, force: true });
  if (existsSync(page)) renameSync(page, former);
  renameSync(made, page);
  rmSync(former, { recursive: true, force: true });
}

async function succeed(running, what) {
  const { code, output } = await running;
  if (code !== 0) throw new Failure(`${output}\n${what} failed: the editor’s page is not built.`);
}
