import { type Response } from 'supertest';
import { AccountsService } from '../src/http/auth/accounts.service.js';
import { type Role } from '../src/http/role.js';
import { LANGUAGES } from '../src/lib/i18n/language.js';
import { formatsOf } from '../src/outlets/feeds/formats.js';
import { extensions } from '../src/extensions/extensions.js';
import { COUNT_DIMENSIONS } from '../src/calendar/events/query/counts.js';
import { hasExtension } from './support/extensions.js';
import { queriesOf } from './support/list-parameters.js';
import { part } from './support/part.js';
import { fixPresent } from './support/present.js';
import {
  allResources,
  resourceOf,
  relatedPublished,
  relatedTerms,
  publishedResources,
  textFields,
  type TestedResource,
} from './support/resources.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
/** The key of an author whose records nobody else may see before they are public. */
let secretive: string;
/** The id of that account, whose name and address nobody else may see. */
let secretiveAccount: number;

beforeAll(async () => {
  calendar = await TestCalendar.start();
  const accounts = calendar.app.get(AccountsService);
  const name = `${MARKER}a account`;
  secretive = (await accounts.createKey({ name, role: 'author' })).text;
  const { body } = await calendar.get(`/accounts?search=${MARKER}`, { as: 'administrator' }).expect(200);
  const [{ id }] = body.accounts as [{ id: number }];
  secretiveAccount = id;
  const details = { email: `${MARKER}a@example.com` };
  await calendar.patch(`/accounts/${id}`, details, { as: 'administrator' }).expect(200);
});

afterAll(() => calendar.stop());

/** A marker in every hidden text; the letter after it identifies the owner. */
const MARKER = 'zyxmarker';
const OWNERS = { secretive: 'a', contributor: 'b', author: 'c' } as const;
/** The markers with letters swapped, and beginnings of hidden words, which suggestions must not complete. */
const MISTYPED = ['zyxmarkrea', 'zyxmarkreb', 'zyxmarkrec', 'proetcted'];
const TYPED = ['zyxmark', `${MARKER}a%20na`, 'pub', 'protec', 'nam'];
type Owner = keyof typeof OWNERS;
const keyOf = (owner: Owner) => (owner === 'secretive' ? secretive : calendar.keys[owner]);

/** The coordinates of hidden venues only. */
const LATITUDE = -12.345678;

const EVENTS = resourceOf('events');
/** Events represent the resources that refer to others, even if a single other resource is tested. */
const KINDS = [EVENTS, ...publishedResources.filter((kind) => kind !== EVENTS)];
const HIDDEN = ['future', 'draft', 'pending', 'private', 'trash'] as const;
const TIMES = { start_date: '2027-06-21 19:00', end_date: '2027-06-21 22:00' };

/** The fields that may differ by language. */
const perLanguage = ({ definition }: TestedResource) => Object.keys(definition.perLanguage ?? {});

/** A body with markers in every text field of the resource, in both languages or in one. */
function marked(kind: TestedResource, owner: Owner, language: 'en' | 'fr' | 'both'): object {
  const marker = `${MARKER}${OWNERS[owner]}`;
  const text = (code: string) => ({
    [kind.nameField]: `${marker} name ${code}`,
    description: `<p>${marker} description ${code}</p>`,
    excerpt: `${marker} excerpt ${code}`,
    ...(kind === EVENTS && { event_status_reason: `${marker} reason ${code}` }),
    ...(kind.isPublished && { image_alt: `${marker} image ${code}` }),
    ...Object.fromEntries(perLanguage(kind).map((field) => [field, `https://example.com/${marker}-${code}`])),
  });
  const translations = language === 'both' ? { en: text('en'), fr: text('fr') } : { [language]: text(language) };
  const place = kind.plural === 'venues' && hasExtension('geoloc') && { geo_lat: LATITUDE, geo_lng: 45.678912 };
  // A series of two dates: the second one is an event of its own.
  const twice = kind === EVENTS && { ...TIMES, recurrence: 'FREQ=DAILY;COUNT=2' };
  const own = { ...twice, ...textFields(kind, marker), ...place };
  return { ...own, translations, image: `https://example.com/${marker}.jpg` };
}

