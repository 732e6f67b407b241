import { seed } from './support/amounts.js';
import {
  allResources,
  itEach,
  resourceOf,
  resources,
  publishedResources,
  termResources,
  type TestedResource,
} from './support/resources.js';
import { type ApiRecord, makers } from './support/makers.js';
import { Random } from './support/random.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const SEED = seed();

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { language: 'fr' };
const frenchEditor: RequestOptions = { language: 'fr', as: 'editor' };

type Body = Record<string, unknown>;
type State = 'original' | 'current' | 'outdated' | 'partial' | 'missing';
type Status = Readonly<Record<'en' | 'fr', State>>;

const LANGUAGES = ['en', 'fr'] as const;
const LISTED = ['missing', 'partial', 'outdated', 'current'] as const;

let named = 0;
/** Names of terms must be unique. */
const aName = (word = 'Name') => `${word} ${(named += 1)}`;

/** The texts of a language by their names in the API. */
const texts = ({ nameField }: TestedResource, { name, ...others }: Body) => ({
  ...(name !== undefined && { [nameField]: name }),
  ...others,
});

const inBoth = (kind: TestedResource, fields: Body = {}, options?: RequestOptions) =>
  aRecord(
    kind,
    {
      ...fields,
      [kind.nameField]: undefined,
      translations: { en: texts(kind, { name: aName('Bridge') }), fr: texts(kind, { name: aName('Pont') }) },
    },
    options,
  );

const pathOf = (kind: TestedResource, { id }: { id: number }) => `${kind.path}/${id}`;

async function statusOf(kind: TestedResource, record: { id: number }, options = editor): Promise<Status> {
  return (await calendar.get(pathOf(kind, record), options)).body.translation_status as Status;
}

async function change(kind: TestedResource, record: { id: number }, body: Body, options = editor): Promise<Status> {
  const answer = await calendar.patch(pathOf(kind, record), body, options);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.translation_status as Status;
}

