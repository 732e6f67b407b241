import { itEach, resources } from './support/resources.js';
import { makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const ROOT = 'http://localhost:3000';

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue, anOrganizer, aTag } = makers(() => calendar);
const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { language: 'fr' };
const frenchEditor: RequestOptions = { language: 'fr', as: 'editor' };

const DATES = { start_date: '2027-06-21 19:30:00', end_date: '2027-06-21 22:00:00' };

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

/** An event in both languages. */
const aBilingualEvent = (en: object = {}, fr: object = {}) =>
  anEvent({ translations: { en: { title: 'Night', ...en }, fr: { title: 'Nuit', ...fr } }, title: undefined });

describe('the language of a request', () => {
  it.each(['en', 'fr'])('is that of its root: %s', async (language) => {
    const answer = await calendar.get('/tags', { language });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-language']).toBe(language);
  });

  it.each([
    ['the parameter in the query wins over the root', 'en', '?translation_language=fr', 'fr'],
    ['the parameter as a list of one', 'en', '?translation_language[]=fr', 'fr'],
    ['the same twice as in the root', 'fr', '?translation_language=fr', 'fr'],
  ])('%s', async (_claim, language, query, expected) => {
    const { id } = await aBilingualEvent();
    const answer = await calendar.get(`/events/${id}${query}`, { language });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-language']).toBe(expected);
    expect(answer.body.title).toBe(expected === 'fr' ? 'Nuit' : 'Night');
  });

  it.each([
    ['JSON', { translation_language: 'fr' }, '', 'en', 'fr'],
    ['JSON against query', { translation_language: 'fr' }, '?translation_language=en', 'en', 'fr'],
    ['JSON against query and root', { translation_language: 'en' }, '?translation_language=fr', 'fr', 'en'],
    ['a list of one', { translation_language: ['fr'] }, '', 'en', 'fr'],
    ['a form', 'translation_language=fr', '', 'en', 'fr'],
  ])('is that of the body before those of query and root: %s', async (_form, body, query, language, expected) => {
    const { id } = await aBilingualEvent();
    const answer = await calendar.patch(`/events/${id}${query}`, body, { language, as: 'editor' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-language']).toBe(expected);
    expect(answer.body.language).toBe(expected);
  });

  it('of a write is the language of its top-level texts', async () => {
    const { id } = await anEvent({ title: 'Spring' });
    await calendar.patch(`/events/${id}`, { title: 'Printemps', translation_language: 'fr' }, editor);
    expect((await calendar.get(`/events/${id}`)).body.title).toBe('Spring');
    expect((await calendar.get(`/events/${id}`, french)).body.title).toBe('Printemps');
  });

  it.each(['de', 'EN', '', 'en,fr', '1'])('cannot be “%s” in the query', async (value) => {
    for (const path of ['/events', '/events/1', '/tags', '/venues/by-slug/x']) {
      const { id } = path === '/events/1' ? await anEvent() : { id: 0 };
      const answer = await calendar.get(`${path.replace('1', String(id))}?translation_language=${value}`);
      if (answer.status === 404) continue;
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe('rest_invalid_param');
      expect(Object.keys(answer.body.data.params)).toEqual(['translation_language']);
    }
  });

  it.each(['de', 'EN', 5, true, ['en', 'fr']])('cannot be %j in a body', async (value) => {
    const answer = await calendar.post('/tags', { name: 'x', translation_language: value }, editor);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.data.params)).toEqual(['translation_language']);
  });

  itEach(resources, 'cannot be just anything in the body of a deletion of %s', async (kind) => {
    const { plural } = kind;
    const { id } = await aRecord(kind, { [kind.nameField]: 'Deleted' });
    for (const value of ['de', 'EN', 5, ['en', 'fr']]) {
      const answer = await calendar.send('delete', `/${plural}/${id}`, editor, { translation_language: value });
      expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
      expect(Object.keys(answer.body.data.params)).toEqual(['translation_language']);
    }
    const deletion = await calendar.send('delete', `/${plural}/${id}`, editor, { translation_language: 'fr' });
    expect([deletion.status, deletion.headers['content-language']]).toEqual([200, 'fr']);
  });

  it('is checked in the body of a deletion only for callers who may delete', async () => {
    const { id } = await anEvent();
    const answer = await calendar.send('delete', `/events/${id}`, {}, { translation_language: 'de' });
    expect(answer.status).toBe(401);
  });

  it('cannot be given twice in the query', async () => {
    const answer = await calendar.get('/events?translation_language=en&translation_language=fr');
    expect(answer.status).toBe(400);
  });

  it('is that of the root in messages about an invalid language', async () => {
    const answer = await calendar.get('/events?translation_language=de', french);
    expect(answer.headers['content-language']).toBe('fr');
    expect(answer.body.message).toContain('non valide');
  });

  it.each(['de', 'EN', 'fr-CA', 'xx'])('has no root /%s', async (language) => {
    const answer = await calendar.get('/events', { language });
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('rest_no_route');
    expect(answer.headers['content-language']).toBe('en');
  });

  it('has no root without a language', async () => {
    const answer = await calendar.raw().get('/cal/events/v1/events');
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('rest_no_route');
  });

  it('does not depend on Accept-Language', async () => {
    const answer = await calendar.get('/events').set('Accept-Language', 'fr');
    expect(answer.headers['content-language']).toBe('en');
    expect(answer.headers.vary).not.toContain('Accept-Language');
  });

  it('is stated in every kind of response', async () => {
    const answers = [
      await calendar.get('/nothing', french),
      await calendar.get('/events/999999', french),
      await calendar.post('/events', {}, french),
      await calendar.post('/events', '{', { ...frenchEditor }).set('Content-Type', 'application/json'),
      await calendar.delete('/events', frenchEditor),
      await calendar.post('/tags', { name: 'dit partout' }, frenchEditor),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 401, 400, 405, 201]);
    expect(answers.map(({ headers }) => headers['content-language'])).toEqual(Array(6).fill('fr'));
  });

  it('is stated as requested, also if the text is a fallback', async () => {
    const { id } = await anEvent({ title: 'English only' });
    const answer = await calendar.get(`/events/${id}`, french);
    expect(answer.headers['content-language']).toBe('fr');
    expect(answer.body).toMatchObject({ language: 'en', title: 'English only' });
  });
});

