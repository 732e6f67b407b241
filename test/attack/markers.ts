import { type Document } from '../../src/outlets/openapi/openapi-document.js';
import { type Role } from '../../src/http/role.js';
import { makers } from '../support/makers.js';
import { publishedResources, type TestedResource, textFields } from '../support/resources.js';
import { operationsOf, type Operation, type InputField } from '../support/bad-input/operations.js';
import { TestCalendar } from '../support/test-calendar.js';
import { type Figure } from './figures.js';

/** A word of every hidden text, for which callers search. */
const WORD = 'planted';

/** A word beside it that no request contains, so that no response repeats it as an echo. */
const SECRET = 'qqsecretqq';

const MARKER = `${WORD} ${SECRET}`;

const CALLERS: readonly (Role | undefined)[] = [undefined, 'reader', 'contributor', 'author'];

const TIMES = { start_date: '2027-06-21 19:00', end_date: '2027-06-21 22:00' };

/** The hidden records and public ones, by the plurals of their resources. */
interface TestRecords {
  readonly ids: Map<string, number[]>;
  readonly slugs: Map<string, string[]>;
}

/**
 * Creates hidden records, and requests every route of the document: each parameter with all values that may find them,
 * in every format, as each caller who may not see them.
 */
export async function attackByMarkers(): Promise<Figure[]> {
  const calendar = await TestCalendar.start({ DATABASE_TIMEOUT: '60000' });
  const document = (await calendar.get('/doc/openapi.json')).body as Document;
  const records = await createTestRecords(calendar);
  const reads = operationsOf(document).filter(({ method }) => method === 'get');
  const found: string[] = [];
  const routes = new Set<string>();
  let sentCount = 0;
  let shown = 0;
  for (const as of CALLERS) {
    for (const operation of reads) {
      for (const path of addresses(operation, records)) {
        const root = sentCount % 2 === 0 ? 'en' : 'fr';
        const sent = calendar.raw().get(`/${root}${path}`).set('Accept-Encoding', 'identity');
        if (as) void sent.set('Authorization', `Bearer ${calendar.keys[as]}`);
        const response = await sent.buffer(true);
        sentCount += 1;
        if (response.status === 200) shown += 1;
        const content = JSON.stringify(response.headers) + (response.text || JSON.stringify(response.body ?? ''));
        if (response.status >= 500 || hasSecret(content, path))
          found.push(`${as ?? 'no key'}: ${path} (${response.status})`);
      }
      routes.add(operation.path);
    }
  }
  const ids = await probedImages(calendar);
  await calendar.stop();
  const attack = 'markers';
  return [
    { attack, what: 'requests sent', value: sentCount, unit: '', least: 500 },
    { attack, what: 'of them answered with 200', value: shown, unit: '', least: 100 },
    { attack, what: 'routes and formats', value: routes.size, unit: '', least: reads.length },
    {
      attack,
      what: 'responses with a marker',
      value: found.length,
      unit: '',
      most: 0,
      by: found.slice(0, 5).join('; '),
    },
    { attack, what: 'ids of hidden images accepted', value: ids.length, unit: '', most: 0, by: ids.join() },
  ];
}

/** Records of every resource in every hidden status, and a protected event; all related to one public event. */
async function createTestRecords(calendar: TestCalendar): Promise<TestRecords> {
  const { aRecord } = makers(() => calendar);
  const records: TestRecords = { ids: new Map(), slugs: new Map() };
  const note = (resource: TestedResource, { id, slug }: { id: number; slug: string }) => {
    records.ids.set(resource.plural, [...(records.ids.get(resource.plural) ?? []), id]);
    records.slugs.set(resource.plural, [...(records.slugs.get(resource.plural) ?? []), slug]);
  };
  const resources = [...publishedResources].reverse();
  for (const resource of resources) {
    note(resource, await aRecord(resource, { [resource.nameField]: 'Public' }));
    for (const status of ['draft', 'pending', 'private', 'future', 'trash', 'protected']) {
      if (status === 'protected' && resource.plural !== 'events') continue;
      const record = await aRecord(resource, { ...hiddenBody(resource), ...stateOf(status, resource) });
      note(resource, record);
      if (status === 'trash')
        await calendar.delete(`${resource.path}/${record.id}`, { as: 'administrator' }).expect(200);
    }
  }
  const links = publishedResources.flatMap(({ field, plural }) =>
    field ? [[field, records.ids.get(plural)!.slice(0, 5)]] : [],
  );
  const [open] = records.ids.get('events')!;
  await calendar.patch(`/events/${open}`, Object.fromEntries(links) as object, { as: 'administrator' }).expect(200);
  return records;
}

function stateOf(status: string, resource: TestedResource): object {
  if (status === 'future') return { status, date: '2999-01-01' };
  // It goes to the trash without having been public.
  if (status === 'trash') return { status: 'draft' };
  if (status !== 'protected') return { status };
  const texts = {
    [resource.nameField]: 'Protected',
    description: `<p>${MARKER}</p>`,
    excerpt: MARKER,
    image_alt: MARKER,
  };
  return { password: SECRET, translations: { en: texts, fr: texts } };
}

function hiddenBody(resource: TestedResource): object {
  const texts = (language: string) => ({
    [resource.nameField]: `${MARKER} ${language}`,
    description: `<p>${MARKER} text</p>`,
    excerpt: MARKER,
    image_alt: MARKER,
  });
  return {
    ...(resource.plural === 'events' && TIMES),
    ...textFields(resource, SECRET),
    [resource.nameField]: undefined,
    translations: { en: texts('en'), fr: texts('fr') },
    image: `https://example.com/${SECRET}-${resource.singular}.jpg`,
  };
}

/** The addresses of an operation: without parameters, with each parameter, and for each record. */
function addresses(operation: Operation, records: TestRecords): string[] {
  const resource = operation.resource ?? 'events';
  const fill = (name: string): readonly (string | number)[] =>
    (name === 'id' ? records.ids.get(resource) : name === 'slug' ? records.slugs.get(resource) : undefined) ?? [1, 2];
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const paths = names.reduce<string[]>(
    (made, name) => made.flatMap((path) => fill(name).map((value) => path.replace(`{${name}}`, String(value)))),
    [operation.path],
  );
  const queries = operation.inputs
    .filter(({ in: where }) => where === 'query')
    .flatMap((place) =>
      valuesFor(place, records).map((value) => `${String(place.keys[0])}=${encodeURIComponent(value)}`),
    );
  const wide = isList(operation) ? ['from=2000-01-01&to=2030-01-01', 'status=any'] : [];
  const queryStrings = ['', ...wide, ...queries];
  return paths.flatMap((path) => queryStrings.map((query) => (query === '' ? path : `${path}?${query}`)));
}

const isList = ({ inputs }: Operation) => inputs.some(({ keys }) => keys[0] === 'per_page');

function valuesFor({ keys, schema }: InputField, { ids }: TestRecords): string[] {
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

/** A response may repeat the requested slug. */
function hasSecret(content: string, path: string): boolean {
  const [, slug = ''] = /by-slug\/([^?.]+)/.exec(path) ?? [];
  return (slug === '' ? content : content.replaceAll(slug, '')).includes(SECRET);
}

/** A contributor tries all ids of images. */
async function probedImages(calendar: TestCalendar): Promise<number[]> {
  const accepted: number[] = [];
  for (let image = 1; image <= publishedResources.length; image += 1) {
    const body = { title: 'Probe', ...TIMES, image };
    const { status } = await calendar.post('/events', body, { as: 'contributor' });
    if (status !== 400) accepted.push(image);
  }
  return accepted;
}