describe('the status of translations', () => {
  itEach(resources, 'is shown to those who may edit, and to nobody else: %s', async (kind) => {
    const record = await inBoth(kind);
    expect(record.translation_status).toEqual({ en: 'original', fr: 'current' });
    const list = `${kind.path}?include=${record.id}&hide_empty=false`;
    const seen = async (as?: 'reader' | 'contributor' | 'author' | 'editor') => {
      const options = as ? { as } : {};
      const [single, many] = [await calendar.get(pathOf(kind, record), options), await calendar.get(list, options)];
      const records = [single.body, many.body[kind.plural][0]] as Body[];
      return records.map((one) => 'translation_status' in one);
    };
    for (const as of [undefined, 'reader', 'contributor', 'author'] as const)
      expect([as, await seen(as)]).toEqual([as, [false, false]]);
    expect(await seen('editor')).toEqual([true, true]);
  });

  itEach(publishedResources, 'is shown to the contributor of a draft until it is published: %s', async (kind) => {
    const own = await inBoth(kind, {}, { as: 'contributor' });
    expect(own.translation_status).toEqual({ en: 'original', fr: 'current' });
    await calendar.patch(pathOf(kind, own), { status: 'publish' }, editor).expect(200);
    expect(await statusOf(kind, own, { as: 'contributor' })).toBeUndefined();
  });

  it('is not shown in embedded records', async () => {
    const venue = await aVenue();
    const { id } = await anEvent({ venue: venue.id });
    const { body } = await calendar.get(`/events/${id}`, editor);
    expect([body.translation_status, body.venue[0].translation_status]).toEqual([
      { en: 'original', fr: 'missing' },
      undefined,
    ]);
  });

  itEach(resources, 'is ignored in bodies and may be sent back: %s', async (kind) => {
    const record = await inBoth(kind);
    const { body, headers } = await calendar.get(pathOf(kind, record), editor);
    await change(kind, record, { ...(body as Body), translation_status: { en: 'missing', fr: 'missing' } });
    const again = await calendar.get(pathOf(kind, record), editor);
    expect([again.body, again.headers['etag']]).toEqual([body, headers['etag']]);
  });

  itEach(resources, 'follows what is written: %s', async (kind) => {
    const record = await aRecord(kind, { [kind.nameField]: aName() }, french);
    expect(await statusOf(kind, record)).toEqual({ en: 'missing', fr: 'original' });
    const english = (body: Body) => change(kind, record, texts(kind, body));
    const inFrench = (body: Body) => change(kind, record, texts(kind, body), frenchEditor);
    expect(await english({ name: aName() })).toEqual({ en: 'current', fr: 'original' });
    expect(await inFrench({ description: '<p>Le pont</p>' })).toEqual({ en: 'partial', fr: 'original' });
    expect(await english({ description: '<p>The bridge</p>' })).toEqual({ en: 'current', fr: 'original' });
    expect(await inFrench({ description: '<p>Le   <em>pont</em></p>\n' })).toEqual({ en: 'current', fr: 'original' });
    expect(await inFrench({ description: '<p>Le vieux pont</p>' })).toEqual({ en: 'outdated', fr: 'original' });
    expect(await english({ description: '<p>The <em>bridge</em></p>' })).toEqual({ en: 'outdated', fr: 'original' });
    expect(await english({ description: '<p>The old bridge</p>' })).toEqual({ en: 'current', fr: 'original' });
    expect(await english({ slug: `crossing-${record.id}` })).toEqual({ en: 'current', fr: 'original' });
    expect(await change(kind, record, { translations: { fr: null } })).toEqual({ en: 'original', fr: 'missing' });
  });

  itEach(resources, 'is confirmed without another change: %s', async (kind) => {
    const record = await inBoth(kind);
    await change(kind, record, texts(kind, { name: aName() }));
    const before = await calendar.get(pathOf(kind, record), editor);
    expect(before.body.translation_status).toEqual({ en: 'original', fr: 'outdated' });
    const visitor = await calendar.get(pathOf(kind, record));
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await change(kind, record, { translation_confirmed: true }, frenchEditor)).toEqual({
      en: 'original',
      fr: 'current',
    });
    const after = await calendar.get(pathOf(kind, record), editor);
    expect(after.body).toEqual({ ...before.body, translation_status: { en: 'original', fr: 'current' } });
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect((await calendar.get(pathOf(kind, record))).text).toBe(visitor.text);
    const again = await calendar.patch(pathOf(kind, record), { translation_confirmed: true }, frenchEditor);
    expect(again.headers['etag']).toBe((await calendar.get(pathOf(kind, record), frenchEditor)).headers['etag']);
    const second = await calendar.get(pathOf(kind, record), editor);
    expect(second.headers['etag']).toBe(after.headers['etag']);
  });

  itEach(resources, 'is confirmed where there is something to confirm: %s', async (kind) => {
    const record = await aRecord(kind, { [kind.nameField]: aName() });
    const { status, body } = await calendar.patch(pathOf(kind, record), { translation_confirmed: true }, frenchEditor);
    expect([status, body.data.params]).toEqual([
      400,
      { translation_confirmed: 'Il n’y a pas de texte dans cette langue à confirmer.' },
    ]);
    const both = { translation_confirmed: true, ...texts(kind, { name: aName() }) };
    expect(await change(kind, record, both, frenchEditor)).toEqual({ en: 'original', fr: 'current' });
    for (const value of [false, null, ''])
      expect(await change(kind, record, { translation_confirmed: value })).toEqual({ en: 'original', fr: 'current' });
    await calendar.patch(pathOf(kind, record), { translation_confirmed: 'maybe' }, editor).expect(400);
  });

  itEach(publishedResources, 'counts what is said of an image, and the reason of a state: %s', async (kind) => {
    const record = await inBoth(kind, { image: 'https://example.com/status.jpg' });
    expect(await change(kind, record, { translations: { en: { image_alt: 'A bridge' } } })).toEqual({
      en: 'original',
      fr: 'partial',
    });
    expect(await change(kind, record, { translations: { fr: { image_alt: 'Un pont' } } })).toEqual({
      en: 'original',
      fr: 'current',
    });
    expect(await change(kind, record, { translations: { en: { website: 'https://example.com/en' } } })).toEqual({
      en: 'original',
      fr: 'current',
    });
    if (kind.plural !== 'events') return;
    expect(await change(kind, record, { event_status_reason: 'Storm' })).toEqual({ en: 'original', fr: 'partial' });
  });
});

