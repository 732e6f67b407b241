import { makers } from './support/makers.js';
import { statementsDuring } from './support/statements.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

const ROOT = 'http://localhost:3000';
const admin = { as: 'administrator' } as const;
const french = { language: 'fr' } as const;

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

let number = 0;

/** A word that no record has had as its slug. */
const fresh = () => `slug-${++number}`;

const kinds = [
  { many: 'events', one: 'event', nameField: 'title', make: anEvent },
  { many: 'venues', one: 'venue', nameField: 'venue', make: aVenue },
  { many: 'organizers', one: 'organizer', nameField: 'organizer', make: anOrganizer },
] as const;

describe.each(kinds)('a former slug of one of the $many', ({ many, one, nameField, make }) => {
  const bySlug = (slug: string) => `/${many}/by-slug/${slug}`;
  const address = (language: string, slug: string) => `${ROOT}/${language}/cal/events/v1${bySlug(slug)}`;
  const get = (slug: string, options: RequestOptions = {}) => calendar.get(bySlug(slug), options);
  const rename = (id: number, slug: string, options: RequestOptions = {}) =>
    calendar.patch(`/${many}/${id}`, { slug }, { ...admin, ...options }).expect(200);

  /** A record with two former slugs. */
  const renamed = async (fields: object = {}) => {
    const [oldest, old, now] = [fresh(), fresh(), fresh()];
    const { id } = await make({ slug: oldest, ...fields });
    await rename(id, old);
    await rename(id, now);
    return { id, oldest, old, now };
  };

  it('redirects to it, for GET and HEAD, with the query of the request', async () => {
    const { oldest, old, now } = await renamed();
    for (const slug of [oldest, old, old.toUpperCase()]) {
      const answer = await get(`${slug}?fbclid=a%20b&translations=all`);
      expect(answer.status).toBe(301);
      expect(answer.headers.location).toBe(`${address('en', now)}?fbclid=a%20b&translations=all`);
      expect(answer.headers['cache-control']).toBe('public, max-age=10');
      expect(answer.body).toMatchObject({ code: 'rest_moved_permanently', data: { status: 301 } });
    }
    const head = await calendar.send('head', bySlug(old));
    expect([head.status, head.headers.location]).toEqual([301, address('en', now)]);
    expect((await get(old, admin)).headers['cache-control']).toBe('private, no-store');
    expect((await get(now)).status).toBe(200);
  });

  it('redirects to it in the language of the request', async () => {
    const [en, fr, enNow, frNow] = [fresh(), fresh(), fresh(), fresh()];
    const texts = (english: string, other: string) => ({
      translations: { en: { [nameField]: 'Night', slug: english }, fr: { [nameField]: 'Nuit', slug: other } },
    });
    const { id } = await make({ [nameField]: 'Night', ...texts(en, fr) });
    await calendar.patch(`/${many}/${id}`, texts(enNow, frNow), admin).expect(200);
    expect((await get(en)).headers.location).toBe(address('en', enNow));
    expect((await get(en, french)).headers.location).toBe(address('fr', frNow));
    expect((await get(fr, french)).headers.location).toBe(address('fr', frNow));
    const asked = await get(`${fr}?translation_language=fr`);
    expect(asked.headers.location).toBe(`${address('fr', frNow)}?translation_language=fr`);
    expect(asked.body.message).toContain(`slug «\u00a0${frNow}\u00a0»`);
    await calendar.patch(`/${many}/${id}`, { translations: { fr: null } }, admin).expect(200);
    for (const slug of [fr, frNow]) expect((await get(slug, french)).headers.location).toBe(address('fr', enNow));
    expect((await get(`${fr}?fallback=none`, french)).status).toBe(404);
  });

  it('leads to the record that has it now', async () => {
    const { id, old, now } = await renamed();
    const other = await make({ slug: old });
    expect(other.slug).toBe(old);
    expect((await get(old)).body.id).toBe(other.id);
    const later = fresh();
    await rename(other.id, later);
    expect((await get(old)).headers.location).toBe(address('en', later));
    await calendar.delete(`/${many}/${other.id}?force=true`, admin).expect(200);
    expect((await get(old)).status).toBe(404);
    expect((await get(later)).status).toBe(404);
    expect((await get(now)).body.id).toBe(id);
  });

  it('no longer redirects after another record had it and was deleted permanently', async () => {
    const { old } = await renamed();
    const other = await make({ slug: old });
    await calendar.delete(`/${many}/${other.id}?force=true`, admin).expect(200);
    expect((await get(old)).status).toBe(404);
  });

  it('is current again if the record gets it back', async () => {
    const { id, old, now } = await renamed();
    await rename(id, old);
    expect((await get(old)).status).toBe(200);
    expect((await get(now)).headers.location).toBe(address('en', old));
    await rename(id, now);
    expect((await get(old)).headers.location).toBe(address('en', now));
    expect((await get(now)).status).toBe(200);
  });

  it('returns the same as the current slug if the record is not public', async () => {
    const { id, old, now } = await renamed();
    const both = async (options: RequestOptions = {}) => [await get(old, options), await get(now, options)] as const;
    expect((await get(old)).status).toBe(301);
    await calendar.patch(`/${many}/${id}`, { status: 'private' }, admin).expect(200);
    for (const answer of await both())
      expect([answer.status, answer.body.code]).toEqual([404, `rest-${one}-not-found`]);
    expect((await get(old, admin)).status).toBe(301);
    for (const { status } of await both({ key: 'cal_nonsense' })) expect(status).toBe(401);
    await calendar.patch(`/${many}/${id}`, { status: 'publish' }, admin).expect(200);
    await calendar.delete(`/${many}/${id}`, admin).expect(200);
    for (const answer of await both())
      expect([answer.status, answer.body.code]).toEqual([410, `${one}-no-longer-available`]);
    await calendar.delete(`/${many}/${id}?force=true`, admin).expect(200);
    for (const { status } of await both(admin)) expect(status).toBe(404);
  });

  it('is not found by other methods, nor with an invalid query', async () => {
    const { old } = await renamed();
    for (const method of ['patch', 'put', 'post', 'delete'] as const) {
      expect((await calendar.send(method, bySlug(old), admin, {})).status).toBe(404);
      expect((await calendar.send(method, bySlug(old), {}, {})).status).toBe(401);
    }
    expect((await get(`${old}?fallback=any`)).status).toBe(400);
  });

  it('redirects also if the record was cached before, and to the query of each concurrent request', async () => {
    const [old, now] = [fresh(), fresh()];
    const { id } = await make({ slug: old });
    await get(old).expect(200);
    await get(old).expect(200);
    await rename(id, now);
    const answers = await Promise.all(['?fbclid=1', '?fbclid=2', ''].map((query) => get(`${old}${query}`)));
    expect(answers.map(({ headers }) => headers.location)).toEqual(
      ['?fbclid=1', '?fbclid=2', ''].map((query) => `${address('en', now)}${query}`),
    );
    const next = fresh();
    await rename(id, next);
    expect((await get(old)).headers.location).toBe(address('en', next));
  });

  it('costs no statements if the slug is found, nor when a record is created', async () => {
    const asked = async (work: () => PromiseLike<unknown>) =>
      (await statementsDuring(calendar, async () => void (await work()))).filter((sql) => /former_slugs/.test(sql))
        .length;
    const { id, old, now } = await renamed();
    expect(await asked(() => get(now, admin))).toBe(0);
    expect(await asked(() => get(old, admin))).toBe(1);
    expect(await asked(() => make({ slug: fresh() }))).toBe(0);
    expect(await asked(() => calendar.patch(`/${many}/${id}`, { description: 'New.' }, admin))).toBe(0);
  });

  it('is not stored if a write fails', async () => {
    const { id, old, now } = await renamed();
    await calendar
      .patch(`/${many}/${id}`, { slug: fresh(), website: 'nonsense', image: 'nonsense' }, admin)
      .expect(400);
    expect((await get(old)).headers.location).toBe(address('en', now));
    expect((await get(now)).status).toBe(200);
  });
});

