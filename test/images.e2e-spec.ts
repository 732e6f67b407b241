import { TestCalendar } from './support/test-calendar.js';
import { itEach, relatedPublished, publishedResources, type TestedResource } from './support/resources.js';
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