describe('translation=', () => {
  const all = (kind: TestedResource) => `${kind.path}?hide_empty=false&per_page=100`;

  itEach(resources, 'is for those who may edit: %s', async (kind) => {
    const asked = (options: RequestOptions) => calendar.get(`${all(kind)}&translation=missing`, options);
    expect([(await asked({})).status, (await asked({ as: 'reader' })).status]).toEqual([401, 403]);
    expect((await asked({})).body.code).toBe('rest_forbidden');
    for (const as of ['contributor', 'author'] as const)
      expect((await asked({ as })).status).toBe(kind.isPublished ? 200 : 403);
    for (const as of ['editor', 'administrator'] as const) expect((await asked({ as })).status).toBe(200);
  });

  itEach(resources, 'is one of four words, or several: %s', async (kind) => {
    for (const bad of ['original', 'none', '', 'missing,none']) {
      const { status, body } = await calendar.get(`${all(kind)}&translation=${bad}`, editor);
      expect([bad, status, Object.keys(body.data.params)]).toEqual([bad, 400, ['translation']]);
    }
  });

  it.each(['ics', 'csv', 'jscal', 'rss', 'jsonld'])('filters events.%s too', async (format) => {
    const title = aName('Untranslated');
    await anEvent({ title, start_date: '2001-05-05', end_date: '2001-05-05' });
    const path = `/events.${format}?translation=missing`;
    const { text, body } = await calendar.get(path, frenchEditor).buffer(true);
    expect(text ?? (body as Buffer).toString()).toContain(title);
    const current = await calendar.get(`/events.${format}?translation=current`, frenchEditor).buffer(true);
    expect(current.text ?? (current.body as Buffer).toString()).not.toContain(title);
    await calendar.get(path).expect(401);
  });

  it('filters counts of events', async () => {
    await anEvent({ title: aName('Counted') });
    const { body: counts } = await calendar.get('/events/counts?by=month&translation=missing', frenchEditor);
    const { body: list } = await calendar.get('/events?translation=missing', frenchEditor);
    expect([counts.total, list.total > 0]).toEqual([list.total, true]);
    await calendar.get('/events/counts?by=month&translation=missing', { as: 'reader' }).expect(403);
  });

  it('finds events of any date, unless dates are given', async () => {
    const title = aName('Longago');
    const { id } = await anEvent({ title, start_date: '1999-05-05 10:00', end_date: '1999-05-05 11:00' });
    const found = async (more: string) => {
      const { body } = await calendar.get(`/events?search=longago&translation=missing${more}`, frenchEditor);
      return (body.events as ApiRecord[]).some((one) => one.id === id);
    };
    expect([await found(''), await found('&start_date=today'), await found('&from=1999-05-01&to=1999-06-01')]).toEqual([
      true,
      false,
      true,
    ]);
    const { body } = await calendar.get('/events?search=longago&translation=current', editor);
    expect((body.events as ApiRecord[]).map((one) => one.id)).toContain(id);
  });

  itEach(publishedResources, 'finds what the caller may edit alone: %s', async (kind) => {
    const own = await aRecord(kind, { [kind.nameField]: aName() }, { as: 'contributor' });
    const other = await aRecord(kind, { [kind.nameField]: aName() });
    const found = async (as: 'contributor' | 'author' | 'editor') => {
      const { body } = await calendar.get(`${all(kind)}&translation=missing&status=any&order=desc&orderby=id`, {
        as,
        language: 'fr',
      });
      return [own, other].map(({ id }) => (body[kind.plural] as ApiRecord[]).some((one) => one.id === id));
    };
    expect([await found('contributor'), await found('author'), await found('editor')]).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ]);
  });

  it('is not answered from the cache to callers without a key', async () => {
    const path = '/venues?translation=missing';
    await calendar.get(path, frenchEditor).expect(200);
    await calendar.get(path, french).expect(401);
    const { headers } = await calendar.get(path, frenchEditor);
    expect(headers['cache-control']).toContain('private');
  });
});

