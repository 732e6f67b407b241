import { type Response } from 'supertest';
import { AccountsService } from '../src/accounts/accounts.service.js';
import { type Role } from '../src/common/auth/role.js';
import { hasExtension } from './support/extensions.js';
import { TestCalendar } from './support/test-calendar.js';

jest.setTimeout(120_000);

let calendar: TestCalendar;
/** The key of an author whose records nobody else may see before they are public. */
let secretive: string;

beforeAll(async () => {
  calendar = await TestCalendar.start();
  const accounts = calendar.app.get(AccountsService);
  secretive = (await accounts.createKey({ name: 'somebody secretive', role: 'author' })).text;
});

afterAll(() => calendar.stop());

/** Planted in every text that must not come out; the digit after it says whose the text is. */
const MARKER = 'zyxmarker';
const OWNERS = { secretive: 0, contributor: 1, author: 2 } as const;
type Owner = keyof typeof OWNERS;
const keyOf = (owner: Owner) => (owner === 'secretive' ? secretive : calendar.keys[owner]);

/** Of hidden venues; nothing else lies there. */
const LATITUDE = -12.345678;

type Kind = 'events' | 'venues' | 'organizers';
const KINDS: readonly Kind[] = ['events', 'venues', 'organizers'];
const NAME = { events: 'title', venues: 'venue', organizers: 'organizer' } as const;
const HIDDEN = ['future', 'draft', 'pending', 'private', 'trash'] as const;
const TIMES = { start_date: '2027-06-21 19:00', end_date: '2027-06-21 22:00' };

/** A marked body: every text field of the kind, in both languages or in one. */
function marked(kind: Kind, owner: Owner, language: 'en' | 'fr' | 'both'): object {
  const marker = `${MARKER}${OWNERS[owner]}`;
  const text = (code: string) => ({
    [NAME[kind]]: `${marker} name ${code}`,
    description: `<p>${marker} description ${code}</p>`,
    excerpt: `${marker} excerpt ${code}`,
  });
  const translations = language === 'both' ? { en: text('en'), fr: text('fr') } : { [language]: text(language) };
  const website = `https://example.com/${marker}`;
  const own = {
    events: { ...TIMES, cost: `${marker} 20`, website },
    venues: {
      ...Object.fromEntries(
        ['address', 'city', 'country', 'province', 'state', 'zip', 'phone'].map((field) => [
          field,
          `${marker} ${field}`,
        ]),
      ),
      website,
      ...(hasExtension('geoloc') && { geo_lat: LATITUDE, geo_lng: 45.678912 }),
    },
    organizers: { phone: `${marker} phone`, email: `${marker}@example.com`, website },
  }[kind];
  return { ...own, translations, image: { url: `https://example.com/${marker}.jpg`, alt: `${marker} image` } };
}

async function create(kind: Kind, body: object, key: string): Promise<number> {
  const answer = await calendar.post(`/${kind}`, body, { key });
  if (answer.status !== 201) throw new Error(`${kind}: ${JSON.stringify(answer.body)}`);
  return answer.body.id as number;
}

async function hide(kind: Kind, id: number, status: (typeof HIDDEN)[number]): Promise<void> {
  const path = `/${kind}/${id}`;
  if (status === 'trash') {
    await calendar.patch(path, { status: 'draft' }, { as: 'editor' }).expect(200);
    await calendar.delete(path, { as: 'editor' }).expect(200);
  } else {
    const date = status === 'future' ? '2099-01-01' : '2020-01-01';
    await calendar.patch(path, { status, date }, { as: 'editor' }).expect(200);
  }
}

/** The ids of all records, hidden ones among them. */
const ids: Record<Kind, number[]> = { events: [], venues: [], organizers: [] };
const hidden = { venues: [] as number[], organizers: [] as number[] };
const terms = { categories: [] as number[], tags: [] as number[] };
/** All that is public and may be linked to: of each kind one that a public event shows, and one that only hidden ones name. */
const links = () => ({ ...terms, venue: ids.venues.slice(0, 2), organizer: ids.organizers.slice(0, 2) });
let publicEvent: number;
let protectedEvents: number[];

/** Each status twice: with both languages, and with one. */
const PLANS = HIDDEN.flatMap((status, index) => [
  { status, language: 'both' as const },
  { status, language: index % 2 === 0 ? ('en' as const) : ('fr' as const) },
]);

