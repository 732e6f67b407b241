import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { extensions } from '../../src/extensions/extensions.js';
import { kinds } from '../../src/kinds.js';

const SOURCES = resolve('src');

const kindRooms = kinds.map(({ names }) => names.many);

/**
 * The rooms of the house, the lowest floor first. A file imports from its own room and from lower floors; rooms of one
 * line do not see each other. A file at the top of src that rooms go by is a room of its own; the others put the rooms
 * together, and so do the commands.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['languages'],
  ['errors'],
  ['values'],
  ['validation'],
  ['config'],
  ['site', 'language'],
  ['database'],
  ['requests'],
  ['records'],
  ['lists'],
  ['answers'],
  ['additions'],
  ['resources'],
  kindRooms.filter((room) => room !== 'events'),
  ['linked.ts'],
  ['events'],
  ['kinds.ts'],
  ['migrations'],
  ['formats'],
  ['accounts', 'health', 'home'],
  ['extensions'],
  ['schema.ts', 'metadata.ts'],
  ['docs', 'import'],
  ['sample'],
  ['server'],
];

/** Rooms inside rooms, the lowest first; the files of the room itself may import all of them, and entities are known to all. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  requests: ['context', 'limits', 'callers', 'idempotency'],
  records: ['images', 'texts', 'terms'],
  events: ['pricing', 'schedule', 'password', 'relations', 'query', 'write', 'series'],
  database: ['builders', 'sql'],
  values: ['text', 'time', 'recurrence'],
  docs: ['texts'],
  formats: ['sitemap'],
  // They do not see each other.
  extensions: extensions.map(({ name }) => name),
};

/** What stands behind the last dot of a file's name, where there is one: what its kind of file is for. */
const ROLES =
  'access controller decorator decorators docs dto en entity extension filter fr guard interceptor json-ld kind middleware ' +
  'module names pipe presenter query reader service write writer entry';

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && file !== 'metadata.ts')
  .map((file) => file.split(sep).join('/'));

/** The imports of the sources, types included, as paths below src. */
const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(SOURCES, from), 'utf8');
  const targets = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target]) => target!);
  return targets.map((target) => {
    const to = relative(SOURCES, resolve(SOURCES, dirname(from), target.replace(/\.js$/, '.ts')));
    return { from, to: to.split(sep).join('/') };
  });
});

const roomOf = (path: string) => path.split('/', 1)[0]!;
const innerOf = (path: string) => (path.split('/').length > 2 ? path.split('/')[1]! : '');
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));
const isOnTop = (room: string) => room === 'cli' || ['app.module.ts', 'main.ts', 'serve.ts'].includes(room);
const isEntity = (path: string) => path.endsWith('.entity.ts');
/** Whether an import brings in types alone, of which nothing is left in the build. */
const isOfTypes = (statement: string) => /^import (?:type |\{(?:\s*type \w+,?)+\s*\})/.test(statement);
const shown = ({ from, to }: Import) => `${from} imports ${to}`;

describe('imports', () => {
  it('are found at all', () => {
    expect(imports.length).toBeGreaterThan(300);
  });

  it('go down the floors only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      if (isOnTop(room) || room === target) return false;
      return floorOf(target) < 0 || floorOf(target) >= floorOf(room);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('know every room', () => {
    const rooms = new Set(files.map(roomOf).filter((room) => !isOnTop(room)));
    expect([...rooms].filter((room) => floorOf(room) < 0)).toEqual([]);
    const inner = new Set(
      files.filter((file) => innerOf(file) !== '').map((file) => `${roomOf(file)}/${innerOf(file)}`),
    );
    const known = Object.entries(INNER).flatMap(([room, rooms]) => rooms.map((one) => `${room}/${one}`));
    expect([...inner].filter((room) => !known.includes(room) && room !== 'sample/content')).toEqual([]);
  });

  it('go down the rooms inside a room only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [room, inner, target] = [roomOf(from), innerOf(from), innerOf(to)];
      if (room !== roomOf(to) || inner === '' || target === '' || inner === target || isEntity(to)) return false;
      const order = INNER[room] ?? [];
      return order.indexOf(target) > order.indexOf(inner);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('make no circles of files, but for pairs of entities', () => {
    const targets = new Map<string, string[]>();
    for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
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
    const inCircle = files.filter((file) => !isEntity(file) && below(file).has(file));
    expect(inCircle).toEqual([]);
  });

  it('bring in of another kind nothing but its definition and what that is made of', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      return (
        kindRooms.includes(room) &&
        kindRooms.includes(target) &&
        room !== target &&
        !/\.(kind|entity|dto)\.ts$/.test(to)
      );
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('never pass through a barrel', () => {
    const barrels = imports.filter(({ to }) => posix.basename(to) === 'index.ts');
    expect(barrels.map(shown)).toEqual([]);
  });

  it('know an extension by its registration alone', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [, extension] = /^(extensions\/[^/]+)\//.exec(to) ?? [];
      return extension && from !== 'extensions/extensions.ts' && !from.startsWith(`${extension}/`);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('name no package at run time that package.json leaves to another one to bring along', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    const wrong = files.flatMap((from) => {
      const text = readFileSync(join(SOURCES, from), 'utf8');
      const named = [...text.matchAll(/^import (?:[^';]* from )?'((?:@[^/']+\/)?[a-z][^/':]*)[^':]*';$/gm)];
      const atRunTime = named.filter(([statement]) => !isOfTypes(statement));
      return atRunTime.map(([, to]) => ({ from, to: to! })).filter(({ to }) => !Object.hasOwn(dependencies, to));
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it('read the environment in the configuration alone', () => {
    const readers = files.filter((file) => readFileSync(join(SOURCES, file), 'utf8').includes('process.env'));
    expect(readers.filter((file) => !file.startsWith('config/'))).toEqual([]);
  });

  it('come from files whose names have hyphens between words, and a dot before a role only', () => {
    const isWellNamed = (file: string) => {
      const [words, role, ...more] = posix.basename(file, '.ts').split('.');
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(words!) && (!role || ROLES.split(' ').includes(role)) && more.length === 0;
    };
    expect(files.filter((file) => !isWellNamed(file))).toEqual([]);
  });
});
