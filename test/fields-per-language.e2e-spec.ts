import { fixPresent } from './support/present.js';
import { itEach, resourceOf, relatedPublished, publishedResources, type TestedResource } from './support/resources.js';
import { makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

const editor: RequestOptions = { as: 'editor' };
const french: RequestOptions = { language: 'fr' };
const frenchEditor: RequestOptions = { language: 'fr', as: 'editor' };
const DATES = { start_date: '2027-06-21 19:30', end_date: '2027-06-21 22:00' };

type Body = Record<string, unknown>;

/** The fields of a resource that may differ by language. */
const fieldsOf = ({ definition }: TestedResource) => Object.keys(definition.perLanguage ?? {});

let made = 0;
/** A value that no other field has. */
const aValue = (field: string) => {
  made += 1;
  const texts: Readonly<Record<string, string>> = { address: `${made} Main Street`, cost: `Offer no. ${made}` };
  return texts[field] ?? `https://example.com/${field}-${made}`;
};

/** All fields with a value each. */
const values = (kind: TestedResource) => Object.fromEntries(fieldsOf(kind).map((field) => [field, aValue(field)]));

/** The value of a field in a body. */
function valueOf(record: Body, field: string): unknown {
  const value = record[field] ?? null;
  return field === 'image' && value ? (value as { url: string }).url : value;
}

const shown = (kind: TestedResource, record: Body) =>
  Object.fromEntries(fieldsOf(kind).map((field) => [field, valueOf(record, field)]));

/** A record in both languages. */
const aBilingual = ({ nameField, ...kind }: TestedResource, fields: Body, own: { en?: Body; fr?: Body } = {}) =>
  aRecord(
    { nameField, ...kind },
    {
      ...fields,
      [nameField]: undefined,
      translations: { en: { [nameField]: 'Bridge', ...own.en }, fr: { [nameField]: 'Pont', ...own.fr } },
    },
  );

const pathOf = (kind: TestedResource, { id }: { id: number }) => `${kind.path}/${id}`;

/** The values that each language shows. */
async function read(kind: TestedResource, record: { id: number }) {
  const [en, fr] = [await calendar.get(pathOf(kind, record)), await calendar.get(pathOf(kind, record), french)];
  return { en: shown(kind, en.body as Body), fr: shown(kind, fr.body as Body) };
}

async function change(kind: TestedResource, record: { id: number }, body: Body, options = editor): Promise<Body> {
  const answer = await calendar.patch(pathOf(kind, record), body, options);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Body;
}

async function refused(kind: TestedResource, record: { id: number }, body: Body, options = editor) {
  const { status, body: error } = await calendar.patch(pathOf(kind, record), body, options);
  return [status, error.data.params] as unknown;
}

itEach(
  publishedResources,
  '%s show a flat value in both languages, and one of a language in its place',
  async (kind) => {
    const [flat, own] = [values(kind), values(kind)];
    const record = await aBilingual(kind, flat, { fr: own });
    expect(await read(kind, record)).toEqual({ en: flat, fr: own });
    const { body } = await calendar.get(`${pathOf(kind, record)}?translations=all`);
    expect(shown(kind, body.translations.fr)).toEqual(own);
    expect(shown(kind, body.translations.en)).toEqual(shown(kind, {}));
    const list = await calendar.get(`${kind.path}?include=${record.id}&hide_empty=false`, french);
    expect(shown(kind, list.body[kind.plural][0])).toEqual(own);
  },
);

itEach(
  publishedResources,
  'null takes the value of a language away from %s, and a new one replaces it',
  async (kind) => {
    const [flat, own, other] = [values(kind), values(kind), values(kind)];
    const record = await aBilingual(kind, flat, { fr: own, en: other });
    expect(await read(kind, record)).toEqual({ en: other, fr: own });
    const none = Object.fromEntries(fieldsOf(kind).map((field) => [field, null]));
    await change(kind, record, { translations: { fr: none, en: own } });
    expect(await read(kind, record)).toEqual({ en: own, fr: flat });
  },
);

itEach(
  publishedResources,
  'a flat value that differs from the one shown becomes the shared one of %s',
  async (kind) => {
    const [flat, own, english, last] = [values(kind), values(kind), values(kind), values(kind)];
    const record = await aBilingual(kind, flat, { fr: own });
    await change(kind, record, english);
    expect(await read(kind, record)).toEqual({ en: english, fr: own });
    expect(shown(kind, await change(kind, record, last, frenchEditor))).toEqual(last);
    expect(await read(kind, record)).toEqual({ en: last, fr: last });
    const none = Object.fromEntries(fieldsOf(kind).map((field) => [field, null]));
    await change(kind, record, { translations: { fr: own } });
    await change(kind, record, none, frenchEditor);
    expect(await read(kind, record)).toEqual({ en: none, fr: none });
  },
);

itEach(
  publishedResources,
  'a body of %s may change the shared value and that of its language at once',
  async (kind) => {
    const record = await aBilingual(kind, values(kind), { fr: values(kind) });
    const [flat, own] = [values(kind), values(kind)];
    await change(kind, record, { ...flat, translations: { fr: own } }, frenchEditor);
    expect(await read(kind, record)).toEqual({ en: flat, fr: own });
  },
);

itEach(publishedResources, '%s that were read may be sent back unchanged in either language', async (kind) => {
  const image = { url: aValue('image'), alt: 'A bridge', width: 8, height: 6 };
  const record = await aBilingual(
    kind,
    { ...values(kind), image },
    { fr: { ...values(kind), image_alt: 'Un pont' }, en: { image_alt: 'A bridge' } },
  );
  const oneLanguage = await aRecord(kind, { ...values(kind), image, translations: { en: values(kind) } });
  for (const { id } of [record, oneLanguage])
    for (const options of [editor, frenchEditor]) {
      const path = `${kind.path}/${id}`;
      const { body, headers } = await calendar.get(`${path}?translations=all`, options);
      await calendar.patch(path, body as Body, options).expect(200);
      const again = await calendar.get(`${path}?translations=all`, options);
      expect([again.headers['etag'], again.body]).toEqual([headers['etag'], body]);
    }
});

itEach(publishedResources, 'a value alone makes no translation of %s', async (kind) => {
  const record = await aRecord(kind);
  for (const field of fieldsOf(kind)) {
    const { status, body } = await calendar.patch(
      pathOf(kind, record),
      { translations: { fr: { [field]: aValue(field) } } },
      editor,
    );
    expect([status, body.code, body.data.params]).toEqual([
      400,
      'rest_missing_callback_param',
      [`translations.fr.${kind.nameField}`],
    ]);
  }
});

itEach(
  publishedResources,
  'a language that %s lack shows the shared value beside the texts of the other',
  async (kind) => {
    const [flat, own] = [values(kind), values(kind)];
    const record = await aRecord(kind, { ...flat, translations: { en: { ...own, image_alt: 'A bridge' } } });
    const { body } = await calendar.get(pathOf(kind, record), french);
    expect([body.language, shown(kind, body as Body)]).toEqual(['en', flat]);
    // The alternative text of the English image does not describe this one.
    expect(body.image.alt).toBeNull();
    expect((await calendar.get(pathOf(kind, record))).body.image.alt).toBe('A bridge');
  },
);

itEach(publishedResources, '%s lose the values of a language with its texts', async (kind) => {
  const flat = values(kind);
  const record = await aBilingual(kind, flat, { fr: values(kind) });
  await change(kind, record, { translations: { fr: null } });
  await change(kind, record, { translations: { fr: { [kind.nameField]: 'Pont' } } });
  expect(await read(kind, record)).toEqual({ en: flat, fr: flat });
});

itEach(publishedResources, 'values of a language of %s are checked like all others', async (kind) => {
  const record = await aBilingual(kind, {});
  for (const [field, value, sentence] of [
    ['website', 'ftp://example.com', expect.stringContaining('http')],
    ['image', 'no address', expect.any(String)],
    ['image', { alt: 'Only a text' }, expect.any(String)],
    ['image', { url: 'https://example.com/a.jpg', alt: 'A' }, undefined],
    ['image', 999_999, 'There is no image with the id 999999. Give its address instead.'],
  ] as const) {
    const isAlt = sentence === undefined;
    expect(await refused(kind, record, { translations: { fr: { [field]: value } } })).toEqual([
      400,
      isAlt
        ? { 'translations.fr.image.alt': 'Give the alternative text beside the image, as `image_alt`.' }
        : { [`translations.fr.${field}`]: sentence },
    ]);
  }
  const answer = await refused(kind, record, { translations: { fr: { slug: 'pont', wesbite: 'x' } } });
  expect(JSON.stringify(answer)).toContain('website');
});

describe('the image of a language', () => {
  const urlOf = (record: Body) => valueOf(record, 'image');

  itEach(publishedResources, 'has an alternative text that goes with it: %s', async (kind) => {
    const [shared, own, other] = [aValue('image'), aValue('image'), aValue('image')];
    const record = await aBilingual(
      kind,
      { image: shared },
      { en: { image_alt: 'Shared' }, fr: { image: own, image_alt: 'La nôtre' } },
    );
    const alts = async () => {
      const { body } = await calendar.get(`${pathOf(kind, record)}?translations=all`);
      return [body.translations.en.image_alt, body.translations.fr.image_alt] as unknown;
    };
    expect(await alts()).toEqual(['Shared', 'La nôtre']);
    // Another shared image; the French one stays.
    await change(kind, record, { image: other });
    expect(await alts()).toEqual([null, 'La nôtre']);
    await change(kind, record, { translations: { fr: { image: null } } });
    expect(await alts()).toEqual([null, null]);
    await change(kind, record, { translations: { fr: { image: { url: own, width: 5 }, image_alt: 'Encore' } } });
    expect((await calendar.get(pathOf(kind, record), french)).body.image).toMatchObject({
      url: own,
      alt: 'Encore',
      width: 5,
    });
  });

  itEach(publishedResources, 'may be the only one: %s', async (kind) => {
    const own = aValue('image');
    const record = await aBilingual(kind, {}, { fr: { image: own, image_alt: 'Un pont' } });
    expect(await read(kind, record)).toMatchObject({ en: { image: null }, fr: { image: own } });
    expect(await refused(kind, record, { translations: { en: { image_alt: 'A bridge' } } })).toEqual([
      400,
      { 'translations.en.image_alt': expect.any(String) },
    ]);
  });

  itEach(publishedResources, 'of a draft is not named by those who may not read it: %s', async (kind) => {
    const fields = { status: 'draft' };
    const record = await aBilingual(kind, fields, { fr: { image: aValue('image') } });
    const { body } = await calendar.get(pathOf(kind, record), frenchEditor);
    const { id } = body.image as { id: number };
    const naming = (as: 'author' | 'editor') =>
      calendar.post('/events', { title: 'Probe', ...DATES, image: id }, { as });
    const nested = { ...DATES, translations: { fr: { title: 'Sonde', image: id } } };
    expect([(await naming('author')).status, (await naming('editor')).status]).toEqual([400, 201]);
    // The event of the editor that shows it is public.
    const { id: other } = (
      await calendar.get(pathOf(kind, await aBilingual(kind, fields, { fr: { image: aValue('image') } })), frenchEditor)
    ).body.image as { id: number };
    const probe = await calendar.post(
      '/events',
      { ...nested, translations: { fr: { title: 'Sonde', image: other } } },
      { as: 'author' },
    );
    expect(probe.body.data.params).toEqual({
      'translations.fr.image': `There is no image with the id ${other}. Give its address instead.`,
    });
    await calendar.patch(pathOf(kind, record), { status: 'publish' }, editor).expect(200);
    expect((await naming('author')).status).toBe(201);
  });

  it('keeps its size if another record shows it', async () => {
    const url = aValue('image');
    await aBilingual(resourceOf('events'), {}, { fr: { image: { url, width: 10, height: 10 } } });
    const { body } = await calendar.post(
      '/events',
      { title: 'Probe', ...DATES, image: { url, width: 99 } },
      { as: 'author' },
    );
    expect(body.image).toMatchObject({ url, width: 10 });
  });

  itEach(relatedPublished, 'of %s that events show is shown as it is now', async (kind) => {
    const url = aValue('image');
    const record = await aBilingual(kind, {}, { fr: { image: { url, width: 10 } } });
    const { id } = await anEvent({ translations: { fr: { title: 'Bal' } }, [kind.field]: [record.id] });
    const widthOf = async () => {
      const { body, headers } = await calendar.get(`/events/${id}`, french);
      const [linked] = body[kind.field] as { image: { width: number } }[];
      return { width: linked!.image.width, etag: headers['etag'] as string };
    };
    const before = await widthOf();
    await anEvent({ image: { url, width: 20 } }, editor);
    const after = await widthOf();
    expect([before.width, after.width]).toEqual([10, 20]);
    expect(after.etag).not.toBe(before.etag);
    const answer = await calendar.patch(
      `/events/${id}`,
      { translations: { fr: { image: { url, width: 30 }, image_alt: 'x' } } },
      frenchEditor,
    );
    expect([answer.body.image.width, answer.body[kind.field][0].image.width]).toEqual([30, 30]);
    expect(urlOf(answer.body as Body)).toBe(url);
  });
});

describe('a value of a language', () => {
  const place = {
    address: '1 Church Street',
    translations: { en: { venue: 'Hall' }, fr: { venue: 'Salle', address: '1, rue de l’Église' } },
  };

  it('is found by searches in that language', async () => {
    const { id } = await aVenue({ ...place, venue: undefined });
    const found = async (search: string, options?: RequestOptions) => {
      const { body } = await calendar.get(`/venues?search=${encodeURIComponent(search)}`, options);
      return (body.venues as { id: number }[]).some((one) => one.id === id);
    };
    expect([await found('church'), await found('church', french)]).toEqual([true, false]);
    expect([await found('eglise'), await found('eglise', french)]).toEqual([false, true]);
    await calendar.patch(`/venues/${id}`, { address: '2 Market Square' }, editor).expect(200);
    expect([await found('market square'), await found('market square', french)]).toEqual([true, false]);
    await calendar.patch(`/venues/${id}`, { translations: { fr: { address: null } } }, editor).expect(200);
    expect([await found('eglise', french), await found('market square', french)]).toEqual([false, true]);
  });

  it('is shown in JSON-LD and in every format', async () => {
    const venue = await aVenue({ ...place, venue: undefined });
    const own = {
      website: 'https://example.com/fr/site',
      online_url: 'https://meet.example.com/fr',
      image: 'https://example.com/fr.jpg',
    };
    const shared = {
      website: 'https://example.com/en/site',
      online_url: 'https://meet.example.com/en',
      image: 'https://example.com/en.jpg',
    };
    const { id } = await anEvent({
      ...{ ...shared, title: undefined, venue: venue.id, attendance: 'mixed', cost: 20 },
      translations: { en: { title: 'Ball' }, fr: { title: 'Bal', ...own } },
    });
    const single = JSON.stringify((await calendar.get(`/events/${id}`, french)).body.json_ld);
    for (const text of [...Object.values(own), '1, rue de l’Église']) expect(single).toContain(text);
    const texts: Record<string, string> = {};
    for (const format of ['ics', 'csv', 'jscal', 'rss', 'atom', 'jsonfeed', 'jsonld', 'geojson'])
      for (const language of ['en', 'fr']) {
        const answer = await calendar.get(`/events.${format}?include=${id}`, { language }).buffer(true);
        expect(answer.status).toBe(200);
        const text = answer.text ?? (answer.body as Buffer).toString();
        texts[`${format} ${language}`] = text.replaceAll(/\r\n[ \t]/g, '').replaceAll('\\,', ',');
      }
    const saying = (text: string) => Object.keys(texts).filter((name) => texts[name]!.includes(text));
    expect(saying('1, rue de l’Église').sort()).toEqual(
      saying('1 Church Street')
        .map((name) => (name.startsWith('jscal') ? name : name.replace(' en', ' fr')))
        .sort(),
    );
    for (const name of ['website', 'online_url', 'image'] as const) {
      const [english, french] = [saying(shared[name]), saying(own[name])];
      expect(english.length).toBeGreaterThan(0);
      expect(french.filter((one) => one.endsWith('fr'))).toEqual(
        english.filter((one) => one.endsWith('en')).map((one) => one.replace(' en', ' fr')),
      );
      // JSCalendar has both languages in one file.
      expect(english.filter((one) => one.endsWith(' fr') && !one.startsWith('jscal'))).toEqual([]);
    }
    const [object] = (JSON.parse(texts['jscal en']!) as { entries: { localizations: { fr: Body } }[] }).entries;
    expect(object!.localizations.fr).toMatchObject({
      'links/2': { href: own.image },
      virtualLocations: { 1: { uri: own.online_url } },
    });
    const csv = await calendar.get(`/venues.csv?include=${venue.id}`, french).buffer(true);
    expect(csv.text).toContain('1, rue de l’Église');
  });

  it('can be requested by `_fields`', async () => {
    const { id } = await anEvent({
      title: undefined,
      translations: { fr: { title: 'Bal', website: 'https://example.com/fr', image: 'https://example.com/f.jpg' } },
    });
    const query = 'translations=all&_fields=translations.fr.website,translations.fr.image.url';
    const { body } = await calendar.raw().get(`/en/cal/events/v1/events/${id}?${query}`);
    expect(body).toEqual({
      translations: { fr: { website: 'https://example.com/fr', image: { url: 'https://example.com/f.jpg' } } },
    });
  });

  it('is masked in a protected event', async () => {
    const { id } = await anEvent({
      password: 'secret',
      title: undefined,
      translations: {
        fr: {
          title: 'Bal',
          website: 'https://example.com/masked',
          online_url: 'https://example.com/masked',
          image: 'https://example.com/masked.jpg',
        },
      },
    });
    const masked = await calendar.get(`/events?include=${id}&translations=all`, french);
    expect(masked.body.events[0]).toMatchObject({ website: null, online_url: null, image: null });
    expect(masked.text).not.toContain('example.com/masked');
    expect((await calendar.get(`/events/${id}?password=secret`, french)).body.website).toBe(
      'https://example.com/masked',
    );
  });
});

describe('the cost of a language', () => {
  const path = (id: number) => `/events/${id}`;
  const aMeal = (fields: Body = {}, own: { en?: Body; fr?: Body } = { fr: { cost: 'Contribution volontaire' } }) =>
    anEvent({
      ...{ title: undefined, cost: 'Pay what you can', ...fields },
      translations: { en: { title: 'Meal', ...own.en }, fr: { title: 'Repas', ...own.fr } },
    });
  /** The costs of both languages, and what `translations=all` has of each. */
  const costs = async (id: number) => {
    const [en, fr] = [
      await calendar.get(`${path(id)}?translations=all`, editor),
      await calendar.get(path(id), frenchEditor),
    ];
    const { translations } = en.body as { translations: { en: Body; fr: Body } };
    return [en.body.cost, fr.body.cost, translations.en.cost, translations.fr.cost] as unknown[];
  };
  const set = (id: number, body: Body, options = editor) => calendar.patch(path(id), body, options).expect(200);

  it('is shown as its language writes prices, and may be sent back as it was read', async () => {
    const { id } = await aMeal({ cost: '30' }, { en: { cost: [10, 20.5] }, fr: { cost: 15 } });
    const shown = ['$10 – $20.50', '15\u00A0$', '$10 – $20.50', '15\u00A0$'];
    expect(await costs(id)).toEqual(shown);
    const { cost_details: details } = (await calendar.get(path(id), french)).body;
    expect(details).toMatchObject({ currency_code: 'CAD', currency_position: 'postfix', values: ['15'] });
    for (const options of [editor, frenchEditor]) {
      const whole = () => calendar.get(`${path(id)}?translations=all`, options);
      const { body, headers } = await whole();
      await set(id, body as Body, options);
      await set(id, { cost: body.cost }, options);
      const again = await whole();
      expect([again.headers['etag'], again.body]).toEqual([headers['etag'], body]);
    }
    await set(id, { translations: { en: { cost: null }, fr: { cost: null } } });
    expect(await costs(id)).toEqual(['$30', '30\u00A0$', null, null]);
  });

  it('gives way to a flat one that is displayed otherwise', async () => {
    const { id } = await aMeal({ cost: '30' }, { fr: { cost: '15' } });
    await set(id, { cost: '15 $' }, frenchEditor);
    expect(await costs(id)).toEqual(['$30', '15\u00A0$', null, '15\u00A0$']);
    await set(id, { cost: '12 EUR' }, frenchEditor);
    expect(await costs(id)).toEqual(['€12', '12\u00A0€', null, null]);
  });

  it('leaves the filter and the counts by price to the shared one', async () => {
    const { id } = await aMeal({ cost: 'Free' }, { fr: { cost: '5' } });
    const { id: unknown } = await aMeal({ cost: null }, { en: { cost: '5' }, fr: { cost: '0' } });
    const found = async () => {
      const filtered = ['free', 'paid'].flatMap((price) =>
        ['en', 'fr'].map((language) => calendar.get(`/events?include=${id},${unknown}&price=${price}`, { language })),
      );
      const ids = (await Promise.all(filtered)).map(({ body }) =>
        (body.events as { id: number }[]).map((one) => one.id),
      );
      const { body } = await calendar.get(`/events/counts?by=price&include=${id},${unknown}`, french);
      return [...ids, body.counts] as unknown[];
    };
    const one = (value: string) => [expect.objectContaining({ value, count: 1 })];
    expect(await found()).toEqual([[id], [id], [], [], one('free')]);
    await set(id, { translations: { fr: { cost: 'Free' } } });
    await set(id, { cost: 7 });
    expect(await found()).toEqual([[], [], [id], [id], one('paid')]);
  });

  it('is that of JSON-LD and feeds in its language', async () => {
    const { id } = await aMeal({ cost: 'From 6 $, you choose' }, { fr: { cost: '9 EUR' } });
    const { id: free } = await aMeal({ cost: '8' }, { fr: { cost: 'De 6 à 9 $ au choix' } });
    const offers = async (event: number, options?: RequestOptions) => {
      const { body } = await calendar.get(path(event), options);
      const { offers: all = [] } = body.json_ld as { offers?: Body[] };
      return all.map(({ price, priceCurrency }) => [price, priceCurrency]);
    };
    // A text that contains more than prices is no offer.
    expect([await offers(id), await offers(free)]).toEqual([[], [['8', 'CAD']]]);
    expect([await offers(id, french), await offers(free, french)]).toEqual([[['9', 'EUR']], []]);
    const csv = async (language: 'en' | 'fr') =>
      (await calendar.get(`/events.csv?include=${id},${free}`, { language }).buffer(true)).text;
    const [english, ofFrench] = [await csv('en'), await csv('fr')];
    for (const text of ['From 6 $', '$8'])
      expect([english.includes(text), ofFrench.includes(text)]).toEqual([true, false]);
    for (const text of ['9\u00A0€', 'De 6 à 9'])
      expect([english.includes(text), ofFrench.includes(text)]).toEqual([false, true]);
  });

  it.each([
    [-5, /^Must/],
    ['x'.repeat(256), /255/],
    [{ value: 5 }, /^Must/],
  ])('is checked like the shared one: %j', async (cost, sentence) => {
    const { id } = await aMeal();
    const { status, body } = await calendar.patch(path(id), { translations: { fr: { cost } } }, editor);
    expect([status, body.data.params]).toEqual([400, { 'translations.fr.cost': expect.stringMatching(sentence) }]);
  });

  it('is hidden by a password', async () => {
    const { id } = await aMeal({ password: 'sesame' });
    const masked = await calendar.get(`/events?include=${id}&translations=all`, french);
    expect(masked.body.events[0]).toMatchObject({ cost: null, cost_details: null });
    expect(masked.text).not.toContain('Contribution');
    expect((await calendar.get(`${path(id)}?password=sesame`, french)).body.cost).toBe('Contribution volontaire');
  });

  it('is copied with the event, unless the copy has another', async () => {
    const { id } = await aMeal({ cost: '20' }, { fr: { cost: '15' } });
    const copy = async (body: Body, options: RequestOptions) =>
      costs((await calendar.post(`${path(id)}/duplicate`, body, options).expect(201)).body.id as number);
    expect(await copy({}, editor)).toEqual(['$20', '15\u00A0$', null, '15\u00A0$']);
    expect(await copy({ cost: 'free' }, frenchEditor)).toEqual(['Free', 'Gratuit', null, null]);
    expect(await copy({ translations: { fr: { cost: 'Gratuit' } } }, editor)).toEqual([
      '$20',
      'Gratuit',
      null,
      'Gratuit',
    ]);
  });

  it('is in revisions, and restored with them', async () => {
    const { id } = await aMeal({ cost: '20' }, { fr: { cost: '15' } });
    await set(id, { translations: { fr: { cost: '12' } } });
    await set(id, { cost: 'free' }, frenchEditor);
    const { body } = await calendar.get(`${path(id)}/revisions`, editor);
    const entries = body.revisions as { revision: number; fields: string[] }[];
    expect(entries.slice(0, 2).map(({ fields }) => fields.sort())).toEqual([
      ['cost', 'translations.fr.cost'],
      ['translations.fr.cost'],
    ]);
    const first = entries.at(-1)!.revision;
    const { body: shown } = await calendar.get(`${path(id)}/revisions/${first}`, editor);
    expect([shown.record.cost, shown.record.translations.fr.cost]).toEqual(['$20', '15\u00A0$']);
    for (const [number, options] of [
      [first, frenchEditor],
      [entries[0]!.revision, editor],
      [first, editor],
    ] as const) {
      await calendar.post(`${path(id)}/revisions/${number}/restore`, undefined, options).expect(200);
      const isFirst = number === first;
      expect(await costs(id)).toEqual(
        isFirst ? ['$20', '15\u00A0$', null, '15\u00A0$'] : ['Free', 'Gratuit', null, null],
      );
    }
  });

  it('is restored beside a shared one that only the other language shows', async () => {
    const { id } = await aMeal({ cost: '20' }, { en: { cost: 'Pay what you can' }, fr: { cost: 'Au chapeau' } });
    const before = await costs(id);
    const { body } = await calendar.get(`${path(id)}/revisions`, editor);
    const [{ revision }] = body.revisions as [{ revision: number }];
    for (const options of [editor, frenchEditor]) {
      await set(id, { cost: 'free', translations: { en: { cost: '20' }, fr: { cost: 'Au chapeau' } } });
      await calendar.post(`${path(id)}/revisions/${revision}/restore`, undefined, options).expect(200);
      expect(await costs(id)).toEqual(before);
    }
    await set(id, { translations: { en: { cost: null }, fr: { cost: null } } });
    expect((await costs(id)).slice(0, 2)).toEqual(['$20', '20\u00A0$']);
  });

  it('is followed by the dates of a series', async () => {
    const { id } = await aMeal({ ...DATES, cost: '20', recurrence: 'FREQ=WEEKLY;COUNT=3' }, { fr: { cost: '15' } });
    const { body } = await calendar.get(`/events?post_parent=${id}&from=2027-01-01`);
    const [second, third] = (body.events as { id: number }[]).map((event) => event.id);
    await set(second!, { translations: { fr: { cost: '11' } } });
    await calendar.patch(`${path(third!)}?apply=all`, { cost: 'free' }, frenchEditor).expect(200);
    const all = [await costs(id), await costs(second!), await costs(third!)];
    expect(all).toEqual([
      ['Free', 'Gratuit', null, null],
      ['Free', '11\u00A0$', null, '11\u00A0$'],
      ['Free', 'Gratuit', null, null],
    ]);
  });

  it('is no text to translate', async () => {
    const { id } = await aMeal();
    const status = async () => (await calendar.get(path(id), editor)).body.translation_status as unknown;
    const before = await status();
    await set(id, { cost: '10', translations: { fr: { cost: null } } });
    expect(await status()).toEqual(before);
  });
});

describe('an occurrence of a series', () => {
  const path = (id: number) => `/events/${id}`;
  const aMarket = async () => {
    const series = await anEvent({
      ...{
        title: undefined,
        start_date: '2027-06-01 08:00',
        end_date: '2027-06-01 13:00',
        recurrence: 'FREQ=WEEKLY;COUNT=3',
      },
      ...{ website: 'https://example.com/shared', image: 'https://example.com/shared.jpg' },
      translations: { en: { title: 'Market' }, fr: { title: 'Marché', website: 'https://example.com/fr' } },
    });
    const { body } = await calendar.get(`/events?post_parent=${series.id}&from=2027-01-01`);
    const [second, third] = body.events as { id: number }[];
    return { series: series.id, second: second!.id, third: third!.id };
  };
  const websites = async (...ids: number[]) => {
    const all = ids.flatMap((id) => ['en', 'fr'].map((language) => calendar.get(path(id), { language })));
    return (await Promise.all(all)).map(({ body }) => String(body.website).replace('https://example.com/', ''));
  };
  const set = (id: number, body: Body, options = editor) => calendar.patch(path(id), body, options).expect(200);

  it('inherits the values of each language until one is overridden', async () => {
    const { series, second, third } = await aMarket();
    expect(await websites(second, third)).toEqual(['shared', 'fr', 'shared', 'fr']);
    await set(second, { translations: { fr: { website: 'https://example.com/own' } } });
    await set(series, {
      website: 'https://example.com/new',
      translations: { fr: { website: 'https://example.com/newfr' } },
    });
    expect(await websites(series, second, third)).toEqual(['new', 'newfr', 'new', 'own', 'new', 'newfr']);
    await set(series, { translations: { fr: { website: null } } });
    expect(await websites(series, second, third)).toEqual(['new', 'new', 'new', 'own', 'new', 'new']);
    await set(third, { website: 'https://example.com/third' }, frenchEditor);
    await set(series, { website: 'https://example.com/last' });
    expect(await websites(series, second, third)).toEqual(['last', 'last', 'last', 'own', 'third', 'third']);
  });

  it('keeps its own image of a language with all properties', async () => {
    const { series, second, third } = await aMarket();
    await set(second, { translations: { fr: { image: 'https://example.com/own.jpg', image_alt: 'À nous' } } });
    await set(series, { translations: { fr: { image: 'https://example.com/fr.jpg', image_alt: 'Français' } } });
    const images = async (id: number) => {
      const { body } = await calendar.get(path(id), french);
      return [body.image.url, body.image.alt] as unknown;
    };
    expect(await images(series)).toEqual(['https://example.com/fr.jpg', 'Français']);
    expect(await images(second)).toEqual(['https://example.com/own.jpg', 'À nous']);
    expect(await images(third)).toEqual(['https://example.com/fr.jpg', 'Français']);
  });
});
