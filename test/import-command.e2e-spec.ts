import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './support/build.js';
import { ImportFolder } from './support/import-command.js';

let folder: ImportFolder;

beforeAll(() => build(), 300_000);
beforeEach(() => void (folder = new ImportFolder()));
afterEach(() => folder.remove());

const importing = (...args: string[]) => folder.import(args);

function fileOf(...parts: string[]): string {
  return folder.file('events.ics', `BEGIN:VCALENDAR\n${parts.join('\n')}\nEND:VCALENDAR\n`);
}

const concert = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'SUMMARY:Concert', 'DTSTART:20270621T193000Z', ...lines, 'END:VEVENT'].join('\n');

const events = () =>
  folder.inCalendar(async (calendar) => {
    const { body } = await calendar.get('/events?starts_after=2000-01-01&status=any', { as: 'editor' });
    return (body.events as { id: number; title: string; status: string; categories: { name: string }[] }[]).map(
      ({ id, title, status, categories }) => ({ id, title, status, categories: categories.map(({ name }) => name) }),
    );
  });

it('reports each outcome on a line that begins with a keyword; refused records do not fail the command', async () => {
  const path = fileOf(concert('1'), concert('2', 'RRULE:FREQ=DAILY;COUNT=3'), concert('3', 'DURATION:long'));
  const refused = 'ical:3 “Concert” (line 13): “DURATION:long” is not a valid date.';
  expect(await importing(path, '--language', 'en', '--dry-run')).toMatchObject({
    status: 0,
    lines: expect.arrayContaining([
      'Dry run: this is what would happen; nothing was stored.',
      'created: 2 records, 4 events',
    ]),
  });
  // As a separate process.
  expect(await folder.import([path, '--language', 'en'], { input: '' })).toMatchObject({
    status: 0,
    lines: [
      'created: 2 records, 4 events',
      'updated: 0 records, 0 events',
      'unchanged: 0 records, 0 events',
      'refused: 1 record',
      refused,
    ],
  });
  const again = await importing(path, '--language', 'fr');
  expect(again.lines.slice(0, 4)).toEqual([
    'créées\u00a0: 0 fiche, 0 événement',
    'mises à jour\u00a0: 0 fiche, 0 événement',
    'inchangées\u00a0: 2 fiches, 4 événements',
    'refusées\u00a0: 1 fiche',
  ]);
});

it('creates drafts, and adds a category to events without removing those of editors', async () => {
  const path = fileOf(concert('1'), concert('2', 'CATEGORIES:Music'));
  expect((await importing(path, '--language', 'en', '--status', 'draft', '--category', 'Courses')).status).toBe(0);
  const [first, second] = await events();
  expect([first, second]).toEqual([
    expect.objectContaining({ status: 'draft', categories: ['Courses'] }),
    expect.objectContaining({ status: 'draft', categories: expect.arrayContaining(['Courses', 'Music']) }),
  ]);
  await folder.inCalendar(async (calendar) => {
    const body = { status: 'publish', categories: ['Own', 'Courses'] };
    await calendar.patch(`/events/${first!.id}`, body, { as: 'editor' }).expect(200);
  });
  const again = await importing(
    path,
    '--language',
    'en',
    '--status',
    'draft',
    '--category',
    'Courses',
    '--category',
    '2027',
  );
  expect(again.lines[1]).toBe('updated: 2 records, 2 events');
  const found = await events();
  expect(found.map(({ status, categories }) => [status, [...categories].sort()])).toEqual([
    ['publish', ['2027', 'Courses', 'Own']],
    ['draft', ['2027', 'Courses', 'Music']],
  ]);
  expect((await importing(path, '--language', 'en', '--category', 'Courses', '--category', '2027')).lines[2]).toBe(
    'unchanged: 2 records, 2 events',
  );
});

it.each([
  ['en', [], 'The file nowhere.ics does not exist.'],
  ['fr', [], 'Le fichier nowhere.ics n’existe pas.'],
  [
    'fr',
    ['--timezone', 'Nulle/Part'],
    'La valeur de --timezone <zone> est invalide. Indiquez un fuseau horaire comme Europe/Paris, UTC ou +02:00.',
  ],
  ['fr', ['--status', 'trash'], 'Indiquez une de ces valeurs\u00a0: publish, draft.'],
  ['fr', ['--nowhere'], 'L’option --nowhere n’existe pas.'],
  ['en', ['--nowhere'], "error: unknown option '--nowhere'"],
  ['fr', ['one.ics'], 'Il y a trop d’arguments.'],
  ['fr', ['--author'], 'La valeur de l’option --author <name> manque.'],
])('reports in its language, %s, what is wrong with the arguments %j', async (language, args, sentence) => {
  const { status, stderr } = await importing('nowhere.ics', '--language', language, ...args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(sentence) });
  expect(stderr.match(/\n/g)!.length).toBeLessThanOrEqual(2);
});

it('reports in its language that an account may not write, and that a file has no known format', async () => {
  expect((await importing(fileOf(concert('1')), '--language=fr', '--author', 'personne')).stderr).toContain(
    'Il n’y a pas de compte «\u00a0personne\u00a0».',
  );
  const other = folder.file('other.txt', 'Bonjour');
  const { status, stderr } = await importing(other, '--language', 'fr');
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('n’est ni un fichier iCalendar') });
  const nowhere = await importing(
    fileOf(concert('1')),
    '--language',
    'fr',
    '--pair',
    join(folder.path, 'nowhere', 'pairs.csv'),
  );
  expect(nowhere).toMatchObject({
    status: 2,
    lines: [],
    stderr: expect.stringMatching(/pairs\.csv est illisible.*ENOENT/),
  });
  mkdirSync(join(folder.path, 'folder.ics'));
  expect((await importing(join(folder.path, 'folder.ics'), '--language', 'fr')).stderr).toContain(
    'est illisible\u00a0: EISDIR.',
  );
});

it('needs a language, and lists its exit codes in either', async () => {
  expect(await importing(fileOf(concert('1')))).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--language'),
  });
  const inEnglish = await importing('--help');
  expect(inEnglish.status).toBe(0);
  expect(inEnglish.lines.join('\n')).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}130 /);
  const inFrench = await importing('--language', 'fr', '--help');
  expect(inFrench.status).toBe(0);
  expect(inFrench.lines.join('\n')).toMatch(/Codes de sortie\u00a0:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}130 /);
  expect(inFrench.lines.join('\n')).not.toMatch(/Options:|display help|default:/);
});