describe('GET /translations', () => {
  it('is for contributors and higher roles', async () => {
    const statuses = [];
    for (const as of [undefined, 'reader', 'contributor', 'author', 'editor'] as const)
      statuses.push((await calendar.get('/translations', as ? { as } : {})).status);
    expect(statuses).toEqual([401, 403, 200, 200, 200]);
    await calendar.post('/translations', {}, editor).expect(405);
  });

  it('counts the records that the caller may edit, except those in the trash', async () => {
    const own = await calendarOfItsOwn();
    try {
      const create = (body: Body, as: 'contributor' | 'editor') => own.post('/venues', body, { as }).expect(201);
      await create({ venue: 'Draft' }, 'contributor');
      await create({ venue: 'Hall' }, 'editor');
      await create({ translations: { en: { venue: 'Bridge', excerpt: 'x' }, fr: { venue: 'Pont' } } }, 'editor');
      const { id } = (await create({ venue: 'Gone' }, 'editor')).body as ApiRecord;
      await own.delete(`/venues/${id}`, editor).expect(200);
      await own.post('/tags', { name: 'jazz' }, editor).expect(201);
      const counted = async (as: 'contributor' | 'editor') => {
        const { body } = await own.get('/translations', { as, language: 'fr' });
        expect(body.rest_url).toBe('http://localhost:3000/fr/cal/events/v1/translations');
        return body.translations as Body[];
      };
      const none = { current: 0, partial: 0, outdated: 0, missing: 0 };
      const editors = await counted('editor');
      expect(editors).toHaveLength(2 * allResources.length);
      expect(editors).toEqual(
        expect.arrayContaining([
          { kind: 'venues', language: 'en', ...none, current: 3 },
          { kind: 'venues', language: 'fr', ...none, partial: 1, missing: 2 },
          { kind: 'tags', language: 'en', ...none, current: 1 },
          { kind: 'tags', language: 'fr', ...none, missing: 1 },
          { kind: 'events', language: 'en', ...none },
        ]),
      );
      expect(await counted('contributor')).toEqual(
        expect.arrayContaining([
          { kind: 'venues', language: 'fr', ...none, missing: 1 },
          { kind: 'venues', language: 'en', ...none, current: 1 },
          { kind: 'tags', language: 'fr', ...none },
        ]),
      );
    } finally {
      await own.stop();
    }
  });
});

const calendarOfItsOwn = () => TestCalendar.start();