async function create({ path }: TestedResource, body: object, key: string): Promise<number> {
  const answer = await calendar.post(path, body, { key });
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.id as number;
}

/** Hides a record. Drafts, and those in the trash, have been returned to their owner with a note. */
async function hide(
  kind: TestedResource,
  id: number,
  status: (typeof HIDDEN)[number],
  owner: Owner = 'secretive',
): Promise<void> {
  const path = `${kind.path}/${id}`;
  const note = { review_note: `${MARKER}${OWNERS[owner]} note` };
  if (status === 'trash') {
    await calendar.patch(path, { status: 'draft', ...note }, { as: 'editor' }).expect(200);
    await calendar.delete(path, { as: 'editor' }).expect(200);
  } else {
    const date = status === 'future' ? '2099-01-01' : '2020-01-01';
    const body = { status, date, ...(status === 'draft' && note) };
    await calendar.patch(path, body, { as: 'editor' }).expect(200);
  }
}

const none = (kinds: readonly TestedResource[]) =>
  Object.fromEntries(kinds.map(({ plural }): [string, number[]] => [plural, []]));
/** The ids of all records by resource, hidden ones included. */
const ids = none(KINDS);
const eventIds = ids[EVENTS.plural]!;
const hidden = none(relatedPublished);
const terms = none(relatedTerms);
/** Some records of each resource that events refer to, by the fields of events. */
const links = (of: (kind: TestedResource) => readonly (number | undefined)[]) =>
  Object.fromEntries([...relatedTerms, ...relatedPublished].map((kind) => [kind.field, of(kind)]));
const publicIds = ({ plural }: TestedResource) => (terms[plural] ?? ids[plural]!).slice(0, 2);
/**
 * Public records that events may refer to: of each resource one that a public event shows, and one that only hidden
 * events show.
 */
const allLinks = () => links(publicIds);
let publicEvent: number;
let protectedEvents: number[];
const revisedEvents: number[] = [];
/** Addresses of revisions of records, of which editors have written some. */
let revisionPaths: string[] = [];

/** Each status twice: with both languages, and with one. */
const PLANS = HIDDEN.flatMap((status, index) => [
  { status, language: 'both' as const },
  { status, language: index % 2 === 0 ? ('en' as const) : ('fr' as const) },
]);

/** Public records: an event with public relations, a child of it, and records that no public event shows. */
async function plantPublic(): Promise<void> {
  const key = calendar.keys.editor;
  for (const number of [1, 2]) {
    for (const { path, plural, nameField } of relatedTerms) {
      const { body } = await calendar.post(path, { [nameField]: `Public ${plural} ${number}` }, { key }).expect(201);
      terms[plural]!.push(body.id as number);
    }
    for (const kind of relatedPublished)
      ids[kind.plural]!.push(
        await create(kind, { ...kind.minimalBody, ...textFields(kind, 'public'), [kind.nameField]: 'Public' }, key),
      );
  }
  const shown = links((kind) => publicIds(kind).slice(0, 1));
  publicEvent = await create(EVENTS, { title: 'Public', description: 'Open', ...TIMES, ...shown }, key);
  eventIds.push(publicEvent, await create(EVENTS, { title: 'Second', ...TIMES, post_parent: publicEvent }, key));
}