describe.each(kinds)('a slug of one of the $many that is hidden', ({ many, one, make }) => {
  const get = (slug: string, options: RequestOptions = {}) => calendar.get(`/${many}/by-slug/${slug}`, options);
  const hide = (id: number, fields: object) => calendar.patch(`/${many}/${id}`, fields, admin).expect(200);

  /** A hidden record in French only with a given slug; the ways of hiding take turns. */
  const hidden = async (slug: string, way: string) => {
    const { id } = await make({ slug }, french);
    await hide(id, { status: way === 'trash' ? 'draft' : way, ...(way === 'future' && { date: '2999-01-01' }) });
    if (way === 'trash') await calendar.delete(`/${many}/${id}`, admin).expect(200);
    return id;
  };

  it.each(['draft', 'pending', 'private', 'future', 'trash'])(
    'leads to the record that has it in the other language for callers who may not read it: %s',
    async (way) => {
      const slug = fresh();
      const shown = await make({ slug }, { as: 'author' });
      const [before, beforeHead] = [
        await get(slug, french),
        await calendar.send('head', `/${many}/by-slug/${slug}`, french),
      ];
      const id = await hidden(slug, way);
      const after = await get(slug, french);
      expect([after.status, after.body]).toEqual([200, before.body]);
      expect((await calendar.send('head', `/${many}/by-slug/${slug}`, french)).headers.etag).toBe(
        beforeHead.headers.etag,
      );
      for (const as of ['reader', 'contributor', 'author'] as const)
        expect((await get(slug, { ...french, as })).body.id).toBe(shown.id);
      expect((await get(slug, { ...french, as: 'editor' })).body.id).toBe(id);

      const path = `/${many}/by-slug/${slug}`;
      const change = { translations: { en: { description: 'Changed' } } };
      const changed = await calendar.patch(path, change, { ...french, as: 'author' }).expect(200);
      expect(changed.body.id).toBe(shown.id);
      expect((await calendar.patch(path, change, { ...french, as: 'contributor' })).status).toBe(403);
      if (way === 'trash') return;
      await hide(id, { status: 'publish', date: '2020-01-01' });
      expect((await get(slug, french)).body.id).toBe(id);
    },
  );

  it('leads to the record that had it last for callers who may not read it', async () => {
    const [old, now] = [fresh(), fresh()];
    const moved = await make({ slug: old });
    await hide(moved.id, { slug: now });
    const id = await hidden(old, 'draft');
    await hide(id, { translations: { en: { [many === 'events' ? 'title' : one]: 'Taken', slug: old } } });
    for (const options of [{}, { as: 'reader' }, { as: 'contributor' }] as const) {
      const answer = await get(old, options);
      expect([answer.status, answer.headers.location]).toEqual([
        301,
        `${ROOT}/en/cal/events/v1/${many}/by-slug/${now}`,
      ]);
    }
    expect((await get(old, { as: 'editor' })).body.id).toBe(id);
    await hide(id, { status: 'publish' });
    expect((await get(old)).body.id).toBe(id);
  });

  it('leads to the record that had it before if one that was never public loses it, by another slug or by deletion', async () => {
    const [old, now] = [fresh(), fresh()];
    const moved = await make({ slug: old });
    await hide(moved.id, { slug: now });
    const draft = { slug: old, status: 'draft' };
    const { id } = await make(draft);
    const later = fresh();
    await hide(id, { slug: later, status: 'publish' });
    expect((await get(later)).status).toBe(200);
    for (const language of ['en', 'fr']) {
      const leftover = await make({ ...draft, slug: old }, { language });
      if (language === 'fr')
        await hide(leftover.id, { translations: { en: { [many === 'events' ? 'title' : one]: 'x', slug: old } } });
      await calendar.delete(`/${many}/${leftover.id}?force=true`, admin).expect(200);
      for (const options of [{}, admin]) {
        const answer = await get(old, options);
        expect([answer.status, answer.headers.location]).toEqual([
          301,
          `${ROOT}/en/cal/events/v1/${many}/by-slug/${now}`,
        ]);
      }
    }
  });

  it('is not found if no other record has or had it, as if none had it', async () => {
    const slug = fresh();
    await hidden(slug, 'private');
    const unknown = fresh();
    for (const options of [{}, french, { as: 'author' }] as const) {
      const [answer, other] = [await get(slug, options), await get(unknown, options)];
      expect([answer.status, answer.text.replaceAll(slug, '…')]).toEqual([404, other.text.replaceAll(unknown, '…')]);
    }
  });

  it('stays taken by records that were public', async () => {
    const slug = fresh();
    await make({ slug });
    const { id } = await make({ slug }, french);
    await calendar.delete(`/${many}/${id}`, admin).expect(200);
    const answer = await get(slug, french);
    expect([answer.status, answer.body.code]).toEqual([410, `${one}-no-longer-available`]);
  });
});