/** What is public: an event with public links, another one below it, and what no public event names. */
async function plantPublic(): Promise<void> {
  const key = calendar.keys.editor;
  for (const number of [1, 2]) {
    for (const name of ['categories', 'tags'] as const) {
      const { body } = await calendar.post(`/${name}`, { name: `Public ${name} ${number}` }, { key }).expect(201);
      terms[name].push(body.id as number);
    }
    for (const kind of ['venues', 'organizers'] as const)
      ids[kind].push(await create(kind, { [NAME[kind]]: 'Public', website: 'https://example.com/' }, key));
  }
  const [categories, tags] = [terms.categories.slice(0, 1), terms.tags.slice(0, 1)];
  const shown = { categories, tags, venue: ids.venues.slice(0, 1), organizer: ids.organizers.slice(0, 1) };
  publicEvent = await create('events', { title: 'Public', description: 'Open', ...TIMES, ...shown }, key);
  ids.events.push(publicEvent, await create('events', { title: 'Second', ...TIMES, post_parent: publicEvent }, key));
}

/** Venues and organizers that nobody may see, linked to what everybody sees; protected events. */
async function plantLinked(): Promise<void> {
  for (const kind of ['venues', 'organizers'] as const)
    for (const { language } of PLANS)
      hidden[kind].push(await create(kind, marked(kind, 'secretive', language), secretive));
  const venue = [ids.venues[0], ...hidden.venues];
  const organizer = [ids.organizers[0], ...hidden.organizers];
  await calendar.patch(`/events/${publicEvent}`, { venue, organizer }, { as: 'editor' }).expect(200);
  for (const kind of ['venues', 'organizers'] as const) {
    for (const [index, { status }] of PLANS.entries()) await hide(kind, hidden[kind][index]!, status);
    ids[kind].push(...hidden[kind]);
  }
  protectedEvents = [];
  for (const language of ['both', 'en', 'fr'] as const) {
    const body = marked('events', 'secretive', language) as { translations: Record<string, object> };
    const translations = Object.fromEntries(
      Object.entries(body.translations).map(([code, texts]) => [code, { ...texts, title: `Protected ${code}` }]),
    );
    protectedEvents.push(await create('events', { ...body, ...links(), translations, password: MARKER }, secretive));
  }
  ids.events.push(...protectedEvents);
}

/** Events that nobody may see, linked to all that everybody sees. */
async function plantHidden(owner: Owner): Promise<number[]> {
  const planted: number[] = [];
  for (const { status, language } of PLANS) {
    const body = { ...marked('events', owner, language), ...links(), post_parent: publicEvent, status: 'draft' };
    const id = await create('events', body, keyOf(owner));
    await hide('events', id, status);
    planted.push(id);
  }
  ids.events.push(...planted);
  return planted;
}

const FILTERS: Record<string, () => string[]> = {
  events: () => [
    ...['', 'per_page=1', 'orderby=title', 'orderby=modified&order=desc', 'orderby=id&order=desc&per_page=3'],
    ...[`search=${MARKER}`, `search=protected%20${MARKER}`, `search=protected%20-${MARKER}`, 'search=protected'],
    ...['translations=all', 'untranslated=only', 'fallback=none', 'untranslated=exclude&orderby=title'],
    ...[
      'featured=false',
      'ticketed=false',
      'author=1,2,3,4,5,6,7',
      'modified_after=2020-01-01',
      'hide_from_listings=true',
    ],
    ...[`categories=${terms.categories.join()}`, `tags=${terms.tags.join()}`, `post_parent=${publicEvent}`],
    ...[`include=${ids.events.join()}`, `include=${ids.events.join()}&orderby=include&translations=all`],
    ...['status=publish', 'status=any', 'status=any,trash', 'status=draft,pending,private,future', 'status=trash'],
    ...[
      'geoloc=true',
      'geoloc=false',
      'geoloc_lat=-12.3&geoloc_lng=45.7',
      'start_date=nonsense',
      'page=2',
      'page=99',
      'status=nonsense',
    ],
  ],
  venues: () => linkedFilters('venues'),
  organizers: () => linkedFilters('organizers'),
  categories: () => termFilters('categories'),
  tags: () => termFilters('tags'),
};

function linkedFilters(kind: 'venues' | 'organizers'): string[] {
  return [
    ...['', 'per_page=1', 'orderby=name', 'orderby=modified', `search=${MARKER}`, 'search=public', 'translations=all'],
    ...['untranslated=only', 'has_events=true', 'has_events=false', 'only_with_upcoming=true', 'fallback=none'],
    ...[`include=${ids[kind].join()}`, 'status=any', 'status=any,trash', 'status=trash', 'orderby=include', 'page=9'],
  ];
}

function termFilters(kind: 'categories' | 'tags'): string[] {
  return [
    ...['', 'hide_empty=false', 'only_with_upcoming=true', 'orderby=count', `search=${MARKER}`, `slug=${MARKER}`],
    ...[`include=${terms[kind].join()}`, 'translations=all&hide_empty=false'],
  ];
}