/** Hidden venues and organizers of public events; protected events. */
async function plantLinked(): Promise<void> {
  for (const kind of relatedPublished)
    for (const { language } of PLANS)
      hidden[kind.plural]!.push(await create(kind, marked(kind, 'secretive', language), secretive));
  const shown = relatedPublished.map(({ field, plural }) => [field, [ids[plural]![0], ...hidden[plural]!]] as const);
  await calendar.patch(`/events/${publicEvent}`, Object.fromEntries(shown), { as: 'editor' }).expect(200);
  for (const kind of relatedPublished) {
    for (const [index, { status }] of PLANS.entries()) await hide(kind, hidden[kind.plural]![index]!, status);
    ids[kind.plural]!.push(...hidden[kind.plural]!);
  }
  protectedEvents = [];
  for (const language of ['both', 'en', 'fr'] as const) {
    const body = marked(EVENTS, 'secretive', language) as { translations: Record<string, object> };
    const translations = Object.fromEntries(
      Object.entries(body.translations).map(([code, texts]) => [code, { ...texts, title: `Protected ${code}` }]),
    );
    protectedEvents.push(await create(EVENTS, { ...body, ...allLinks(), translations, password: MARKER }, secretive));
  }
  eventIds.push(...protectedEvents);
}

/** A public series with hidden occurrences of every kind: one is hidden from lists, one has a password. */
async function plantOccurrences(): Promise<void> {
  const weekly = { title: 'Public weekly', ...TIMES, recurrence: `FREQ=WEEKLY;COUNT=${HIDDEN.length + 4}` };
  const series = await create(EVENTS, weekly, calendar.keys.editor);
  const { body } = await calendar.get(`/events?post_parent=${series}`).expect(200);
  const occurrences = (body.events as { id: number }[]).map(({ id }) => id);
  const [unlisted, shut, ...others] = occurrences as [number, number, ...number[]];
  const { recurrence: _recurrence, ...texts } = marked(EVENTS, 'secretive', 'both') as Record<string, unknown>;
  const change = (id: number, fields: object) => calendar.patch(`/events/${id}`, fields, { as: 'editor' }).expect(200);
  for (const [place, status] of HIDDEN.entries()) {
    await change(others[place]!, texts);
    await hide(EVENTS, others[place]!, status);
  }
  await change(unlisted, { ...texts, hide_from_listings: true });
  await change(shut, { website: `https://example.com/${MARKER}a`, password: MARKER });
  // An event that is hidden from lists may be read by its id.
  eventIds.push(series, shut, ...others);
}

/** Hidden events with public relations. */
async function plantHidden(owner: Owner): Promise<number[]> {
  const planted: number[] = [];
  for (const { status, language } of PLANS) {
    const body = { ...marked(EVENTS, owner, language), ...allLinks(), post_parent: publicEvent, status: 'draft' };
    const id = await create(EVENTS, body, keyOf(owner));
    await hide(EVENTS, id, status, owner);
    planted.push(id);
  }
  eventIds.push(...planted);
  return planted;
}

/**
 * Events whose authors may see all revisions. In one of them, an editor has related them to hidden records, of which one
 * is deleted.
 */
async function plantRevised(): Promise<void> {
  const isThere = (_id: number, place: number) => PLANS[place]!.status !== 'trash';
  const shown = Object.fromEntries(
    relatedPublished.map(({ field, plural }) => [field, hidden[plural]!.filter(isThere)]),
  );
  const parent = await create(EVENTS, { ...marked(EVENTS, 'secretive', 'both'), status: 'draft' }, secretive);
  for (const owner of ['contributor', 'author'] as const) {
    const gone = await Promise.all(
      relatedPublished.map(async (kind) => {
        const id = await create(kind, marked(kind, 'secretive', 'both'), secretive);
        await hide(kind, id, 'private');
        return { kind, id };
      }),
    );
    const id = await create(EVENTS, { title: 'Revised', ...TIMES, status: 'draft' }, keyOf(owner));
    const withGone = gone.map(({ kind, id: one }) => [kind.field, [...shown[kind.field]!, one]] as const);
    for (const body of [
      { ...Object.fromEntries(withGone), post_parent: parent },
      { ...Object.fromEntries(relatedPublished.map(({ field }) => [field, []])), post_parent: null },
    ])
      await calendar.patch(`/events/${id}`, body, { as: 'editor' }).expect(200);
    for (const { kind, id: one } of gone)
      await calendar.delete(`${kind.path}/${one}?force=true`, { as: 'administrator' }).expect(200);
    revisedEvents.push(id);
  }
  eventIds.unshift(...revisedEvents, parent);
}