describe('restored words', () => {
  itEach(resources, 'make the translation current that was made from them: %s', async (kind) => {
    const record = await inBoth(kind);
    const path = pathOf(kind, record);
    const { body } = await calendar.get(`${path}/revisions`, editor);
    const { revision } = (body.revisions as { revision: number }[])[0]!;
    expect(await change(kind, record, texts(kind, { name: aName() }))).toEqual({ en: 'original', fr: 'outdated' });
    expect(await change(kind, record, { description: 'More' })).toEqual({ en: 'original', fr: 'partial' });
    const restored = await calendar.post(`${path}/revisions/${revision}/restore`, undefined, editor).expect(200);
    expect(restored.body.translation_status).toEqual({ en: 'original', fr: 'current' });
    const listed = await calendar.get(
      `${kind.path}?translation=outdated&include=${record.id}&hide_empty=false`,
      frenchEditor,
    );
    expect(listed.body.total).toBe(0);
  });

  it('make the translations of all dates of a series current', async () => {
    const kind = resourceOf('events');
    const series = await inBoth(kind, { recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const { body } = await calendar.get(`/events?post_parent=${series.id}&from=2027-01-01`, editor);
    const [second, third] = body.events as ApiRecord[];
    await change(kind, second!, { excerpt: 'Own', translations: { fr: { excerpt: 'Propre' } } });
    await change(kind, series, texts(kind, { name: aName() }));
    const statuses = () => Promise.all([series, second!, third!].map((one) => statusOf(kind, one)));
    const all = (fr: State) => [1, 2, 3].map(() => ({ en: 'original', fr }));
    expect(await statuses()).toEqual(all('outdated'));
    const { body: list } = await calendar.get(`/events/${series.id}/revisions`, editor);
    const { revision } = (list.revisions as { revision: number }[]).at(-1)!;
    await calendar.post(`/events/${series.id}/revisions/${revision}/restore`, undefined, editor).expect(200);
    expect(await statuses()).toEqual(all('current'));
    // No date counts as changed by itself because of it.
    const { text } = await calendar.get(`/events/${series.id}.ics`);
    expect(text.match(/RECURRENCE-ID/g)).toHaveLength(1);
  });
});

describe('a series', () => {
  const events = resourceOf('events');
  const aMarket = async () => {
    const series = await anEvent({
      ...{ title: undefined, start_date: '2027-06-01 08:00', end_date: '2027-06-01 13:00' },
      ...{ recurrence: 'FREQ=WEEKLY;COUNT=3', translations: { en: { title: 'Market' }, fr: { title: 'Marché' } } },
    });
    const { body } = await calendar.get(`/events?post_parent=${series.id}&from=2027-01-01`);
    const [second, third] = body.events as { id: number }[];
    return { series, second: second!, third: third! };
  };
  const french = async (...all: { id: number }[]) => {
    const answers = await Promise.all(all.map((one) => statusOf(events, one)));
    return answers.map((status) => status.fr);
  };

  it('passes its states on to its dates, until one has its own texts', async () => {
    const { series, second, third } = await aMarket();
    await change(events, series, { title: 'Farmers’ market' });
    expect(await french(series, second, third)).toEqual(['outdated', 'outdated', 'outdated']);
    await change(events, series, { translation_confirmed: true }, frenchEditor);
    expect(await french(series, second, third)).toEqual(['current', 'current', 'current']);
    await change(events, second, { excerpt: 'With music' });
    expect(await french(series, second, third)).toEqual(['current', 'partial', 'current']);
    await change(events, second, { excerpt: 'Avec musique' }, frenchEditor);
    expect(await french(series, second, third)).toEqual(['current', 'current', 'current']);
    await change(events, series, { title: 'Market' });
    expect(await french(series, second, third)).toEqual(['outdated', 'outdated', 'outdated']);
    await change(events, series, { title: 'Marché fermier' }, frenchEditor);
    expect(await french(series, second, third)).toEqual(['current', 'current', 'current']);
  });

  it('may have one date confirmed alone, which does not change the date', async () => {
    const { series, second, third } = await aMarket();
    await change(events, series, { title: 'Farmers’ market' });
    const ics = async () => (await calendar.get(`/events/${series.id}.ics`)).text.match(/BEGIN:VEVENT/g)?.length;
    await change(events, second, { translation_confirmed: true }, frenchEditor);
    expect(await french(series, second, third)).toEqual(['outdated', 'current', 'outdated']);
    expect(await ics()).toBe(1);
    await change(events, series, { title: 'Night market' });
    expect(await french(series, second, third)).toEqual(['outdated', 'outdated', 'outdated']);
  });

  it('is confirmed with its dates, and none of them counts as modified', async () => {
    const { series, second } = await aMarket();
    await change(events, series, { title: 'Farmers’ market' });
    const modified = async () => (await calendar.get(`/events/${second.id}`)).body.modified_utc as string;
    const before = await modified();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await change(events, series, { translation_confirmed: true }, frenchEditor);
    expect([await french(second), await modified()]).toEqual([['current'], before]);
  });
});

/** The history of a record, from which its status follows without the stored one. */
class History {
  readonly texts: Record<'en' | 'fr', Record<string, string> | null> = { en: null, fr: null };
  /** All texts that each language has had. */
  readonly past: Record<'en' | 'fr', Record<string, string>[]> = { en: [], fr: [] };
  /** When each language was last written or confirmed. */
  private readonly made = { en: 0, fr: 0 };
  /** The texts after each write. */
  private readonly states = new Map<number, string>();
  private original: 'en' | 'fr';

  constructor(
    readonly id: number,
    language: 'en' | 'fr',
    texts: Partial<Record<'en' | 'fr', Record<string, string>>>,
    clock: number,
  ) {
    this.original = language;
    for (const code of LANGUAGES) if (texts[code]) this.write(code, texts[code], clock);
  }

  /** @param texts as readers see them; null removes them */
  write(language: 'en' | 'fr', texts: Record<string, string> | null, clock: number): void {
    const before = this.texts[language];
    const after = texts && { ...before, ...texts };
    if (JSON.stringify(before) !== JSON.stringify(after)) this.made[language] = clock;
    this.texts[language] = after;
    if (after) this.past[language].push(after);
    this.states.set(clock, JSON.stringify(this.texts));
    if (after === null && this.original === language) this.original = other(language);
  }

  confirm(language: 'en' | 'fr', clock: number): void {
    this.made[language] = clock;
    this.states.set(clock, JSON.stringify(this.texts));
  }

  get status(): Status {
    return { en: this.state('en'), fr: this.state('fr') };
  }

  private state(language: 'en' | 'fr'): State {
    const [own, others] = [this.texts[language], this.texts[other(language)]];
    if (!own) return 'missing';
    if (this.original === language) return 'original';
    if (Object.entries(others ?? {}).some(([name, text]) => text !== '' && !own[name])) return 'partial';
    const then = JSON.parse(this.states.get(this.made[language])!) as History['texts'];
    return JSON.stringify(then[other(language)]) === JSON.stringify(others) ? 'current' : 'outdated';
  }
}

const other = (language: 'en' | 'fr') => (language === 'en' ? 'fr' : 'en');

/** Random writes, and their expected results. */
class Editors {
  private clock = 0;
  private readonly fields: readonly string[];

  constructor(
    private readonly kind: TestedResource,
    private readonly random: Random,
  ) {
    this.fields = kind.isPublished ? ['description', 'excerpt'] : ['description'];
  }

  async create(as: 'contributor' | 'editor'): Promise<History> {
    const language = this.random.pick(LANGUAGES);
    const languages = this.random.pick([[language], LANGUAGES]);
    const all = languages.map((code) => [code, this.newTexts()] as const);
    const translations = Object.fromEntries(all.map(([code, text]) => [code, texts(this.kind, text)]));
    const record = await aRecord(this.kind, { [this.kind.nameField]: undefined, translations }, { as, language });
    return new History(record.id, language, Object.fromEntries(all), (this.clock += 1));
  }

  /** One write, or one without a visible change. */
  async write(history: History): Promise<void> {
    this.clock += 1;
    const { kind, random } = this;
    const [language, path] = [random.pick(LANGUAGES), pathOf(kind, history)];
    const send = (body: Body) => calendar.patch(path, body, { language, as: 'editor' }).expect(200);
    const own = history.texts[language];
    if (!own) {
      const begun = this.newTexts();
      await send(texts(kind, begun));
      return history.write(language, begun, this.clock);
    }
    const field = random.pick(this.fields);
    const action = random.pick([
      'change',
      'change',
      'change',
      'back',
      'back',
      'clear',
      'markup',
      'confirm',
      'remove',
      'both',
      'slug',
    ] as const);
    if (action === 'change' || action === 'clear') {
      const text = action === 'clear' ? '' : this.word();
      await send({ [field]: text || null });
      history.write(language, { [field]: text }, this.clock);
    } else if (action === 'back') {
      const former = random.pick(history.past[language]);
      await send(texts(kind, former));
      history.write(language, former, this.clock);
    } else if (action === 'markup') {
      if (own[field])
        await send({
          [field]: `<p>${random.pick([' ', '\n'])}<strong>${own[field].replace(' ', ' \n ')}</strong></p>`,
        });
    } else if (action === 'confirm') {
      await send({ translation_confirmed: true });
      history.confirm(language, this.clock);
    } else if (action === 'remove') {
      if (!history.texts[other(language)]) return;
      await send({ translations: { [language]: null } });
      history.write(language, null, this.clock);
    } else if (action === 'both') {
      const all = LANGUAGES.map((code) => [code, this.newTexts()] as const);
      await send({ translations: Object.fromEntries(all.map(([code, text]) => [code, texts(kind, text)])) });
      for (const [code, text] of all) history.write(code, text, this.clock);
    } else await send({ slug: `slug-${this.clock}-${history.id}-${language}` });
  }

  private newTexts(): Record<string, string> {
    const some = this.fields.map((field) => [field, this.random.pick(['', this.word(), this.word()])]);
    return { name: aName('Oracle'), ...(Object.fromEntries(some) as Record<string, string>) };
  }

  private word(): string {
    return `word ${Math.floor(this.random.next() * 100_000)}`;
  }
}

describe(`records that are written at random (seed ${SEED})`, () => {
  itEach(resources, 'have the status of their history, and are listed and counted by it: %s', async (kind) => {
    const random = new Random(SEED);
    const editors = new Editors(kind, random);
    const own = await calendar.get('/translations', { as: 'contributor' });
    const before = await calendar.get('/translations', editor);
    const histories: History[] = [];
    for (let place = 0; place < 8; place += 1)
      histories.push(await editors.create(kind.isPublished && place < 3 ? 'contributor' : 'editor'));
    for (let write = 0; write < 60; write += 1) await editors.write(random.pick(histories));

    const statuses = new Map<number, Status>();
    for (const { id } of histories) statuses.set(id, await statusOf(kind, { id }));
    expect([...statuses]).toEqual(histories.map(({ id, status }) => [id, status]));

    const ids = histories.map(({ id }) => id);
    for (const language of LANGUAGES)
      for (const words of [
        ...LISTED.map((word) => [word]),
        ['missing', 'outdated'],
        ['partial', 'current'],
        [...LISTED],
      ]) {
        const path = `${kind.path}?hide_empty=false&per_page=100&include=${ids.join()}&orderby=id&order=asc`;
        const status = kind.isPublished ? '&status=any' : '';
        const { body } = await calendar.get(`${path}${status}&translation=${words.join()}`, { as: 'editor', language });
        const expected = histories.filter((history) => words.includes(listedAs(history.status[language])));
        expect([language, words, (body[kind.plural] as ApiRecord[]).map(({ id }) => id)]).toEqual([
          language,
          words,
          expected.map(({ id }) => id),
        ]);
        expect(body.total).toBe(expected.length);
      }

    const added = async (as: 'contributor' | 'editor', start: Body) => {
      const { body } = await calendar.get('/translations', { as });
      return LANGUAGES.map((language) => {
        const [was, is] = [start, body as Body].map((one) => lineOf(one, kind, language));
        return LISTED.map((word) => Number(is![word]) - Number(was![word]));
      });
    };
    const counted = (some: readonly History[]) =>
      LANGUAGES.map((language) =>
        LISTED.map((word) => some.filter(({ status }) => listedAs(status[language]) === word).length),
      );
    expect(await added('editor', before.body as Body)).toEqual(counted(histories));
    expect(await added('contributor', own.body as Body)).toEqual(
      counted(kind.isPublished ? histories.slice(0, 3) : []),
    );
  });
});

const listedAs = (state: State) => (state === 'original' ? 'current' : state);

function lineOf({ translations }: Body, { plural }: TestedResource, language: string): Body {
  return (translations as Body[]).find((line) => line['kind'] === plural && line['language'] === language)!;
}

itEach(termResources, 'events that show %s are as before for their visitors', async (kind) => {
  const term = await inBoth(kind);
  const { id } = await anEvent({ [kind.field!]: [term.id] });
  const before = await calendar.get(`/events/${id}`);
  await change(kind, term, { translation_confirmed: true }, frenchEditor);
  const after = await calendar.get(`/events/${id}`);
  expect([after.text, after.headers['etag']]).toEqual([before.text, before.headers['etag']]);
});
