import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allSuites, inParts, leftToRest, ofAnotherEngine, ofTheEngine, runsOf } from '../../scripts/lib/suites.js';

const project = join(__dirname, '..', '..');
const page = readFileSync(join(project, 'docs', 'decisions', 'test-runs.md'), 'utf8');

/** The suites that a row of the table names, as paths. */
function row(title: string): string[] {
  const [, cells = ''] = new RegExp(`^\\| ${title} +\\|(.*)$`, 'm').exec(page) ?? [];
  return [...cells.matchAll(/`([\w/-]+)`/g)].map(([, name]) => `test/${name}.e2e-spec.ts`).sort();
}

describe('the table of what runs where', () => {
  it('names the suites that npm test also runs on a server', () => {
    expect(row('on the first server')).toEqual([...ofTheEngine].sort());
  });

  it('names the suites that a second server runs', () => {
    expect(row('on a second server')).toEqual([...ofAnotherEngine].sort());
  });

  it('names the suites that npm test leaves to npm run test:rest', () => {
    expect(row('only in `test:rest`')).toEqual([...leftToRest].sort());
    expect(row('in both, in parts')).toEqual([...inParts].sort());
  });
});

describe('the commands', () => {
  const servers = ['first', 'second'].map((name) => ({ name, url: `mysql://${name}` }));
  const pathsOf = (command: 'test' | 'rest' | 'full', url?: string) =>
    runsOf(command, servers)
      .filter(({ server }) => server?.url === url)
      .map(({ path }) => path);

  it('leave no suite out: what npm test does not run on SQLite, npm run test:rest does', () => {
    expect([...pathsOf('test'), ...pathsOf('rest')].sort()).toEqual([...allSuites(), ...inParts].sort());
  });

  it('run everything on everything in a full run', () => {
    expect(pathsOf('full').sort()).toEqual(allSuites().sort());
    for (const { url } of servers) {
      const endToEnd = allSuites().filter((path) => path.endsWith('.e2e-spec.ts'));
      expect(pathsOf('full', url)).toEqual(expect.arrayContaining(endToEnd));
    }
  });
});