/** The addresses of all revisions of the planted records. */
async function findRevisions(): Promise<string[]> {
  const paths: string[] = [];
  const records = [...KINDS, ...relatedTerms].flatMap(({ path, plural }) =>
    (ids[plural] ?? terms[plural]!).map((id) => `${path}/${id}/revisions`),
  );
  for (const path of records) {
    const { body } = await calendar.get(`${path}?per_page=100`, { as: 'administrator' }).expect(200);
    paths.push(path, ...(body.revisions as { revision: number }[]).map(({ revision }) => `${path}/${revision}`));
  }
  return paths;
}

/** The formats of the service, and those of extensions. */
const FORMATS = formatsOf(extensions.filter(({ name }) => hasExtension(name)));

/** The queries of other formats: everything that lists may show, in every order. */
function feedFilters(many: string): string[] {
  const all = many === 'events' ? 'from=2000-01-01&' : '';
  // If a single resource is tested, there are no hidden records of the others.
  const included = `include=${(ids[many] ?? [1]).join()}`;
  return [
    '',
    `${all}per_page=2`,
    `${all}${included}`,
    `${all}status=any,trash`,
    `${all}search=${MARKER}`,
    `${all}page=9`,
    ...(many === 'events' ? [`${all}occurrences=series`, `${all}occurrences=series&status=any`] : []),
  ];
}

/** Values of the parameters of lists that are not enumerations, and that say most about hidden records. */
function valuesOf({ plural }: TestedResource): Record<string, readonly (string | number)[]> {
  const [all, day] = [ids[plural] ?? terms[plural]!, ['2027-01-01']];
  return {
    search: [MARKER, 'public', 'protected', `protected%20${MARKER}`, `protected%20-${MARKER}`],
    search_in: ['public', `protected%20-${MARKER}`, MARKER].map((words) => `all&search=${words}`),
    search_languages: ['public', `protected%20-${MARKER}`, MARKER].map((words) => `all&search=${words}`),
    include: [all.join(), `${all.join()}&orderby=include&translations=all`],
    status: ['publish', 'any', 'any,trash', 'draft,pending,private,future', 'trash', 'nonsense'],
    occurrences: ['next', 'series', 'series&status=any'],
    ...{ exclude: [all[0]!], page: [2, 99], per_page: [1], author: ['1,2,3,4,5,6,7'], _fields: ['id,slug'] },
    ...{ modified_after: ['2020-01-01'], slug: [MARKER], city: [`${MARKER}a%20city,public%20city`] },
    ...{ start_date: ['nonsense', ...day], end_date: day, starts_before: day, starts_after: day, ends_before: day },
    ...{ ends_after: day, from: day, to: day, post_parent: [publicEvent], event: [publicEvent], post: [publicEvent] },
    ...{ parent: [0, 1] },
    // If a single resource is tested, there are no records of the others.
    ...Object.fromEntries(
      allResources.map((kind) => [kind.field, [(terms[kind.plural] ?? ids[kind.plural] ?? [1]).join()]]),
    ),
    geoloc_lat: ['-12.3&geoloc_lng=45.7'],
    geoloc_lng: ['45.7&geoloc_lat=-12.3'],
    geoloc_radius: ['50&geoloc_lat=-12.3&geoloc_lng=45.7'],
    geoloc_bbox: ['45,-13,46,-12'],
  };
}

/** Each parameter of the list, and some of them together. */
function filtersOf(kind: TestedResource): string[] {
  const together = kind.isPublished ? ['orderby=title&untranslated=exclude'] : ['translations=all&hide_empty=false'];
  return ['', ...queriesOf(kind.path, valuesOf(kind)), 'orderby=modified&order=desc', ...together];
}

