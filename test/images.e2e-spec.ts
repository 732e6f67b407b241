import { TestCalendar } from './support/test-calendar.js';
import { itEach, relatedPublished, publishedResources, type TestedResource } from './support/resources.js';
import { type Role } from '../src/http/role.js';
import { makers } from './support/makers.js';

let calendar: TestCalendar;
const { aRecord, anEvent } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const WRITERS = ['contributor', 'author'] as const;
const ON_A_DAY = { title: 'Probe', start_date: '2027-06-21 19:30', end_date: '2027-06-21 22:00' };

interface ImageAnswer {
  readonly id: number;
  readonly url: string;
  readonly alt: string | null;
  readonly width: number | null;
}

let named = 0;
/** An address that was not used before. */
const anAddress = (word = 'image') => `https://example.com/${word}-${(named += 1)}.jpg`;

const imageOf = (record: object) => (record as { image: ImageAnswer }).image;

/** The status of a creation that names an image by its id, and the message about the field. */
async function naming(id: number, as: 'contributor' | 'author' | 'editor') {
  const { status, body, text } = await calendar.post('/events', { ...ON_A_DAY, image: id }, { as });
  return { status, text, said: body.data?.params?.image as string | undefined };
}

itEach(publishedResources, '%s take false for no image, as The Events Calendar writes it', async (kind) => {
  const image = { image: anAddress() };
  const none = await aRecord(kind, { image: false });
  expect(imageOf(none)).toBeNull();
  const record = await aRecord(kind, image);
  expect(imageOf(record).url).toBe(image.image);
  const path = `/${kind.plural}/${record.id}`;
  expect(imageOf((await calendar.patch(path, { image: false }, { as: 'editor' }).expect(200)).body)).toBeNull();
  for (const bad of [true, 0, 'false']) await calendar.patch(path, { image: bad }, { as: 'editor' }).expect(400);
});

describe('the id of an image', () => {
  const MARKER = 'planted-image-marker';

  it('does not reveal images of records that the caller may not read: trying all ids finds nothing', async () => {
    const planted: number[] = [];
    const plant = async (kind: TestedResource, fields: object) => {
      const image = { url: anAddress(MARKER), alt: `${MARKER} alt`, width: 800 };
      const record = await aRecord(kind, { ...fields, image }, { as: 'administrator' });
      planted.push(imageOf(record).id);
      return record;
    };
    for (const kind of publishedResources) {
      for (const status of ['draft', 'pending', 'private', 'future'])
        await plant(kind, { status, ...(status === 'future' && { date: '2999-01-01' }) });
      const { id } = await plant(kind, {});
      await calendar.delete(`${kind.path}/${id}`, { as: 'administrator' }).expect(200);
    }
    await plant(publishedResources[0]!, { password: 'secret' });
    // Shown in one language only, by a record that has no image in the other one.
    for (const kind of publishedResources)
      await plant(kind, { status: 'draft', translations: { fr: { [kind.nameField]: 'x', image: anAddress(MARKER) } } });

    const [first, last] = [Math.min(...planted), Math.max(...planted)];
    for (const as of WRITERS) {
      for (let id = first; id <= last + 1; id += 1) {
        const { status, text, said } = await naming(id, as);
        const unknown = `There is no image with the id ${id}. Give its address instead.`;
        expect([id, status, said]).toEqual([id, 400, unknown]);
        expect(text).not.toContain(MARKER);
      }
    }
    for (const id of planted) expect([id, (await naming(id, 'editor')).status]).toEqual([id, 201]);
  });

  itEach(publishedResources, 'is accepted where a record of the %s shows it that the caller may read', async (kind) => {
    const { id } = imageOf(await aRecord(kind, { image: anAddress() }));
    for (const as of WRITERS) expect((await naming(id, as)).status).toBe(201);
  });

  itEach(relatedPublished, 'is looked at in what an event brings along as well: %s', async ({ field, minimalBody }) => {
    const { id } = imageOf(await anEvent({ image: anAddress(), status: 'private' }));
    const answer = await calendar.post(
      '/events',
      { ...ON_A_DAY, [field]: [{ ...minimalBody, [Object.keys(minimalBody)[0]!]: `Bringing ${id}`, image: id }] },
      { as: 'contributor' },
    );
    expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, [`${field}[0].image`]]);
  });

  it('is accepted from the account that registered it, also when no record shows it any more', async () => {
    const own = await anEvent({ image: anAddress() }, { as: 'contributor' });
    const { id } = imageOf(own);
    await calendar.patch(`/events/${own.id}`, { image: null }, { as: 'contributor' }).expect(200);
    expect((await naming(id, 'author')).status).toBe(400);
    expect((await naming(id, 'contributor')).status).toBe(201);
  });

  it('may be sent back with all properties of a read', async () => {
    const event = await anEvent({ image: { url: anAddress(), alt: 'Seen', width: 3 } }, { as: 'contributor' });
    const { body } = await calendar.patch(`/events/${event.id}`, { image: imageOf(event) }, { as: 'contributor' });
    expect(body).toEqual(event);
  });
});

