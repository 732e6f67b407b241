import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const SOURCES = resolve('src');

/**
 * What each folder may import; what stands at the top of src puts the folders together and may import all of them.
 * The command line does too: each command is a service of its own.
 */
const COMMON = ['config', 'database', 'common'];
const TERMS_AND_PLACES = ['venues', 'organizers', 'categories', 'tags'];
/** The list of them all; none of them by itself. */
const EXTENSIONS = 'extensions/extensions.js';
const RECORDS = [...TERMS_AND_PLACES, 'events'];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  config: [],
  database: ['config', 'common/errors'],
  common: ['config', 'database'],
  accounts: COMMON,
  venues: COMMON,
  organizers: COMMON,
  categories: COMMON,
  tags: COMMON,
  events: [...COMMON, ...TERMS_AND_PLACES],
  health: COMMON,
  home: COMMON,
  // The comments of the DTOs, as generated for the document.
  docs: [...COMMON, ...RECORDS, 'accounts', EXTENSIONS, 'metadata.js'],
  bootstrap: [...COMMON, 'accounts', 'health'],
  import: [...COMMON, ...RECORDS, 'accounts'],
  seed: [...COMMON, ...RECORDS, 'accounts', EXTENSIONS],
  sample: [...COMMON, ...RECORDS, 'accounts', 'seed', 'schema.js'],
  extensions: [...COMMON, ...RECORDS],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The imports of the sources, as paths below src. */
const imports: Import[] = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && file !== 'metadata.ts')
  .flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    const targets = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target]) => target!);
    return targets.map((target) => ({
      from: file.split(sep).join('/'),
      to: relative(SOURCES, resolve(SOURCES, dirname(file), target))
        .split(sep)
        .join('/'),
    }));
  });

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');

describe('imports', () => {
  it('are found at all', () => {
    expect(imports.length).toBeGreaterThan(300);
  });

  it('go down the layers only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [folder, target] = [folderOf(from), folderOf(to)];
      if (folder === '' || folder === 'cli' || folder === target) return false;
      return !(ALLOWED[folder] ?? []).some((allowed) => to === allowed || to.startsWith(`${allowed}/`));
    });
    expect(wrong).toEqual([]);
  });

  it('know every folder', () => {
    const folders = new Set(
      imports.map(({ from }) => folderOf(from)).filter((folder) => folder !== '' && folder !== 'cli'),
    );
    expect([...folders].filter((folder) => !(folder in ALLOWED))).toEqual([]);
  });

  it('bring in of another resource only its entities, DTOs, kinds, services and what is made to be used elsewhere', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [folder, target] = [folderOf(from), folderOf(to)];
      return (
        RECORDS.includes(folder) &&
        RECORDS.includes(target) &&
        folder !== target &&
        /\.(controller|query|listing)\.js$/.test(to)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('never pass through a barrel', () => {
    const barrels = imports.filter(({ to }) => /\/index\.js$/.test(to) && to !== 'database/migrations/index.js');
    expect(barrels).toEqual([]);
  });

  it('know an extension by its registration alone', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [, extension] = /^(extensions\/[^/]+)\//.exec(to) ?? [];
      return extension && from !== 'extensions/extensions.ts' && !from.startsWith(`${extension}/`);
    });
    expect(wrong).toEqual([]);
  });

  it('read the environment in the configuration alone', () => {
    const readers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .filter((file) => /process\.env/.test(readFileSync(join(SOURCES, file), 'utf8')))
      .map((file) => file.split(sep).join('/'));
    expect(readers.filter((file) => !file.startsWith('config/'))).toEqual([]);
  });
});
