import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { extensions } from '../../src/extensions/extensions.js';
import { resources } from '../../src/calendar/resources.js';

const SOURCES = resolve('src');

const resourceNames = resources.map(({ names }) => names.plural);
const resourceFolders = resourceNames.map((name) => `calendar/${name}`);

/**
 * The folders of src in layers, the lowest first, group by group. A file imports from its own folder and from lower layers;
 * folders of one layer do not import each other. The composition on top may import everything.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['lib/i18n', 'lib/tasks'],
  ['lib/errors'],
  ['lib/text', 'lib/datetime'],
  ['lib/recurrence'],
  ['lib/config'],
  ['lib/tracing'],

  ['database'],

  ['http/validation'],
  ['http/urls', 'http/language'],
  ['http'],
  ['http/mail'],
  ['http/auth'],
  ['http/accounts'],
  ['http/organization'],

  ['calendar/migrations/builders'],
  ['calendar/records/visibility', 'calendar/records/change-log', 'calendar/records/identity'],
  ['calendar/records/images'],
  ['calendar/records/translations'],
  ['calendar/records/record', 'calendar/records/revisions'],
  ['calendar/records/reading'],
  ['calendar/records/writing'],
  ['calendar/records/taxonomy', 'calendar/records/publication'],
  ['calendar/list'],
  ['calendar/extension-api'],
  ['calendar/resource'],
  resourceFolders.filter((folder) => folder !== 'calendar/events'),
  ['calendar/related.ts'],
  ['calendar/events'],
  ['calendar/resources.ts'],
  ['calendar/migrations', 'calendar/images', 'calendar/editing'],

  ['outlets/outbox'],
  ['outlets/mail'],
  [
    'outlets/feeds',
    'outlets/changes',
    'outlets/webhooks',
    'outlets/submissions',
    'outlets/translation-counts',
    'outlets/search-suggestions',
    'outlets/admin',
  ],
  ['outlets/web'],
  ['generated'],
  ['outlets/openapi'],

  ['extensions'],

  ['schema.ts'],

  ['server/health', 'server/metrics'],
  ['server'],

  ['commands/import', 'commands/transfer', 'commands/sample'],
];

/** Folders inside folders, the lowest first. Files of the outer folder may import all of them; everyone may import entities. */
const INNER_LAYERS: Readonly<Record<string, readonly string[]>> = {
  http: ['idempotency', 'response'],
  'calendar/events': ['pricing', 'schedule', 'password', 'relations', 'words', 'query', 'write', 'series'],
  'calendar/images': ['stores'],
  database: ['sql'],
  'commands/import': ['texts', 'ical', 'sheets', 'tec'],
  'outlets/feeds': ['icalendar', 'news'],
  'outlets/web': ['theme', 'texts', 'data', 'components'],
  // They do not import each other.
  extensions: extensions.map(({ name }) => name),
};

/** The role of a file, which follows the last dot of its name. */
const ROLES =
  'controller decorators docs dto en entity extension filter fr guard interceptor json-ld middleware ' +
  'module names pipe presenter query reader resource service write writer';

interface Import {
  readonly from: string;
  readonly to: string;
}

const sourcesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
    .map((file) => file.split(sep).join('/'));

const files = sourcesIn(SOURCES).filter((file) => !file.startsWith('generated'));

/** The imports of files, types included, as paths below their root. */
function importsIn(root: string, sources: readonly string[]): Import[] {
  return sources.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    const targets = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target]) => target!);
    const ofCode = targets.filter((target) => !/\.(?:json|css)$/.test(target));
    return ofCode.map((target) => {
      const to = relative(root, resolve(root, dirname(from), target))
        .split(sep)
        .join('/')
        .replace(/\.js$/, '');
      return { from, to: [`${to}.ts`, `${to}.tsx`].find((one) => sources.includes(one)) ?? `${to}.ts` };
    });
  });
}

const imports = importsIn(SOURCES, files);

