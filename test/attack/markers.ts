import { type Document } from '../../src/openapi/openapi-document.js';
import { type Role } from '../../src/http/calendar-request.js';
import { makers } from '../support/makers.js';
import { publishedResources, type TestedResource, textFields } from '../support/resources.js';
import { operationsOf, type Operation, type InputField } from '../support/bad-input/operations.js';
import { TestCalendar } from '../support/test-calendar.js';
import { type Figure } from './figures.js';

/** A word of every text that is hidden: what callers look for. */
const WORD = 'planted';

/** Stands beside it, and nowhere else: nobody asks for it, so that no answer tells it as an echo. */
const SECRET = 'qqsecretqq';

const MARKER = `${WORD} ${SECRET}`;

const CALLERS: readonly (Role | undefined)[] = [undefined, 'reader', 'contributor', 'author'];

const TIMES = { start_date: '2027-06-21 19:00', end_date: '2027-06-21 22:00' };

/** What is planted, and what is public beside it, by the plurals of the kinds. */
interface Planted {
  readonly ids: Map<string, number[]>;
  readonly slugs: Map<string, string[]>;
}

/**
 * Plants records that nobody without rights may see, and asks every route of the document for them: each parameter with
 * all the values that may lead there, in every format, for everybody who must not see them.
 */
export async function attackByMarkers(): Promise<Figure[]> {
  const calendar = await TestCalendar.start({ DATABASE_TIMEOUT: '60000' });
  const document = (await calendar.get('/doc/openapi.json')).body as Document;
  const planted = await plant(calendar);
  const reads = operationsOf(document).filter(({ method }) => method === 'get');
  const found: string[] = [];
  const routes = new Set<string>();
  let asked = 0;
  let shown = 0;
  for (const as of CALLERS) {
    for (const operation of reads) {
      for (const path of addresses(operation, planted)) {
        const root = asked % 2 === 0 ? 'en' : 'fr';
        const sent = calendar.raw().get(`/${root}${path}`).set('Accept-Encoding', 'identity');
        if (as) void sent.set('Authorization', `Bearer ${calendar.keys[as]}`);
        const answer = await sent.buffer(true);
        asked += 1;
        if (answer.status === 200) shown += 1;
        const told = JSON.stringify(answer.headers) + (answer.text || JSON.stringify(answer.body ?? ''));
        if (answer.status >= 500 || hasSecret(told, path)) found.push(`${as ?? 'nobody'}: ${path} (${answer.status})`);
      }
      routes.add(operation.path);
    }
  }
  const ids = await probedImages(calendar);
  await calendar.stop();
  const attack = 'markers';
  return [
    { attack, what: 'requests sent', value: asked, unit: '', least: 500 },
    { attack, what: 'of them answered with 200', value: shown, unit: '', least: 100 },
    { attack, what: 'routes and formats', value: routes.size, unit: '', least: reads.length },
    {
      attack,
      what: 'answers that tell a marker',
      value: found.length,
      unit: '',
      most: 0,
      by: found.slice(0, 5).join('; '),
    },
    { attack, what: 'ids of hidden images accepted', value: ids.length, unit: '', most: 0, by: ids.join() },
  ];
}

/** Every kind in every status that hides it, and an event behind a password; all linked to one public event. */
async function plant(calendar: TestCalendar): Promise<Planted> {
  const { aRecord } = makers(() => calendar);
  const planted: Planted = { ids: new Map(), slugs: new Map() };
  const note = (kind: TestedResource, { id, slug }: { id: number; slug: string }) => {
    planted.ids.set(kind.plural, [...(planted.ids.get(kind.plural) ?? []), id]);
    planted.slugs.set(kind.plural, [...(planted.slugs.get(kind.plural) ?? []), slug]);
  };
  const kinds = [...publishedResources].reverse();
  for (const kind of kinds) {
    note(kind, await aRecord(kind, { [kind.nameField]: 'Public' }));
    for (const status of ['draft', 'pending', 'private', 'future', 'trash', 'protected']) {
      if (status === 'protected' && kind.plural !== 'events') continue;
      const record = await aRecord(kind, { ...hiddenBody(kind), ...stateOf(status, kind) });
      note(kind, record);
      if (status === 'trash') await calendar.delete(`${kind.path}/${record.id}`, { as: 'administrator' }).expect(200);
    }
  }
  const links = publishedResources.flatMap(({ field, plural }) =>
    field ? [[field, planted.ids.get(plural)!.slice(0, 5)]] : [],
  );
  const [open] = planted.ids.get('events')!;
  await calendar.patch(`/events/${open}`, Object.fromEntries(links) as object, { as: 'administrator' }).expect(200);
  return planted;
}