describe('an image in a body with an id and an address', () => {
  itEach(
    publishedResources,
    'is the other one where a read was sent back with one of the two changed: %s',
    async (kind) => {
      const [old, other] = [anAddress(), anAddress()];
      const seen = await aRecord(kind, { image: { url: old, alt: 'Old', width: 10, height: 5 } }, { as: 'author' });
      const known = imageOf(await aRecord(kind, { image: { url: other, width: 20 } }, { as: 'author' }));
      const sendBack = async (image: object) => {
        const body = { ...seen, image: { ...imageOf(seen), ...image } };
        const answer = await calendar.patch(`${kind.path}/${seen.id}`, body, { as: 'author' }).expect(200);
        return imageOf(answer.body as object);
      };
      const restore = () =>
        calendar.patch(`${kind.path}/${seen.id}`, { image: { url: old, alt: 'Old' } }, { as: 'author' }).expect(200);
      const fresh = anAddress();
      expect(await sendBack({ url: fresh })).toMatchObject({ url: fresh, alt: 'Old', width: null, height: null });
      await restore();
      expect(await sendBack({ id: known.id })).toEqual({ ...known, alt: 'Old' });
      await restore();
      expect(await sendBack({ url: fresh, alt: 'New', width: 30 })).toMatchObject({
        url: fresh,
        alt: 'New',
        width: 30,
      });
      expect((await calendar.get(`${kind.path}/${seen.id}`)).body.image.url).toBe(fresh);
    },
  );

  it('may have both if they belong together', async () => {
    const image = imageOf(await anEvent({ image: { url: anAddress(), alt: 'Seen', width: 3 } }));
    expect(imageOf(await anEvent({ image }))).toEqual(image);
    const { id } = await anEvent({ image: anAddress() });
    expect(imageOf((await calendar.patch(`/events/${id}`, { image }, { as: 'editor' })).body as object)).toEqual(image);
  });

  it('is refused if they belong to two images', async () => {
    const [one, other] = [imageOf(await anEvent({ image: anAddress() })), anAddress()];
    const { id } = await anEvent({ image: anAddress() });
    const image = { id: one.id, url: other };
    for (const asked of [
      calendar.post('/events', { ...ON_A_DAY, image }, { as: 'editor' }),
      calendar.patch(`/events/${id}`, { image }, { as: 'editor' }),
    ]) {
      const { status, body } = await asked;
      expect([status, body.data.params]).toEqual([
        400,
        { 'image.url': 'Must agree with image.id: both mean the same thing.' },
      ]);
    }
  });
});