/** The files that import themselves through others. */
function inCycles(sources: readonly string[], all: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of all) targets.set(from, [...(targets.get(from) ?? []), to]);
  const below = (start: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...(targets.get(start) ?? [])];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      waiting.push(...(targets.get(file) ?? []));
    }
    return seen;
  };
  return sources.filter((file) => below(file).has(file));
}

/** The innermost folder of a layer that holds a file; the folder of the file where no layer has one. */
const folderOf = (path: string) =>
  LAYERS.flat()
    .filter((folder) => path === folder || path.startsWith(`${folder}/`))
    .sort((one, other) => other.length - one.length)[0] ?? posix.dirname(path);
const innerFolderOf = (path: string) =>
  path
    .slice(folderOf(path).length + 1)
    .split('/')
    .slice(0, -1)[0] ?? '';
const namesIn = (markdown: string) => [...markdown.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name!);
const layerOf = (folder: string) => LAYERS.findIndex((folders) => folders.includes(folder));
/** The composition: main.ts, serve.ts, app.module.ts, and the commands. */
const isOnTop = (folder: string) => folder === 'commands/cli' || folder === '.';
/** The place of a folder among the others of its parent: a higher one may import a lower one. */
function rankOf(parent: string, name: string): number {
  const folder = `${parent}/${name}`;
  if (isOnTop(folder)) return LAYERS.length;
  const inner = INNER_LAYERS[parent];
  const layers = LAYERS.flatMap((folders, index) =>
    folders.some((one) => one === folder || one.startsWith(`${folder}/`)) ? index : [],
  );
  if (layers.length > 0) return Math.max(...layers);
  return layerOf(parent) + (inner ? inner.indexOf(name) / inner.length : 0);
}
const isEntity = (path: string) => path.endsWith('.entity.ts');
/** Whether an import brings in types alone, of which nothing is left in the build. */
const isOfTypes = (statement: string) => /^import (?:type |\{(?:\s*type \w+,?)+\s*\})/.test(statement);
const shown = ({ from, to }: Import) => `${from} imports ${to}`;