describe('links', () => {
  it('inside a record use the root of the language of the request', async () => {
    const venue = await aVenue();
    const { id } = await anEvent({ venue: venue.id, categories: ['links'], title: 'Linked' });
    const { body } = await calendar.get(`/events/${id}?translation_language=fr`);
    expect(body.rest_url).toBe(`${ROOT}/fr/cal/events/v1/events/${id}`);
    expect(body.url).toBe(`${ROOT}/fr/events/linked`);
    expect(body.venue[0].rest_url).toBe(`${ROOT}/fr/cal/events/v1/venues/${venue.id}`);
    expect(body.categories[0].urls.collection).toBe(`${ROOT}/fr/cal/events/v1/categories`);
    expect(body.alternates).toEqual([
      {
        language: 'en',
        slug: 'linked',
        url: `${ROOT}/en/events/linked`,
        rest_url: `${ROOT}/en/cal/events/v1/events/${id}`,
      },
    ]);
  });

  it('of a list keep the root of the path and the parameter', async () => {
    await aVenue({ venue: 'One' });
    await aVenue({ venue: 'Two' });
    const { body } = await calendar.get('/venues?per_page=1&translation_language=fr');
    expect(body.next_rest_url).toBe(`${ROOT}/en/cal/events/v1/venues?translation_language=fr&per_page=1&page=2`);
    expect(body.venues[0].rest_url).toContain('/fr/');
  });

  it('do not add a parameter that was not given', async () => {
    await aVenue({ venue: 'Three' });
    await aVenue({ venue: 'Four' });
    const { body } = await calendar.get('/venues?per_page=1', french);
    expect(body.next_rest_url).toBe(`${ROOT}/fr/cal/events/v1/venues?per_page=1&page=2`);
  });

  it('to a created record use the language that was written', async () => {
    const answer = await calendar.post('/tags', { name: 'emplacement', translation_language: 'fr' }, editor);
    expect(answer.headers.location).toBe(`${ROOT}/fr/cal/events/v1/tags/${answer.body.id}`);
  });

  it('exist for every language of a record', async () => {
    const { id } = await aBilingualEvent({ slug: 'one-slug' }, { slug: 'un-slug' });
    for (const language of ['en', 'fr']) {
      const { body } = await calendar.get(`/events/${id}`, { language });
      expect(body.alternates.map((alternate: { slug: string }) => alternate.slug)).toEqual(['one-slug', 'un-slug']);
    }
  });
});