itEach(publishedResources, 'what is said of an image belongs to the record that shows it: %s', async (kind) => {
  const url = anAddress();
  const [one, other] = [await aRecord(kind, { image: { url, alt: 'One' } }), await aRecord(kind, { image: url })];
  expect([imageOf(one), imageOf(other)]).toMatchObject([{ alt: 'One' }, { id: imageOf(one).id, alt: null }]);

  const changed = await calendar.patch(`${kind.path}/${other.id}`, { image: { url, alt: 'Other' } }, { as: 'editor' });
  expect(imageOf(changed.body as object).alt).toBe('Other');
  expect(imageOf((await calendar.get(`${kind.path}/${one.id}`)).body as object).alt).toBe('One');
});

it('properties that one account registers for an address do not apply to others', async () => {
  const url = anAddress();
  await anEvent({ image: { url, alt: 'Defaced' } }, { as: 'contributor' });
  for (const image of [url, { url }, { url, alt: null }])
    expect(imageOf(await anEvent({ image }, { as: 'editor' })).alt).toBeNull();
});

describe('the alternative text of an image', () => {
  const alts = async (id: number) => {
    const shown = ['en', 'fr'].map(async (language) => {
      const { body } = await calendar.get(`/events/${id}`, { language, as: 'editor' }).expect(200);
      return imageOf(body as object)?.alt;
    });
    return Promise.all(shown);
  };
  const both = { en: { title: 'Fair', image_alt: 'A fair' }, fr: { title: 'Foire', image_alt: 'Une foire' } };
  const aFair = (image: unknown = anAddress()) => anEvent({ title: undefined, translations: both, image });
  const patch = (id: number, body: object, language = 'en') =>
    calendar.patch(`/events/${id}`, body, { as: 'editor', language });

  it('is a text of each language', async () => {
    const { id } = await aFair();
    expect(await alts(id)).toEqual(['A fair', 'Une foire']);
    const { body } = await calendar.get(`/events/${id}?translations=all`).expect(200);
    expect(body.translations).toMatchObject({ en: { image_alt: 'A fair' }, fr: { image_alt: 'Une foire' } });
    await patch(id, { image: { ...imageOf(body as object), alt: 'Une grande foire' } }, 'fr').expect(200);
    expect(await alts(id)).toEqual(['A fair', 'Une grande foire']);
  });

  it('falls back together with the other texts', async () => {
    const { id } = await anEvent({ image: { url: anAddress(), alt: 'English' } });
    expect(await alts(id)).toEqual(['English', 'English']);
    await patch(id, { title: 'Concert en français' }, 'fr').expect(200);
    expect(await alts(id)).toEqual(['English', null]);
  });

  it('is not stored if a read showed the fallback and it is sent back', async () => {
    const { id } = await anEvent({ image: { url: anAddress(), alt: 'English' } });
    const { body } = await calendar.get(`/events/${id}`, { language: 'fr', as: 'editor' });
    expect((await patch(id, { image: body.image }, 'fr').expect(200)).body).toEqual(body);
  });

  it('needs the title if it is the first text of a language', async () => {
    const { id, ...event } = await anEvent({ image: { url: anAddress(), alt: 'English' } });
    const answer = await patch(id, { image: { ...imageOf(event), alt: 'Français' } }, 'fr').expect(400);
    expect([answer.body.code, answer.body.data.params]).toEqual(['rest_missing_callback_param', ['title']]);
  });

  it('is removed with the image, and stays if the same image is sent again', async () => {
    const url = anAddress();
    const { id } = await aFair(url);
    await patch(id, { image: url, title: 'Fair again' }).expect(200);
    expect(await alts(id)).toEqual(['A fair', 'Une foire']);
    await patch(id, { image: { url: anAddress(), alt: 'Another' } }).expect(200);
    expect(await alts(id)).toEqual(['Another', null]);
    await patch(id, { image: null }).expect(200);
    await patch(id, { image: url }).expect(200);
    expect(await alts(id)).toEqual([null, null]);
  });

  it('is cleared by null', async () => {
    const { id, ...fair } = await aFair();
    await patch(id, { image: { ...imageOf(fair), alt: null } }).expect(200);
    await patch(id, { translations: { fr: { image_alt: null } } }).expect(200);
    expect(await alts(id)).toEqual([null, null]);
  });

  it('may be sent with the removal of an image, as a read of both languages returned it', async () => {
    const { id } = await aFair();
    const { body } = await calendar.get(`/events/${id}?translations=all`, { as: 'editor' });
    await patch(id, { ...body, image: null }).expect(200);
    expect((await calendar.get(`/events/${id}?translations=all`)).body).toMatchObject({
      image: null,
      translations: { en: { image_alt: null }, fr: { image_alt: null } },
    });
  });

  it.each([
    [
      { image: { url: 'https://example.com/x.jpg', alt: 'One' }, translations: { en: { image_alt: 'Two' } } },
      'image.alt',
    ],
    [{ translations: { en: { image_alt: 'Of nothing' } } }, 'translations.en.image_alt'],
    [{ image: null, translations: { fr: { title: 'x', image_alt: 'De rien' } } }, 'translations.fr.image_alt'],
    [{ image_alt: 'flat' }, 'image_alt'],
    [{ image: { id: 999_999, alt: 'Unknown' }, translations: { en: { image_alt: 'Unknown' } } }, 'image'],
  ])('is not %j', async (fields, name) => {
    const answer = await calendar.post('/events', { ...ON_A_DAY, ...fields }, { as: 'editor' });
    expect([answer.status, Object.keys(answer.body.data.params as object)]).toEqual([400, [name]]);
  });

  it('is masked together with the image', async () => {
    const { id } = await anEvent({ image: { url: anAddress(), alt: 'planted alt' }, password: 'secret' });
    for (const path of [`/events?include=${id}&translations=all`, `/events/${id}`])
      expect((await calendar.get(path)).text).not.toContain('planted alt');
  });
});