describe('imports', () => {
  it('are found', () => {
    expect(imports.length).toBeGreaterThan(300);
  });

  it('go down the layers only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [folder, target] = [folderOf(from), folderOf(to)];
      if (isOnTop(folder) || folder === target) return false;
      return layerOf(target) < 0 || layerOf(target) >= layerOf(folder);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('have the order that CONTRIBUTING.md shows', () => {
    const groups = [...new Set(LAYERS.flat().map((folder) => folder.split('/', 1)[0]!))].filter(
      (folder) => folder !== 'generated' && folder !== 'schema.ts',
    );
    const [, layout = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Layout\n');
    const rows = [...layout.split('\n## ')[0]!.matchAll(/^\| `([a-z]+)\/` /gm)].map(([, group]) => group);
    expect(rows).toEqual(groups.reverse());
  });

  it('have the order of folders that CONTRIBUTING.md shows', () => {
    const [, rest = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('## Layout\n');
    const layout = rest.split('\n## ')[0]!;
    let group = '';
    const ofRows = [...layout.matchAll(/^\| (?:`([a-z]+)\/`)? *\| ([`a-z -]+?) +\|/gm)].map(([, name, folders]) => {
      group = name ?? group;
      return { parent: group, folders: namesIn(folders!) };
    });
    const ofParts = [...layout.matchAll(/^- `([a-z]+\/[a-z]+)`: (.+)$/gm)].map(([, parent, parts]) => {
      return { parent: parent!, folders: namesIn(parts!) };
    });
    expect(ofParts.map(({ parent }) => parent)).toEqual(['calendar/events', 'calendar/records']);
    const shown = new Map<string, string[]>();
    for (const { parent, folders } of [...ofRows, ...ofParts])
      shown.set(parent, [...(shown.get(parent) ?? []), ...folders]);
    for (const [parent, folders] of shown) {
      const isFolder = (name: string) => files.some((file) => file.startsWith(`${parent}/${name}/`));
      // The table need not name a resource that was added to the calendar.
      const isAdded = (name: string) => resourceFolders.includes(`${parent}/${name}`) && !folders.includes(name);
      const existing = readdirSync(join(SOURCES, parent)).filter((name) => isFolder(name) && !isAdded(name));
      expect([...folders].sort()).toEqual(existing.sort());
      const ranks = new Map(folders.map((name) => [name, rankOf(parent, name)]));
      expect(folders).toEqual([...folders].sort((one, other) => ranks.get(other)! - ranks.get(one)!));
    }
  });

  it('cover every folder', () => {
    const folders = new Set(files.map(folderOf).filter((folder) => !isOnTop(folder)));
    expect([...folders].filter((folder) => layerOf(folder) < 0)).toEqual([]);
    const inner = new Set(
      files.filter((file) => innerFolderOf(file) !== '').map((file) => `${folderOf(file)}/${innerFolderOf(file)}`),
    );
    const known = Object.entries(INNER_LAYERS).flatMap(([folder, folders]) => folders.map((one) => `${folder}/${one}`));
    expect([...inner].filter((folder) => !known.includes(folder))).toEqual([]);
  });

  it('go down the layers inside a folder only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [folder, inner, target] = [folderOf(from), innerFolderOf(from), innerFolderOf(to)];
      if (folder !== folderOf(to) || inner === '' || target === '' || inner === target || isEntity(to)) return false;
      const order = INNER_LAYERS[folder] ?? [];
      return order.indexOf(target) > order.indexOf(inner);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('have no cycles of files, except pairs of entities', () => {
    expect(inCycles(files, imports).filter((file) => !isEntity(file))).toEqual([]);
  });

  it('of the editor’s page have no cycles', () => {
    const root = resolve('admin/src');
    const sources = sourcesIn(root);
    const all = importsIn(root, sources);
    expect(all.length).toBeGreaterThan(300);
    expect(inCycles(sources, all)).toEqual([]);
  });

  it('of another resource are its definition and its parts only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [folder, target] = [folderOf(from), folderOf(to)];
      return (
        resourceFolders.includes(folder) &&
        resourceFolders.includes(target) &&
        folder !== target &&
        !/\.(resource|entity|dto)\.ts$/.test(to)
      );
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('never use a barrel', () => {
    const barrels = imports.filter(({ to }) => posix.basename(to) === 'index.ts');
    expect(barrels.map(shown)).toEqual([]);
  });

  it('of an extension are its registration only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [, extension] = /^(extensions\/[^/]+)\//.exec(to) ?? [];
      return extension && from !== 'extensions/extensions.ts' && !from.startsWith(`${extension}/`);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('name only packages of package.json at run time', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    const wrong = files.flatMap((from) => {
      const text = readFileSync(join(SOURCES, from), 'utf8');
      const named = [...text.matchAll(/^import (?:[^';]* from )?'((?:@[^/']+\/)?[a-z][^/':]*)[^':]*';$/gm)];
      const atRunTime = named.filter(([statement]) => !isOfTypes(statement));
      return atRunTime.map(([, to]) => ({ from, to: to! })).filter(({ to }) => !Object.hasOwn(dependencies, to));
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('of the environment are in the configuration only', () => {
    const readers = files.filter((file) => readFileSync(join(SOURCES, file), 'utf8').includes('process.env'));
    expect(readers.filter((file) => !file.startsWith('lib/config/'))).toEqual([]);
  });

  it('come from files whose names have hyphens between words, and a dot before a role only', () => {
    const isWellNamed = (file: string) => {
      const [words, role, ...more] = posix
        .basename(file)
        .replace(/\.tsx?$/, '')
        .split('.');
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(words!) && (!role || ROLES.split(' ').includes(role)) && more.length === 0;
    };
    expect(files.filter((file) => !isWellNamed(file))).toEqual([]);
  });
});