describe('messages', () => {
  it.each([
    ['en', 'There is no event with the id 999999.'],
    ['fr', 'Aucun événement avec l’identifiant 999999.'],
  ])('of an error are in the language of the request: %s', async (language, message) => {
    expect((await calendar.get('/events/999999', { language })).body.message).toBe(message);
  });

  it.each([
    ['en', 'Must not be blank.'],
    ['fr', 'Ne doit pas être vide.'],
  ])('of a field are in the language of the request: %s', async (language, message) => {
    const { body } = await calendar.post('/tags', { name: '' }, { ...editor, language });
    expect(body.data.params).toEqual({ name: message });
  });

  it('follow the language of the body', async () => {
    const { body } = await calendar.post('/tags', { name: '', translation_language: 'fr' }, editor);
    expect(body.data.params.name).toBe('Ne doit pas être vide.');
  });

  it('have the same code in both languages', async () => {
    const codes = await Promise.all(
      ['en', 'fr'].map(async (language) => (await calendar.get('/x', { language })).body.code),
    );
    expect(codes).toEqual(['rest_no_route', 'rest_no_route']);
  });
});

describe('reading a text', () => {
  it('returns that of the language of the request', async () => {
    const { id } = await aBilingualEvent({ description: '<p>Dark</p>' }, { description: '<p>Sombre</p>' });
    expect((await calendar.get(`/events/${id}`)).body).toMatchObject({ language: 'en', description: '<p>Dark</p>' });
    expect((await calendar.get(`/events/${id}`, french)).body).toMatchObject({
      language: 'fr',
      title: 'Nuit',
      description: '<p>Sombre</p>',
    });
  });

  it('never mixes languages in one record', async () => {
    const { id } = await aBilingualEvent({ description: '<p>Dark</p>', excerpt: 'Short' });
    expect((await calendar.get(`/events/${id}`, french)).body).toMatchObject({
      title: 'Nuit',
      description: null,
      excerpt: null,
    });
  });

  it('falls back to all texts of the other language', async () => {
    const { id } = await anEvent({ title: 'Fallback', description: '<p>Text</p>', excerpt: 'Short' });
    expect((await calendar.get(`/events/${id}`, french)).body).toMatchObject({
      language: 'en',
      title: 'Fallback',
      description: '<p>Text</p>',
      excerpt: 'Short',
      slug: 'fallback',
    });
  });

  it('falls back for each embedded record by itself', async () => {
    const venue = await aVenue({
      translations: { en: { venue: 'Town hall' }, fr: { venue: 'Mairie' } },
      venue: undefined,
    });
    const organizer = await anOrganizer({ organizer: 'English society' });
    const tag = await aTag({ name: 'étiquette' }, { language: 'fr' });
    const { id } = await anEvent({ title: 'Fête', venue: venue.id, organizer: organizer.id, tags: [tag.id] }, french);
    expect((await calendar.get(`/events/${id}`, french)).body).toMatchObject({
      venue: [{ venue: 'Mairie', language: 'fr' }],
      organizer: [{ organizer: 'English society', language: 'en' }],
      tags: [{ name: 'étiquette', language: 'fr' }],
    });
    expect((await calendar.get(`/events/${id}`)).body).toMatchObject({
      language: 'fr',
      venue: [{ venue: 'Town hall', language: 'en' }],
      tags: [{ name: 'étiquette', language: 'fr' }],
    });
  });

  itEach(resources, 'without fallback, a missing one is a 404 among %s', async (kind) => {
    const { id } = await aRecord(kind, { [kind.nameField]: 'no fallback' });
    const answer = await calendar.get(`${kind.path}/${id}?fallback=none`, french);
    expect([answer.status, answer.body.code]).toEqual([404, `rest-${kind.singular}-not-found`]);
    expect((await calendar.get(`${kind.path}/${id}?fallback=none`)).status).toBe(200);
  });

  it('falls back for embedded records even with fallback=none', async () => {
    const venue = await aVenue({ venue: 'English hall' });
    const { id } = await anEvent({ title: 'Bal', venue: venue.id }, french);
    const { body } = await calendar.get(`/events/${id}?fallback=none`, french);
    expect(body.venue).toMatchObject([{ venue: 'English hall', language: 'en' }]);
  });

  it.each(['fallback=yes', 'fallback=', 'translations=fr', 'translations='])('%s is refused', async (query) => {
    const { id } = await anEvent();
    const answer = await calendar.get(`/events/${id}?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.data.params)).toEqual([query.split('=')[0]]);
  });

  it('translations=all adds the texts of the existing languages', async () => {
    const { id } = await aBilingualEvent({ slug: 'a-map', excerpt: 'Short' }, { slug: 'une-carte' });
    const none = {
      description: null,
      event_status_reason: null,
      image_alt: null,
      image: null,
      cost: null,
      website: null,
      online_url: null,
    };
    expect((await calendar.get(`/events/${id}?translations=all`, french)).body.translations).toEqual({
      en: { ...none, title: 'Night', excerpt: 'Short', slug: 'a-map' },
      fr: { ...none, title: 'Nuit', excerpt: null, slug: 'une-carte' },
    });
    const single = await aTag({ name: 'map of one' });
    expect((await calendar.get(`/tags/${single.id}?translations=all`, french)).body.translations).toEqual({
      en: { name: 'map of one', description: null, slug: 'map-of-one' },
    });
  });

  it('has no `translations` unless they are requested', async () => {
    const { id } = await aBilingualEvent();
    expect((await calendar.get(`/events/${id}`)).body).not.toHaveProperty('translations');
  });
});

describe('reading by slug', () => {
  beforeAll(() =>
    aBilingualEvent({ title: 'Winter ball', slug: 'winter-ball' }, { title: 'Bal d’hiver', slug: 'bal-hiver' }),
  );

  it('finds a record in the language of the request', async () => {
    const answer = await calendar.get('/events/by-slug/bal-hiver', french);
    expect(answer.body.title).toBe('Bal d’hiver');
    expect(answer.headers).not.toHaveProperty('content-location');
  });

  it('finds it by the slug of the other language, with its address in this one', async () => {
    const answer = await calendar.get('/events/by-slug/winter-ball', french);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ title: 'Bal d’hiver', slug: 'bal-hiver', language: 'fr' });
    expect(answer.headers['content-location']).toBe(`${ROOT}/fr/cal/events/v1/events/by-slug/bal-hiver`);
  });

  it('prefers the language of the request if both have the slug', async () => {
    const english = await anEvent({ title: 'Solo', slug: 'both-have-it' });
    const other = await anEvent({ title: 'Solo en français', slug: 'both-have-it' }, french);
    expect((await calendar.get('/events/by-slug/both-have-it')).body.id).toBe(english.id);
    expect((await calendar.get('/events/by-slug/both-have-it', french)).body.id).toBe(other.id);
  });

  it('has no Content-Location if the text is a fallback', async () => {
    await anEvent({ title: 'English slug only' });
    const answer = await calendar.get('/events/by-slug/english-slug-only', french);
    expect(answer.body.language).toBe('en');
    expect(answer.headers).not.toHaveProperty('content-location');
  });

  it('finds with fallback=none only records that exist in the language', async () => {
    expect((await calendar.get('/events/by-slug/winter-ball?fallback=none', french)).status).toBe(200);
    await anEvent({ title: 'No French here' });
    expect((await calendar.get('/events/by-slug/no-french-here?fallback=none', french)).status).toBe(404);
  });

  it.each(['WINTER-BALL', 'Winter-Ball', 'winter%2Dball'])('ignores case: %s', async (slug) => {
    const answer = await calendar.get(`/events/by-slug/${slug}`);
    expect(answer.status).toBe(200);
    expect(answer.body.slug).toBe('winter-ball');
  });

  it.each(['wintér-ball', 'winter-ball%20', 'winter', 'winter_ball', 'x'.repeat(3000), '%F0%9F%8E%89', "'%20OR%201=1"])(
    'does not match other texts: %s',
    async (slug) => {
      const answer = await calendar.get(`/events/by-slug/${encodeURIComponent(decodeURIComponent(slug))}`);
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('rest-event-not-found');
    },
  );
});

describe('writing texts', () => {
  it('stores both languages at once', async () => {
    const answer = await calendar.post(
      '/events',
      { ...DATES, translations: { en: { title: 'Both' }, fr: { title: 'Les deux', description: '<p>x</p>' } } },
      editor,
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ title: 'Both', slug: 'both', language: 'en' });
    expect((await calendar.get(`/events/${answer.body.id}`, french)).body).toMatchObject({
      title: 'Les deux',
      slug: 'les-deux',
      description: '<p>x</p>',
    });
  });

  it('stores neither language if one is invalid', async () => {
    const { id } = await aBilingualEvent();
    const answer = await calendar.patch(
      `/events/${id}`,
      { translations: { en: { title: 'New' }, fr: { title: '' } } },
      editor,
    );
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.data.params)).toEqual(['translations.fr.title']);
    expect((await calendar.get(`/events/${id}`)).body.title).toBe('Night');
  });

  it('accepts top-level texts together with the other language', async () => {
    const event = await anEvent({ title: 'Flat', translations: { fr: { title: 'Plat' } } });
    expect(event).toMatchObject({ title: 'Flat' });
    expect((await calendar.get(`/events/${event.id}`, french)).body.title).toBe('Plat');
  });

  it('accepts a title in the other language alone for a creation', async () => {
    const event = await anEvent({ title: undefined, translations: { fr: { title: 'Seulement' } } });
    expect(event).toMatchObject({ title: 'Seulement', language: 'fr' });
  });

  it('accepts the same value of a field in two places', async () => {
    const event = await anEvent({ title: 'Same', translations: { en: { title: 'Same', excerpt: 'Short' } } });
    expect(event).toMatchObject({ title: 'Same', excerpt: 'Short' });
  });

  it('refuses different values of a field in two places', async () => {
    const answer = await calendar.post(
      '/events',
      { ...DATES, title: 'One', excerpt: 'x', translations: { en: { title: 'Other', excerpt: 'x' } } },
      editor,
    );
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.data.params)).toEqual(['title']);
    expect(answer.body.data.params.title).toContain('translations.en.title');
  });

  it('accepts different values for a top-level field and the other language', async () => {
    const answer = await calendar.post(
      '/tags',
      { name: 'drapeau', translation_language: 'fr', translations: { en: { name: 'flag' } } },
      editor,
    );
    expect(answer.status).toBe(201);
  });

  it.each([
    [{ de: { title: 'x' } }, ['translations.de']],
    [{ fr: { titel: 'x', title: 'y' } }, ['translations.fr.titel']],
    [{ fr: { title: 'y', timezone: 'UTC' } }, ['translations.fr.timezone']],
    [{ fr: { name: 'y', title: 'y' } }, ['translations.fr.name']],
    [{ fr: 'x' }, ['translations.fr']],
    [{ fr: ['x'] }, ['translations.fr']],
    [{ fr: { title: {} } }, ['translations.fr.title']],
    ['x', ['translations']],
    [[], ['translations']],
    [{ en: { description: 5e9, slug: '???' }, fr: { title: true } }, ['translations.en.slug', 'translations.fr.title']],
  ])('refuses %j as translations', async (translations, faulty) => {
    const { id } = await aBilingualEvent();
    const answer = await calendar.patch(`/events/${id}`, { translations }, editor);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('rest_invalid_param');
    expect(Object.keys(answer.body.data.params).sort()).toEqual(faulty);
  });

  it.each([
    [{}, { fr: { title: 'y', timezone: 'UTC' } }, ['translations.fr.timezone']],
    [{ description: 'x' }, { fr: { title: 'y', timezone: 'UTC' } }, ['translations.fr.timezone']],
    [{}, { fr: { title: {} } }, ['translations.fr.title']],
    [{}, { fr: { timezone: 'UTC' } }, ['title', 'translations.fr.timezone']],
  ])(
    'does not report a title as missing if it is beside an invalid field: %j, %j',
    async (flat, translations, faulty) => {
      const body = { ...DATES, ...flat, translations };
      const answer = await calendar.post('/events', body, frenchEditor);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.data.params).sort()).toEqual(faulty);
      const { id } = await anEvent();
      const names = Object.keys((await calendar.patch(`/events/${id}`, body, frenchEditor)).body.data.params);
      expect(names).toEqual(faulty.filter((name) => name !== 'title'));
    },
  );

  it('needs the title with the first text of a language', async () => {
    const { id } = await anEvent({ title: 'Title first' });
    const flat = await calendar.patch(`/events/${id}`, { description: '<p>x</p>' }, frenchEditor);
    expect(flat.status).toBe(400);
    expect(flat.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['title'] } });
    const nested = await calendar.patch(`/events/${id}`, { translations: { fr: { excerpt: 'x' } } }, editor);
    expect(nested.body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['translations.fr.title'] },
    });
  });

  it('accepts the title of the other language for the first text of a language', async () => {
    const { id } = await aVenue({ venue: 'Massey Hall', description: '<p>Loud</p>' });
    const answer = await calendar.patch(
      `/venues/${id}`,
      { venue: 'Massey Hall', description: '<p>Fort</p>' },
      frenchEditor,
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ language: 'fr', venue: 'Massey Hall', description: '<p>Fort</p>' });
  });

  it('creates a translation with the same texts as the other language if it is written as a translation', async () => {
    const { id } = await aTag({ name: 'jazz' });
    const answer = await calendar.patch(`/tags/${id}`, { translations: { fr: { name: 'jazz' } } }, editor);
    expect(answer.status).toBe(200);
    expect((await calendar.get(`/tags/${id}`, french)).body.language).toBe('fr');
  });

  it('takes nothing over from the other language', async () => {
    const { id } = await anEvent({ title: 'Lender', description: '<p>Long</p>', excerpt: 'Short' });
    await calendar.patch(`/events/${id}`, { title: 'Nouveau' }, frenchEditor);
    expect((await calendar.get(`/events/${id}`, french)).body).toMatchObject({
      title: 'Nouveau',
      slug: 'nouveau',
      description: null,
      excerpt: null,
    });
  });

  it('changes one language without the other', async () => {
    const { id } = await aBilingualEvent({ slug: 'left-alone' });
    await calendar.patch(`/events/${id}`, { title: 'Autre', slug: 'autre' }, frenchEditor);
    expect((await calendar.get(`/events/${id}`)).body).toMatchObject({ title: 'Night', slug: 'left-alone' });
  });

  it('stores fields without a language once', async () => {
    const { id } = await aBilingualEvent();
    await calendar.patch(`/events/${id}`, { website: 'https://example.com/', featured: true }, frenchEditor);
    expect((await calendar.get(`/events/${id}`)).body).toMatchObject({
      website: 'https://example.com/',
      featured: true,
      title: 'Night',
    });
  });

  it('removes a translation by null, which frees its slug', async () => {
    const { id } = await aBilingualEvent({ slug: 'stays' }, { slug: 'libre' });
    const answer = await calendar.patch(`/events/${id}`, { translations: { fr: null } }, frenchEditor);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ language: 'en', slug: 'stays' });
    expect(answer.body.alternates).toHaveLength(1);
    const next = await anEvent({ title: 'Libre' }, french);
    expect(next.slug).toBe('libre');
  });

  it('changes nothing by null for a translation that does not exist', async () => {
    const { id } = await anEvent({ title: 'Lonely' });
    expect((await calendar.patch(`/events/${id}`, { translations: { fr: null } }, editor)).status).toBe(200);
  });

  it.each([
    ['the only one', { en: null }],
    ['both', { en: null, fr: null }],
  ])('refuses to remove the last translation: %s', async (_which, translations) => {
    const { id } = await anEvent({ title: 'Last' });
    const answer = await calendar.patch(`/events/${id}`, { translations }, editor);
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('rest_last_translation');
    expect((await calendar.get(`/events/${id}`)).body.title).toBe('Last');
  });

  it('may replace one language by the other in one write', async () => {
    const { id } = await anEvent({ title: 'Replaced' });
    const answer = await calendar.patch(
      `/events/${id}`,
      { translations: { en: null, fr: { title: 'Remplacé' } } },
      editor,
    );
    expect(answer.body).toMatchObject({ language: 'fr', title: 'Remplacé' });
  });

  it('refuses a text together with the removal of its translation', async () => {
    const { id } = await aBilingualEvent();
    const answer = await calendar.patch(`/events/${id}`, { title: 'x', translations: { en: null } }, editor);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.data.params)).toEqual(['translations.en']);
  });

  it('refuses a creation with null for every translation', async () => {
    const answer = await calendar.post('/tags', { translations: { en: null, fr: null } }, editor);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['name'] } });
  });

  it('ignores a fallback that is sent back', async () => {
    const { id } = await anEvent({ title: 'Echo', description: '<p>Echo</p>', excerpt: 'e' });
    const { body } = await calendar.get(`/events/${id}`, french);
    const answer = await calendar.put(`/events/${id}`, body as object, frenchEditor);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ language: 'en', alternates: [{ language: 'en' }] });
  });

  it('stores only the changed fields of a fallback that is sent back', async () => {
    const { id } = await anEvent({ title: 'Echo 2', description: '<p>Echo</p>', excerpt: 'e' });
    const { body } = await calendar.get(`/events/${id}`, french);
    await calendar.put(`/events/${id}`, { ...body, title: 'Écho' }, frenchEditor);
    expect((await calendar.get(`/events/${id}`, french)).body).toMatchObject({
      language: 'fr',
      title: 'Écho',
      slug: 'echo',
      description: null,
      excerpt: null,
    });
  });

  itEach(resources, 'works alike for %s', async (kind) => {
    const { path, nameField: field } = kind;
    const { id } = await aRecord(kind, {
      [field]: undefined,
      translations: { en: { [field]: 'Home' }, fr: { [field]: 'Foyer' } },
    });
    expect((await calendar.get(`${path}/${id}`, french)).body[field]).toBe('Foyer');
    await calendar.patch(`${path}/${id}`, { translations: { fr: null } }, editor);
    expect((await calendar.get(`${path}/${id}`, french)).body).toMatchObject({ [field]: 'Home', language: 'en' });
    const last = await calendar.patch(`${path}/${id}`, { translations: { en: null } }, editor);
    expect(last.status).toBe(409);
  });
});
