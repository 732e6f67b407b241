import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'calendar-test-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The scripts alone, with an npm that writes what it writes where the SQLite driver has to be compiled. */
function installWith(output: string): string {
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(name, join(folder, name), { recursive: true });
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(npm, `process.stdout.write(${JSON.stringify(output)});`);
  const env = { PATH: process.env.PATH, npm_execpath: npm };
  return spawnSync(process.execPath, ['scripts/prepare.js', 'install'], { cwd: folder, env, encoding: 'utf8' }).stderr;
}

describe('the first install', () => {
  it('reports that it happens once, and what takes long if the driver is compiled', () => {
    const said = installWith(
      '> better-sqlite3@12.11.1 install\ngyp info it worked if it ends with ok\ngyp info using\n',
    );
    expect(said).toMatch(/^Installing packages/m);
    expect(said.match(/^ {2}Compiling the SQLite driver, once, .+ …$/gm)).toHaveLength(1);
  });

  it('does not mention a compiler if none runs', () => {
    expect(installWith('added 480 packages in 20s\n')).not.toContain('Compiling');
  });
});