/** Addresses to begin with, below the namespace: asked in both languages. */
function everywhere(): string[] {
  const lists = Object.entries(FILTERS).flatMap(([kind, filters]) =>
    filters().map((query) => `/${kind}?${kind === 'events' ? 'from=2000-01-01&' : ''}${query}`),
  );
  const slugs = ['name-en', 'name-fr', 'name-en-2', 'name-fr-3'].map((end) => `${MARKER}0-${end}`);
  const bySlug = KINDS.flatMap((kind) => slugs.map((slug) => `/${kind}/by-slug/${slug}`));
  const of = Object.entries(terms).flatMap(([kind, some]) => some.map((id) => `/${kind}/${id}?translations=all`));
  return ['', '/me', '/doc', '/doc/openapi.json', ...lists, ...bySlug, ...of, '/events?page=0&per_page=x&orderby=y'];
}

/** Addresses that name one record: asked in one language, in turns. */
function byRecord(): string[] {
  const kinds = ['/venues?event', '/organizers?event', '/categories?post', '/tags?event', '/events?post_parent'];
  return [
    ...KINDS.flatMap((kind) => ids[kind].flatMap((id) => [`/${kind}/${id}`, `/${kind}/${id}?translations=all`])),
    ...ids.events.flatMap((id) => [
      ...kinds.map((name) => `${name}=${id}`),
      `/events/${id}?password=wrong&fallback=none`,
    ]),
    ...ids.venues.map((id) => `/events?from=2000-01-01&venue=${id}`),
    ...ids.organizers.map((id) => `/events?from=2000-01-01&organizer=${id}`),
  ];
}

const below = (root: string) => (path: string) => `/${root}/cal/events/v1${path}`;

/** What was answered at an address. */
type Answers = Map<string, string>;