/** Events of any date, unless the query is about dates. */
const sinceEver = (query: string) => (/^(from|to|starts?_|ends?_)/.test(query) ? '' : 'from=2000-01-01');

/** The first addresses of the crawl, below the namespace. */
function everywhere(): string[] {
  const lists = [EVENTS, ...relatedPublished, ...relatedTerms].flatMap((kind) =>
    filtersOf(kind).map((query) => `${kind.path}?${kind === EVENTS ? `${sinceEver(query)}&` : ''}${query}`),
  );
  const mistyped = [EVENTS, ...relatedPublished, ...relatedTerms].flatMap(({ path }) =>
    MISTYPED.flatMap((word) =>
      ['', '&search_in=all&search_languages=all', '&from=2000-01-01&occurrences=series'].map(
        (more) => `${path}?search=${word}${more}`,
      ),
    ),
  );
  const suggestions = TYPED.map((typed) => `/search-suggestions?q=${typed}`);
  const counts = COUNT_DIMENSIONS.map((by) => `/events/counts?by=${by}&from=2000-01-01`);
  const slugs = ['name-en', 'name-fr', 'name-en-2', 'name-fr-3'].map((end) => `${MARKER}a-${end}`);
  const bySlug = KINDS.flatMap(({ path }) => slugs.map((slug) => `${path}/by-slug/${slug}`));
  const of = Object.entries(terms).flatMap(([kind, some]) => some.map((id) => `/${kind}/${id}?translations=all`));
  const files = FORMATS.flatMap(({ resource, name }) =>
    feedFilters(resource.plural).map((query) => `/${resource.plural}.${name}?${query}`),
  );
  const filesBySlug = slugs.map((slug) => `/events/by-slug/${slug}.ics`);
  const formats = ['/sitemap.xml', ...files, ...filesBySlug];
  return [
    '',
    '/me',
    '/me/keys',
    '/sign-in',
    ...[`?search=${MARKER}`, `/${secretiveAccount}`, `/${secretiveAccount}/keys`].map((end) => `/accounts${end}`),
    '/doc',
    '/doc/openapi.json',
    ...lists,
    ...mistyped,
    ...suggestions,
    ...counts,
    ...bySlug,
    ...of,
    ...formats,
    '/events?page=0&per_page=x&orderby=y',
  ];
}

/** The addresses of single records: requested in one language each, in turns. */
function byRecord(): string[] {
  const byEvent = relatedPublished.map(({ path }) => `${path}?event`);
  const byPost = relatedTerms.map(({ path }, place) => `${path}?${place % 2 === 0 ? 'post' : 'event'}`);
  const kinds = [...byEvent, ...byPost, '/events?post_parent'];
  return [
    ...revisionPaths,
    ...KINDS.flatMap(({ path, plural }) =>
      ids[plural]!.flatMap((id) => [`${path}/${id}`, `${path}/${id}?translations=all`]),
    ),
    ...eventIds.map((id) => `/events/${id}.ics`),
    ...eventIds.flatMap((id) => [
      ...kinds.map((name) => `${name}=${id}`),
      `/events/${id}?password=wrong&fallback=none`,
    ]),
    ...relatedPublished.flatMap(({ field, plural }) =>
      ids[plural]!.map((id) => `/events?from=2000-01-01&${field}=${id}`),
    ),
  ];
}

const below = (root: string) => (path: string) => `/${root}/cal/events/v1${path}`;

/** The responses by address. */
type Answers = Map<string, string>;

/**
 * The languages in which a caller requests an address: both in a full run; else one, so that each pair of address and
 * caller, address and language, caller and language occurs.
 */
function languagesOf(place: number, caller: Role | undefined): readonly ('en' | 'fr')[] {
  if (part === 'full') return LANGUAGES;
  const callers = [undefined, 'reader', 'contributor', 'author'];
  return [LANGUAGES[(place + callers.indexOf(caller)) % LANGUAGES.length]!];
}