it('an occurrence that was never public does not take over a former slug permanently', async () => {
  const [slug, now] = [fresh(), fresh()];
  const old = `${slug}-2027-06-22`;
  const { id } = await anEvent({ slug: old });
  await calendar.patch(`/events/${id}`, { slug: now }, admin).expect(200);
  const series = await anEvent({ slug, status: 'draft', recurrence: 'FREQ=DAILY;COUNT=3' });
  const taken = await calendar.get(`/events/by-slug/${old}`, admin).expect(200);
  expect(taken.body).toMatchObject({ status: 'draft', post_parent: series.id });
  const french = { translations: { fr: { title: 'Marché' }, en: null } };
  await calendar.patch(`/events/${series.id}`, french, admin).expect(200);
  await calendar.delete(`/events/${series.id}?force=true`, admin).expect(200);
  for (const options of [{}, admin]) {
    const answer = await calendar.get(`/events/by-slug/${old}`, options);
    expect([answer.status, answer.headers.location]).toEqual([301, `${ROOT}/en/cal/events/v1/events/by-slug/${now}`]);
  }
});

describe.each(kinds)('a slug of $many that another record has', ({ many, make }) => {
  it('does not change a record that requests it again, in either language, until it is free', async () => {
    const taken = fresh();
    const holder = await make({ slug: taken });
    const { id } = await make();
    const path = `/${many}/${id}`;
    for (const body of [{ slug: taken }, { translations: { en: { slug: taken } } }]) {
      const first = await calendar.patch(path, body, admin).expect(200);
      expect(first.body.slug).toBe(`${taken}-2`);
      const again = await calendar.patch(path, body, admin).expect(200);
      expect([again.body.slug, again.headers.etag]).toEqual([`${taken}-2`, first.headers.etag]);
    }
    await calendar.delete(`/${many}/${holder.id}?force=true`, admin).expect(200);
    expect((await calendar.patch(path, { slug: taken }, admin).expect(200)).body.slug).toBe(taken);
  });
});

describe('a former slug of a protected event', () => {
  it('is refused like the current slug, except for editors', async () => {
    const old = fresh();
    const { id } = await anEvent({ slug: old, password: 'secret' });
    await calendar.patch(`/events/${id}`, { slug: fresh() }, admin).expect(200);
    const answer = await calendar.get(`/events/by-slug/${old}`);
    expect([answer.status, answer.body.code]).toEqual([403, 'event-password-protected']);
    expect(answer.headers.location).toBeUndefined();
    expect((await calendar.get(`/events/by-slug/${old}`, { as: 'editor' })).status).toBe(301);
  });
});