/** Gets all addresses, and all that their answers link to. */
async function crawl(options: { as?: Role } = {}): Promise<Answers> {
  const answers: Answers = new Map();
  const turns = byRecord().map((path, index) => below(index % 2 === 0 ? 'en' : 'fr')(path));
  const queue = [...everywhere().map(below('en')), ...everywhere().map(below('fr')), ...turns];
  const seen = new Set(queue);
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const asked = calendar.raw().get(path);
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

/** All that an answer tells, but for what the request itself has said. */
function told({ status, headers, text = '' }: Response, path: string): string {
  const { date: _date, 'x-request-id': _id, 'ratelimit-reset': _reset, ...lasting } = headers as Record<string, string>;
  const echoes = [...new URL(path, 'http://x').searchParams].filter(([, value]) => value.includes(MARKER));
  const whole = `${status} ${JSON.stringify(Object.entries(lasting).sort())} ${text}`;
  const spoken = echoes.reduce(
    (left, [name, value]) => left.replaceAll(new URLSearchParams({ [name]: value }).toString(), '…'),
    whole.replaceAll('%20', '+'),
  );
  const [, slug] = /by-slug\/([^?]+)/.exec(path) ?? [];
  return slug !== undefined && status === 404 ? spoken.replaceAll(slug, '…') : spoken;
}

/** The links to this service in an answer. */
function linksOf({ headers, text = '' }: Response): string[] {
  const links = `${JSON.stringify(headers)} ${text}`.matchAll(
    /http:\/\/localhost:3000(\/(?:en|fr)\/cal\/events\/v1[^\s"<>\\)]*)/g,
  );
  return [...links].flatMap(([, path]) => (path!.includes('{') ? [] : path!.replaceAll('&amp;', '&')));
}

/** Where marked texts come out, but for those of the caller's own. */
function leaking(answers: Answers, caller?: Owner): string[] {
  const marker = new RegExp(`${MARKER}${caller ? `(?!${OWNERS[caller]})` : ''}|${LATITUDE}`, 'i');
  return [...answers].flatMap(([path, answer]) => {
    const at = answer.search(marker);
    return at < 0 ? [] : [`${path}: …${answer.slice(Math.max(0, at - 80), at + 80)}…`];
  });
}

/** What is told differently, where the same was asked. */
const differing = (before: Answers, after: Answers): string[] =>
  [...before]
    .filter(([path, answer]) => after.has(path) && after.get(path) !== answer)
    .map(([path, answer]) => `${path}\n${answer}\n${after.get(path)}`);

describe('what is not public', () => {
  let world: Answers;

  beforeAll(async () => {
    await plantPublic();
    await plantLinked();
    world = await crawl();
  });

  it('comes out nowhere: linked venues and organizers, and what passwords protect', () => {
    expect(world.size).toBeGreaterThan(300);
    expect([...world.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(150);
    expect(leaking(world)).toEqual([]);
  });

  it('leaves no trace at all: with hidden events and without them, every answer is the same', async () => {
    const events = [
      ...(await plantHidden('secretive')),
      ...(await plantHidden('contributor')),
      ...(await plantHidden('author')),
    ];
    const after = await crawl();
    expect(leaking(after)).toEqual([]);
    expect(differing(world, after)).toEqual([]);
    for (const id of events) {
      const answer = await calendar.get(`/events/${id}`);
      expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'rest-event-not-found']);
    }
  });

  it('comes out to no reader', async () => {
    expect(leaking(await crawl({ as: 'reader' }))).toEqual([]);
  });

  it.each(['contributor', 'author'] as const)('comes out to the %s that it belongs to, and to no other', async (as) => {
    const answers = await crawl({ as });
    expect(leaking(answers, as)).toEqual([]);
    expect(leaking(answers).length).toBeGreaterThan(10);
  });

  it('is found by no search and at no place, and no search tells it by leaving it out', async () => {
    const word = `${MARKER}0`;
    for (const options of [{}, { as: 'reader' }, { as: 'contributor' }, { as: 'author' }] as const) {
      const all = 'as' in options && options.as !== 'reader' ? '&status=any,trash' : '';
      for (const language of ['en', 'fr']) {
        const total = async (path: string) =>
          (await calendar.get(path + all, { ...options, language }).expect(200)).body.total;
        for (const kind of KINDS)
          expect([kind, await total(`/${kind}?from=2000-01-01&search=${word}`)]).toEqual([kind, 0]);
        expect(await total(`/events?from=2000-01-01&search=protected%20-${word}`)).toBe(protectedEvents.length);
        const near = `/events?from=2000-01-01&geoloc_lat=${LATITUDE}&geoloc_lng=45.678912`;
        if (hasExtension('geoloc')) expect(await total(near)).toBe(0);
      }
    }
    const found = await calendar.get(`/events?from=2000-01-01&search=${word}`, { as: 'editor' });
    expect(found.body.total).toBe(protectedEvents.length);
  });

  it('comes out to editors', async () => {
    const shown = [
      '/events?status=any,trash',
      '/venues?status=any',
      '/organizers?status=trash',
      `/events/${publicEvent}`,
    ];
    for (const path of shown) expect((await calendar.get(path, { as: 'editor' }).expect(200)).text).toContain(MARKER);
  });

  it.each(['contributor', 'author'] as const)('comes out in no refusal of what a %s writes', async (as) => {
    const base = { title: 'Probe', ...TIMES };
    const foreign = ids.events.slice(ids.events.indexOf(protectedEvents.at(-1)!) + 1).slice(0, PLANS.length);
    const refused = [
      ...foreign.map((id) => ({ post_parent: id })),
      ...hidden.venues.map((id) => ({ venue: id })),
      ...hidden.organizers.map((id) => ({ organizer: { id } })),
      ids,
    ];
    for (const fields of refused) {
      const answer = await calendar.post('/events', { ...base, ...fields }, { as }).expect(400);
      expect(answer.text).not.toContain(MARKER);
    }
    const items = [
      ...foreign.map((id) => [`/events/${id}`, 404] as const),
      ...protectedEvents.map((id) => [`/events/${id}`, 403] as const),
      ...(['venues', 'organizers'] as const).flatMap((kind) =>
        hidden[kind].map((id) => [`/${kind}/${id}`, 404] as const),
      ),
    ];
    for (const [path, status] of items) {
      for (const request of [
        calendar.patch(path, { slug: 'probe', website: 'nonsense' }, { as }),
        calendar.patch(path, {}, { as }).set('If-Match', '"0-x"'),
        calendar.delete(path, { as }).set('If-Match', '"0-x"'),
      ]) {
        const answer = await request;
        expect([path, answer.status]).toEqual([path, status]);
        expect(answer.text + JSON.stringify(answer.headers)).not.toContain(MARKER);
      }
    }
  });

  it('is not found by its name: a new one is made', async () => {
    for (const kind of ['venue', 'organizer'] as const) {
      const body = { title: 'Probe', ...TIMES, [kind]: { [kind]: `${MARKER}0 name en` } };
      const { body: event } = await calendar.post('/events', body, { as: 'author' }).expect(201);
      const [{ id, website, phone }] = event[kind];
      expect(ids[`${kind}s`]).not.toContain(id);
      expect([website, phone]).toEqual([null, null]);
    }
  });
});