describe('the size of an image', () => {
  const sized = async (image: object, as: 'contributor' | 'author' | 'editor') =>
    imageOf(await anEvent({ image }, { as })).width;

  it('belongs to the image, and is set by callers who may edit all records that show it', async () => {
    const url = anAddress();
    expect(await sized({ url }, 'author')).toBeNull();
    expect(await sized({ url, width: 1 }, 'contributor')).toBeNull();
    expect(await sized({ url, width: 2 }, 'editor')).toBe(2);
    expect(await sized({ url, width: 3 }, 'author')).toBe(2);
    expect(await sized({ url, width: null }, 'editor')).toBe(2);
  });

  it('is cleared with null by the id of the image', async () => {
    const event = await anEvent({ image: { url: anAddress(), width: 10, height: 5 } }, { as: 'editor' });
    const image = { id: imageOf(event).id, width: null };
    const answer = await calendar.patch(`/events/${event.id}`, { image }, { as: 'editor' });
    expect(answer.body.image).toMatchObject({ width: null, height: 5 });
  });

  it('may be changed by an author if only their records show it', async () => {
    const url = anAddress();
    const { id } = await anEvent({ image: { url, width: 10 } }, { as: 'author' });
    expect(await sized({ url, width: 20 }, 'author')).toBe(20);
    expect(imageOf((await calendar.get(`/events/${id}`)).body as object).width).toBe(20);
  });
});