function stateOf(status: string, kind: TestedResource): object {
  if (status === 'future') return { status, date: '2999-01-01' };
  // In the trash as if it had never been public.
  if (status === 'trash') return { status: 'draft' };
  if (status !== 'protected') return { status };
  const texts = { [kind.nameField]: 'Protected', description: `<p>${MARKER}</p>`, excerpt: MARKER, image_alt: MARKER };
  return { password: SECRET, translations: { en: texts, fr: texts } };
}

function hiddenBody(kind: TestedResource): object {
  const texts = (language: string) => ({
    [kind.nameField]: `${MARKER} ${language}`,
    description: `<p>${MARKER} text</p>`,
    excerpt: MARKER,
    image_alt: MARKER,
  });
  return {
    ...(kind.plural === 'events' && TIMES),
    ...textFields(kind, SECRET),
    [kind.nameField]: undefined,
    translations: { en: texts('en'), fr: texts('fr') },
    image: `https://example.com/${SECRET}-${kind.singular}.jpg`,
  };
}

/** What an operation is asked with: bare, with each parameter, and for each record. */
function addresses(operation: Operation, planted: Planted): string[] {
  const kind = operation.kind ?? 'events';
  const fill = (name: string): readonly (string | number)[] =>
    (name === 'id' ? planted.ids.get(kind) : name === 'slug' ? planted.slugs.get(kind) : undefined) ?? [1, 2];
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const paths = names.reduce<string[]>(
    (made, name) => made.flatMap((path) => fill(name).map((value) => path.replace(`{${name}}`, String(value)))),
    [operation.path],
  );
  const queries = operation.inputs
    .filter(({ in: where }) => where === 'query')
    .flatMap((place) =>
      valuesFor(place, planted).map((value) => `${String(place.keys[0])}=${encodeURIComponent(value)}`),
    );
  const wide = isList(operation) ? ['from=2000-01-01&to=2030-01-01', 'status=any'] : [];
  const asked = ['', ...wide, ...queries];
  return paths.flatMap((path) => asked.map((query) => (query === '' ? path : `${path}?${query}`)));
}

const isList = ({ inputs }: Operation) => inputs.some(({ keys }) => keys[0] === 'per_page');

function valuesFor({ keys, schema }: InputField, { ids }: Planted): string[] {
  const all = [...ids.values()].flat();
  const some = [...new Set(all)].slice(0, 12);
  const choices = [...new Set([...(schema.enum ?? []), ...(schema.items?.enum ?? [])])].map(String);
  const examples = [schema.example, schema.default].flat().filter((value) => value !== undefined && value !== null);
  return [
    ...choices,
    ...examples.map(String),
    ...(/id|include|exclude|event|post|parent|venue|organizer|author|categor|tag/.test(String(keys[0]))
      ? [some.join(','), ...some.slice(0, 6).map(String)]
      : []),
    WORD,
    'true',
    '1',
  ];
}

/** The slug that was asked for may be told again. */
function hasSecret(told: string, path: string): boolean {
  const [, slug = ''] = /by-slug\/([^?.]+)/.exec(path) ?? [];
  return (slug === '' ? told : told.replaceAll(slug, '')).includes(SECRET);
}

/** A contributor goes over the ids of images, one after the other. */
async function probedImages(calendar: TestCalendar): Promise<number[]> {
  const accepted: number[] = [];
  for (let image = 1; image <= publishedResources.length; image += 1) {
    const body = { title: 'Probe', ...TIMES, image };
    const { status } = await calendar.post('/events', body, { as: 'contributor' });
    if (status !== 400) accepted.push(image);
  }
  return accepted;
}