/** Requests all addresses, and all addresses in their responses. */
async function crawl(options: { as?: Role } = {}): Promise<Answers> {
  const answers: Answers = new Map();
  const turns = byRecord().map((path, index) => below(index % 2 === 0 ? 'en' : 'fr')(path));
  const queue = [
    ...everywhere().flatMap((path, index) => languagesOf(index, options.as).map((to) => below(to)(path))),
    ...turns,
  ];
  const seen = new Set(queue);
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const asked = calendar.raw().get(path).set('Accept-Encoding', 'identity').buffer(true);
    if (options.as) void asked.set('Authorization', `Bearer ${calendar.keys[options.as]}`);
    const answer = await asked;
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status}`);
    answers.set(path, told(answer, path));
    for (const link of linksOf(answer)) {
      if (!seen.has(link)) queue.push(link);
      seen.add(link);
    }
  }
  return answers;
}

/** The content of a response, except what repeats the request. */
function told({ status, headers, text: body = '' }: Response, path: string): string {
  // A token counts all transactions, and the ETag depends on it.
  const isChanges = path.includes('/changes');
  const text = isChanges ? body.replace(/"next":"[^"]*"/, '') : body;
  if (isChanges) headers = { ...headers, etag: '' };
  const { date: _date, 'x-request-id': _id, 'ratelimit-reset': _reset, ...lasting } = headers as Record<string, string>;
  const echoes = [...new URL(path, 'http://x').searchParams].filter(([, value]) => value.includes(MARKER));
  // Lines of iCalendar are folded, so a marker might be split.
  const whole = `${status} ${JSON.stringify(Object.entries(lasting).sort())} ${text.replaceAll('\r\n ', '')}`;
  const spoken = echoes.reduce(
    (left, [name, value]) => left.replaceAll(new URLSearchParams({ [name]: value }).toString(), '…'),
    whole.replaceAll('%20', '+'),
  );
  const [, slug] = /by-slug\/([^?.]+)/.exec(path) ?? [];
  return slug !== undefined && status === 404 ? spoken.replaceAll(slug, '…') : spoken;
}

/** The links to this service in a response. */
function linksOf({ headers, text = '' }: Response): string[] {
  const links = `${JSON.stringify(headers)} ${text}`.matchAll(
    /http:\/\/localhost:3000(\/(?:en|fr)\/cal\/events\/v1[^\s"<>\\)]*)/g,
  );
  return [...links].flatMap(([, path]) => (path!.includes('{') ? [] : path!.replaceAll('&amp;', '&')));
}

/** The addresses whose responses have markers, except those of the caller’s own records. */
function leaking(answers: Answers, caller?: Owner): string[] {
  const marker = new RegExp(`${MARKER}${caller ? `(?!${OWNERS[caller]})` : ''}|${LATITUDE}`, 'i');
  return [...answers].flatMap(([path, answer]) => {
    const at = answer.search(marker);
    return at < 0 ? [] : [`${path}: …${answer.slice(Math.max(0, at - 80), at + 80)}…`];
  });
}

/** The addresses whose responses differ. */
const differing = (before: Answers, after: Answers): string[] =>
  [...before]
    .filter(([path, answer]) => after.has(path) && after.get(path) !== answer)
    .map(([path, answer]) => `${path}\n${answer}\n${after.get(path)}`);

describe('hidden records', () => {
  /** Every response without a key, before the hidden events are there, and after. */
  let world: Answers;
  let after: Answers;
  let hiddenEvents: number[];

  beforeAll(async () => {
    await plantPublic();
    await plantOccurrences();
    await plantLinked();
    await plantRevised();
    revisionPaths = await findRevisions();
    world = await crawl();
    hiddenEvents = [
      ...(await plantHidden('secretive')),
      ...(await plantHidden('contributor')),
      ...(await plantHidden('author')),
    ];
    revisionPaths = await findRevisions();
    after = await crawl();
  });

  it('are never visible: linked venues and organizers, and protected texts', () => {
    expect(world.size).toBeGreaterThan(300);
    expect([...world.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(150);
    expect(leaking(world)).toEqual([]);
  });

  it('leave no trace: with and without hidden events, every response is the same', async () => {
    expect(leaking(after)).toEqual([]);
    expect(differing(world, after)).toEqual([]);
    for (const id of hiddenEvents) {
      const answer = await calendar.get(`/events/${id}`);
      expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'rest-event-not-found']);
    }
  });

  it('are not visible to readers', async () => {
    expect(leaking(await crawl({ as: 'reader' }))).toEqual([]);
  });

  it.each(['contributor', 'author'] as const)(
    'are visible to the %s that they belong to, and to no other',
    async (as) => {
      const answers = await crawl({ as });
      expect(leaking(answers, as)).toEqual([]);
      expect(leaking(answers).length).toBeGreaterThan(10);
      const revisions = [...answers].filter(([path]) => path.includes('/revisions'));
      expect(leaking(new Map(revisions)).length).toBeGreaterThan(5);
    },
  );

  it('are not found by searches or places, and their absence reveals nothing', async () => {
    const word = `${MARKER}a`;
    for (const options of [{}, { as: 'reader' }, { as: 'contributor' }, { as: 'author' }] as const) {
      const all = 'as' in options && options.as !== 'reader' ? '&status=any,trash' : '';
      for (const language of ['en', 'fr']) {
        const total = async (path: string) =>
          (await calendar.get(path + all, { ...options, language }).expect(200)).body.total;
        for (const { path } of KINDS)
          expect([path, await total(`${path}?from=2000-01-01&search=${word}`)]).toEqual([path, 0]);
        expect(await total(`/events?from=2000-01-01&search=protected%20-${word}`)).toBe(2 * protectedEvents.length);
        expect(await total(`/events?from=2000-01-01&city=${word}%20city`)).toBe(0);
        expect(await total(`/events?from=2000-01-01&search_in=all&search=${word}`)).toBe(0);
        expect(await total(`/events?from=2000-01-01&search_in=all&search=protected%20-${word}%20-public`)).toBe(
          2 * protectedEvents.length,
        );
        const near = `/events?from=2000-01-01&geoloc_lat=${LATITUDE}&geoloc_lng=45.678912`;
        const box = `/events?from=2000-01-01&geoloc_bbox=45,${LATITUDE - 1},46,${LATITUDE + 1}`;
        if (hasExtension('geoloc')) expect([await total(near), await total(box)]).toEqual([0, 0]);
      }
    }
    const found = await calendar.get(`/events?from=2000-01-01&search=${word}`, { as: 'editor' });
    expect(found.body.total).toBe(2 * protectedEvents.length);
  });

  it('are suggested to nobody, but a public record with the same word is', async () => {
    const find = `/events?search=${MISTYPED[0]}&search_in=all`;
    for (const as of [undefined, ...(['reader', 'contributor', 'author', 'editor'] as const)])
      for (const kind of KINDS) {
        const { body } = await calendar.get(`${kind.path}?search=${MISTYPED[0]}&search_in=all`, { as }).expect(200);
        expect([kind.path, body.search_suggestion]).toEqual([kind.path, undefined]);
      }
    const id = await create(EVENTS, { title: `${MARKER}a`, ...TIMES }, calendar.keys.editor);
    expect((await calendar.get(find).expect(200)).body.search_suggestion).toBe(`${MARKER}a`);
    const { body } = await calendar.get('/search-suggestions?q=zyxm').expect(200);
    expect(body.suggestions).toMatchObject([{ kind: 'event', id }]);
    await calendar.delete(`/events/${id}?force=true`, { as: 'editor' }).expect(200);
  });

  it('are visible to editors', async () => {
    const lists = relatedPublished.flatMap(({ path }) => [`${path}?status=any`, `${path}?status=trash`]);
    const shown = ['/events?status=any,trash', ...lists, `/events/${publicEvent}`];
    for (const path of shown) expect((await calendar.get(path, { as: 'editor' }).expect(200)).text).toContain(MARKER);
  });

  it.each(['contributor', 'author'] as const)('are not revealed by errors of writes of a %s', async (as) => {
    const base = { title: 'Probe', ...TIMES };
    const foreign = eventIds.slice(eventIds.indexOf(protectedEvents.at(-1)!) + 1).slice(0, PLANS.length);
    const refused = [
      ...foreign.map((id) => ({ post_parent: id })),
      ...relatedPublished.flatMap(({ field, plural }) =>
        hidden[plural]!.flatMap((id) => [{ [field]: id }, { [field]: { id } }]),
      ),
      links(({ plural }) => ids[plural] ?? []),
    ];
    for (const fields of refused) {
      const answer = await calendar.post('/events', { ...base, ...fields }, { as }).expect(400);
      expect(answer.text).not.toContain(MARKER);
    }
    const items = [
      ...foreign.map((id) => [`/events/${id}`, 404] as const),
      ...protectedEvents.map((id) => [`/events/${id}`, 403] as const),
      ...relatedPublished.flatMap(({ path, plural }) => hidden[plural]!.map((id) => [`${path}/${id}`, 404] as const)),
    ];
    for (const [path, status] of items) {
      for (const request of [
        calendar.patch(path, { slug: 'probe', website: 'https://example.com' }, { as }),
        calendar.patch(path, {}, { as }).set('If-Match', '"0-x"'),
        calendar.delete(path, { as }).set('If-Match', '"0-x"'),
        calendar.post(`${path}/duplicate`, {}, { as }),
        ...revisionPaths
          .filter((one) => one.startsWith(`${path}/revisions/`))
          .map((one) => calendar.post(`${one}/restore`, undefined, { as })),
      ]) {
        const answer = await request;
        expect([path, answer.status]).toEqual([path, status]);
        expect(answer.text + JSON.stringify(answer.headers)).not.toContain(MARKER);
      }
    }
  });

  it.each(['contributor', 'author'] as const)('are in no copy and no restored revision of a %s', async (as) => {
    const copy = await calendar.post(`/events/${publicEvent}/duplicate`, {}, { as }).expect(201);
    const [answers, written] = [[copy], [copy.body.id as number]];
    const routes = revisedEvents.flatMap((id) =>
      revisionPaths.filter((path) => path.startsWith(`/events/${id}/revisions/`)),
    );
    for (const path of routes) {
      if ((await calendar.get(path, { as })).status !== 200) continue;
      answers.push(await calendar.post(`${path}/restore`, undefined, { as }).expect(200));
      written.push(Number(path.split('/')[2]));
    }
    expect(written.length).toBeGreaterThan(3);
    for (const { text } of answers) expect(text).not.toContain(MARKER);
    for (const id of written)
      expect((await calendar.get(`/events/${id}`, { as: 'editor' })).text).not.toContain(MARKER);
  });

  it('are not found by name: a new record is created', async () => {
    for (const kind of relatedPublished) {
      const body = {
        title: 'Probe',
        ...TIMES,
        [kind.field]: { ...kind.minimalBody, [kind.nameField]: `${MARKER}a name en` },
      };
      const { body: event } = await calendar.post('/events', body, { as: 'author' }).expect(201);
      const [made] = event[kind.field];
      expect(ids[kind.plural]).not.toContain(made.id);
      const fields = Object.keys(textFields(kind, '')).filter((name) => !(name in kind.minimalBody));
      expect(fields.map((name) => made[name])).toEqual(fields.map(() => null));
      // Its name is that of a hidden record, which the other tests look for.
      for (const path of [`/events/${event.id}`, `${kind.path}/${made.id}`])
        await calendar.delete(`${path}?force=true`, { as: 'editor' }).expect(200);
    }
  });
});