describe('a change of an image', () => {
  const revisionIn = ({ etag }: { etag?: unknown }) => Number(/^"(\d+)-/.exec(String(etag))![1]);
  const patch = (id: number, body: object, as: Role = 'editor', language = 'en') =>
    calendar.patch(`/images/${id}`, body, { as, language });
  const both = { en: { title: 'Fair' }, fr: { title: 'Foire' } };
  const aFair = (fields: object = {}) =>
    anEvent({ title: undefined, translations: both, image: anAddress(), ...fields }, { as: 'editor' });
  const seen = async (path: string, language = 'en') =>
    imageOf((await calendar.get(path, { language }).expect(200)).body as object);

  it('sets the point that stays visible, in every record that shows the image', async () => {
    const event = await aFair();
    const { id, url } = imageOf(event);
    const venue = await aRecord(
      publishedResources.find(({ plural }) => plural === 'venues')!,
      { image: url },
    );
    expect(await seen(`/events/${event.id}`)).toMatchObject({ focus: null });
    const focus = { x: 0.25, y: 1 };
    const { body } = await patch(id, { focus }).expect(200);
    expect(body).toMatchObject({ id, focus, used_by: 2 });
    for (const path of [`/events/${event.id}`, `/venues/${venue.id}`, `/images/${id}`]) {
      const { body: shown } = await calendar.get(path, { as: 'editor' }).expect(200);
      expect((path.startsWith('/images') ? shown : shown.image) as object).toMatchObject({ focus });
    }
    await patch(id, { focus: null }).expect(200);
    expect(await seen(`/venues/${venue.id}`)).toMatchObject({ focus: null });
  });

  it('sets alternative texts, which records show that have none of their own', async () => {
    const event = await aFair();
    const { id } = imageOf(event);
    const alts = async () => [(await seen(`/events/${event.id}`)).alt, (await seen(`/events/${event.id}`, 'fr')).alt];
    await patch(id, { alt: { fr: 'Une <b>foire</b>' } }).expect(200);
    expect(await alts()).toEqual([null, 'Une foire']);
    await patch(id, { alt: { en: 'A fair' } }).expect(200);
    expect(await alts()).toEqual(['A fair', 'Une foire']);
    await calendar.patch(`/events/${event.id}`, { image: { id, alt: 'Its own' } }, { as: 'editor' }).expect(200);
    expect(await alts()).toEqual(['Its own', 'Une foire']);
    expect((await patch(id, { alt: null }).expect(200)).body.alt).toEqual({ en: null, fr: null });
    expect(await alts()).toEqual(['Its own', null]);
  });

  it('comes before the text of the other language that a record shows', async () => {
    const event = await anEvent({ image: { url: anAddress(), alt: 'English' } }, { as: 'editor' });
    const { id } = imageOf(event);
    expect((await seen(`/events/${event.id}`, 'fr')).alt).toBe('English');
    await patch(id, { alt: { fr: 'En français' } }).expect(200);
    expect((await seen(`/events/${event.id}`, 'fr')).alt).toBe('En français');
    expect((await seen(`/events/${event.id}`)).alt).toBe('English');
  });

  it('does not become a text of the record when a read is sent back', async () => {
    const event = await aFair();
    const { id } = imageOf(event);
    await patch(id, { alt: { en: 'A fair', fr: 'Une foire' }, focus: { x: 0, y: 0 } }).expect(200);
    const { body } = await calendar.get(`/events/${event.id}?translations=all`, { as: 'editor' }).expect(200);
    const sent = await calendar.put(`/events/${event.id}`, body as object, { as: 'editor' }).expect(200);
    expect(sent.body.image).toEqual(body.image);
    await patch(id, { alt: null }).expect(200);
    expect((await seen(`/events/${event.id}`)).alt).toBeNull();
    // As GET /images/<id> returns it.
    const { body: image } = await calendar.get(`/images/${id}`, { as: 'editor' }).expect(200);
    await calendar.patch(`/events/${event.id}`, { image }, { as: 'editor' }).expect(200);
    expect((await patch(id, image as object).expect(200)).body).toEqual(image);
  });

  it('does not become a text of another record that takes the image as one returned it', async () => {
    const source = await aFair();
    const { id } = imageOf(source);
    const venues = publishedResources.find(({ plural }) => plural === 'venues')!;
    const texts = { en: 'A fair', fr: 'Une foire' };
    for (const language of ['en', 'fr'] as const) {
      await patch(id, { alt: texts }).expect(200);
      const image = await seen(`/events/${source.id}`, language);
      expect(image.alt).toBe(texts[language]);
      const write = { as: 'editor', language } as const;
      const other = await aFair();
      const takers = [
        (await calendar.post('/events', { ...ON_A_DAY, image }, write).expect(201)).body,
        (await calendar.post('/events', { ...ON_A_DAY, image: { ...image, alt: 'Own' } }, write).expect(201)).body,
        (await calendar.post(`/events/${other.id}/duplicate`, { image, status: 'publish' }, write).expect(201)).body,
        (await calendar.patch(`/events/${other.id}`, { image }, write).expect(200)).body,
      ].map((taker) => `/events/${String(taker.id)}`);
      takers.push(`/venues/${(await aRecord(venues, { image }, write)).id}`);
      const alts = () => Promise.all(takers.map(async (path) => (await seen(path, language)).alt));
      const ofImage = texts[language];
      expect(await alts()).toEqual([ofImage, 'Own', ofImage, ofImage, ofImage]);
      await patch(id, { alt: null }).expect(200);
      expect(await alts()).toEqual([null, 'Own', null, null, null]);
    }
  });

  it('is seen at once, and is no change of the records', async () => {
    const event = await aFair();
    const { id } = imageOf(event);
    const venue = await aRecord(
      publishedResources.find(({ plural }) => plural === 'venues')!,
      { image: imageOf(event).url },
    );
    const linked = await aFair({ venue: venue.id });
    const paths = [`/events/${event.id}`, `/events?include=${event.id}`, `/events/${linked.id}`, `/venues/${venue.id}`];
    const before = await Promise.all(paths.map((path) => calendar.get(path).expect(200)));
    let read = { next: '', more: true };
    while (read.more) {
      const since = read.next ? `?since=${read.next}` : '';
      read = (await calendar.get(`/changes${since}`, { as: 'editor' }).expect(200)).body as typeof read;
    }
    await patch(id, { focus: { x: 0.1, y: 0.2 }, alt: { en: 'New' } }).expect(200);
    for (const [index, path] of paths.entries()) {
      const answer = await calendar.get(path).set('If-None-Match', before[index]!.headers.etag as string);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const after = await calendar.get(`/changes?since=${read.next}`, { as: 'editor' }).expect(200);
    expect(after.body.changes).toEqual([]);
    const { body: record } = await calendar.get(`/events/${event.id}`, { as: 'editor' }).expect(200);
    expect(record.modified_utc).toBe(event.modified_utc);
    const revisions = await calendar.get(`/events/${event.id}/revisions`, { as: 'editor' }).expect(200);
    expect(revisions.body.revisions).toHaveLength(1);
  });

  it('is for callers who may edit all records that show the image', async () => {
    const url = anAddress();
    const { id } = imageOf(await anEvent({ image: url }, { as: 'author' }));
    await patch(id, { focus: { x: 0, y: 0 } }, 'author').expect(200);
    await anEvent({ image: url }, { as: 'editor' });
    for (const body of [{ focus: null }, { alt: { en: 'Defaced' } }])
      expect((await patch(id, body, 'author', 'fr').expect(403)).body).toMatchObject({
        code: 'rest_forbidden',
        message: expect.stringContaining('toutes les fiches') as string,
      });
    // What it has already.
    await patch(id, { focus: { x: 0, y: 0 }, alt: { en: null } }, 'author').expect(200);
    const { id: hidden } = imageOf(await anEvent({ image: anAddress(), status: 'draft' }, { as: 'editor' }));
    await patch(hidden, { focus: null }, 'author').expect(404);
    await calendar.patch(`/images/${id}`, { focus: null }).expect(401);
    await calendar.patch(`/images/${id}`, { focus: null }, { as: 'reader' }).expect(403);
  });

  it('loses nothing of another one at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = imageOf(await aFair());
      const focus = { x: 0.5, y: 0.25 };
      const { headers: before } = await calendar.get(`/images/${id}`, { as: 'editor' });
      const sent = [{ focus }, { alt: { en: 'A fair' } }, { alt: { fr: 'Une foire' } }];
      await Promise.all(sent.map((body) => patch(id, body).expect(200)));
      const { body, headers } = await calendar.get(`/images/${id}`, { as: 'editor' });
      expect(body).toMatchObject({ focus, alt: { en: 'A fair', fr: 'Une foire' } });
      expect(revisionIn(headers)).toBe(revisionIn(before) + 3);
    }
  });

  it('is refused where the image has changed since it was read, as If-Match says', async () => {
    const { id } = imageOf(await aFair());
    const { headers: read } = await calendar.get(`/images/${id}`, { as: 'editor' }).expect(200);
    const matching = (etag: unknown, body: object) => patch(id, body).set('If-Match', etag as string);
    const { headers: changed } = await matching(read.etag, { alt: { en: 'First' } }).expect(200);
    for (const outdated of [read.etag, '"0-x"', 'W/' + String(changed.etag)]) {
      const refused = await matching(outdated, { alt: { en: 'Second' } }).expect(412);
      expect([refused.body.code, refused.headers.etag]).toEqual(['rest_precondition_failed', changed.etag]);
    }
    expect((await matching('*', { alt: { fr: 'Deuxième' } }).expect(200)).body.alt).toEqual({
      ...{ en: 'First', fr: 'Deuxième' },
    });
    expect((await patch(id, { alt: { en: 'Third' } }).expect(200)).body.alt.en).toBe('Third');
    // The image comes before what it lacks.
    await patch(999_999, {})
      .set('If-Match', read.etag as string)
      .expect(404);
  });

  it.each<[object, string]>([
    [{ focus: { x: 1.01, y: 0 } }, 'focus.x'],
    [{ focus: { x: 0, y: -0.01 } }, 'focus.y'],
    [{ focus: { x: 'left', y: 0 } }, 'focus.x'],
    [{ focus: { x: [0.5, 0.5], y: 0 } }, 'focus.x'],
    [{ focus: 'centre' }, 'focus'],
    [{ focus: [0.5, 0.5] }, 'focus'],
    [{ focus: { x: 0.5, y: 0.5, z: 0.5 } }, 'focus.z'],
    [{ alt: 'A fair' }, 'alt'],
    [{ alt: { de: 'Ein Jahrmarkt' } }, 'alt.de'],
    [{ alt: { en: ['A fair', 'Two fairs'] } }, 'alt.en'],
    [{ alt: { fr: 'x'.repeat(300) } }, 'alt.fr'],
    [{ kept: 'maybe' }, 'kept'],
    [{ kept: true }, 'kept'],
    [{ focal: { x: 0, y: 0 } }, 'focal'],
  ])('is not %j', async (body, field) => {
    const { id } = imageOf(await aFair());
    const said: string[] = [];
    for (const language of ['en', 'fr']) {
      const answer = await patch(id, body, 'editor', language);
      expect([answer.status, Object.keys(answer.body.data.params as object)]).toEqual([400, [field]]);
      said.push((answer.body.data.params as Record<string, string>)[field]!);
    }
    expect(said[0]).not.toBe(said[1]);
  });

  it.each([
    [{ focus: { x: 0.5 } }, 'focus.y'],
    [{ focus: {} }, 'focus.x'],
  ])('needs both parts: %j', async (body, field) => {
    const { id } = imageOf(await aFair());
    const answer = await patch(id, body).expect(400);
    expect([answer.body.code, (answer.body.data.params as string[])[0]]).toEqual([
      'rest_missing_callback_param',
      field,
    ]);
  });

  it('is not shown where a password hides the image', async () => {
    const event = await aFair({ password: 'secret' });
    await patch(imageOf(event).id, { alt: { en: 'planted alt', fr: 'planted alt' } }).expect(200);
    for (const path of [`/events?include=${event.id}`, `/events/${event.id}`])
      expect((await calendar.get(path)).text).not.toContain('planted alt');
  });

  it('is found by its texts', async () => {
    const { id } = imageOf(await aFair());
    await patch(id, { alt: { fr: 'Une girafe' } }).expect(200);
    const { body } = await calendar.get('/images?search=GIRAFE', { as: 'editor' }).expect(200);
    expect((body.images as ImageAnswer[]).map((image) => image.id)).toEqual([id]);
  });
});
