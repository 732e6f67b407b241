import fc from 'fast-check';
import { type Document, METHODS, type Method } from '../src/outlets/openapi/openapi-document.js';
import { resources } from '../src/calendar/resources.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

/** Parameters that others append to addresses: campaigns, clicks, shares, sessions, caches, translations, JSONP. */
const APPENDED = (
  'fbclid gclid dclid gbraid wbraid gad_source gad_campaignid gclsrc msclkid twclid ttclid yclid ysclid igshid igsh li_fat_id epik srsltid ' +
  'utm_source utm_medium utm_campaign utm_term utm_content utm_id utm_source_platform utm_creative_format utm_marketing_tactic ' +
  'mc_cid mc_eid mkt_tok _hsenc _hsmi hsCtaTracking hsa_acc hsa_cam __hstc __hssc __hsfp vero_id oly_enc_id oly_anon_id rb_clickid s_cid icid ' +
  'pk_campaign pk_kwd piwik_campaign mtm_campaign mtm_source matomo_campaign at_campaign at_medium xtor sc_cid s_kwcid ef_id ' +
  '_ga _gl _gac _ke _kx _bta_tid trk trkCampaign ref ref_src ref_url referrer source src campaign cid cmpid ocid cmp partner affiliate aff_id ' +
  'share shared si spm fb_action_ids fb_ref fb_source action_object_map __tn__ __cft__ ved usg sa ei sca_esv _openstat _branch_match_id ' +
  '_x_tr_sl _x_tr_tl _x_tr_hl guccounter guce_referrer guce_referrer_sig sfnsn mibextid rdt_cid ' +
  'amp amp_js_v outputType PHPSESSID jsessionid sid session token _ t ts v ver version timestamp cache cb cachebuster nocache rand random ' +
  'callback jsonp _method debug preview print lang locale hl format output view mode theme color q s id key api_key gdpr consent'
).split(' ');

interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly known: readonly string[];
}

let calendar: TestCalendar;
let operations: Operation[];

const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({ SUBMISSIONS: 'on' });
  for (const make of [anEvent, aVenue, anOrganizer, aCategory, aTag]) await make({ slug: 'one' });
  const document = (await calendar.get('/doc/openapi.json')).body as Document;
  operations = Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      method,
      path: template
        .replace('/cal/events/v1', '')
        .replace('{id}', '1')
        .replace('{revision}', '1')
        .replace('{slug}', 'one'),
      known: (item[method]!.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
    })),
  );
});

afterAll(() => calendar.stop());

const send = ({ method, path }: Operation, query: string, language = 'en') =>
  calendar.send(method, `${path}?${query}`, { as: 'administrator', language }, method === 'get' ? undefined : {});

/** The parameters and fields that a response reports. */
function complaints({ body }: { body: { data?: { params?: object } } }): Record<string, unknown> {
  const params = body.data?.params ?? {};
  return Array.isArray(params) ? Object.fromEntries(params.map((name) => [name, true])) : { ...params };
}

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz_');

/** One edit of a word, anywhere in it. */
const edited = (word: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(word.length - 1), letter, fc.nat(3)).map(([at, other, kind]) => {
    const [before, one, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
    return [before + after, before + other + after, before + other + one + after, swapped(before, one, after)][kind]!;
  });

const swapped = (before: string, one: string, after: string) => before + after.slice(0, 1) + one + after.slice(1);

describe('an unknown parameter', () => {
  it('is refused on every route if it is one edit from a known one', async () => {
    expect(operations.length).toBeGreaterThan(40);
    const anywhere = fc.constantFrom(...operations).chain((operation) => {
      const long = operation.known.filter((name) => name.length >= 5);
      return fc
        .constantFrom(...long)
        .chain((name) => fc.record({ operation: fc.constant(operation), name: edited(name) }));
    });
    await fc.assert(
      fc.asyncProperty(anywhere, async ({ operation, name }) => {
        // `callback`, which sites append, is one edit away from `fallback`.
        fc.pre(!operation.known.includes(name) && !APPENDED.includes(name));
        const answer = await send(operation, `${name}=1`);
        expect(answer.status).toBe(400);
        expect(complaints(answer)[name]).toMatch(/^There is no such parameter\. Did you mean “\w+”\?$/);
      }),
      { numRuns: 300 },
    );
  });

  it('is ignored if it resembles none, or if sites append it', async () => {
    const far = fc.stringMatching(/^[0-9]{3,12}$/);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations), far, async (operation, name) => {
        expect(complaints(await send(operation, `${name}=1`))).not.toHaveProperty(name);
      }),
      { numRuns: 60 },
    );
    for (let at = 0; at < APPENDED.length; at += 40) {
      const some = APPENDED.slice(at, at + 40);
      for (const operation of operations) {
        const params = Object.keys(complaints(await send(operation, some.map((name) => `${name}=x`).join('&'))));
        // A route may have a parameter of such a name.
        const unknown = params.filter((name) => some.includes(name) && !operation.known.includes(name));
        expect([operation, unknown]).toEqual([operation, []]);
      }
    }
  });

  it.each([
    ['category', 'categories'],
    ['tag', 'tags'],
    ['venues', 'venue'],
    ['perpage', 'per_page'],
    ['page_per', ''],
    ['Page', 'page'],
    ['geolocate', ''],
    ['categories[slug]', 'categories'],
    ['start_date[gte]', 'start_date'],
    ['start', 'from'],
    ['end', 'to'],
    ['start[gte]', 'from'],
    ['venues[id]', 'venue'],
    ['filter[categories]', ''],
  ])('%s of a list of events is taken for “%s”', async (name, known) => {
    const english = complaints(await calendar.get(`/events?${name}=music`));
    const french = complaints(await calendar.get(`/events?${name}=music`, { language: 'fr' }));
    if (known === '') return expect([english, french]).toEqual([{}, {}]);
    expect(english).toEqual({ [name]: `There is no such parameter. Did you mean “${known}”?` });
    expect(french).toEqual({ [name]: `Ce paramètre n’existe pas. Vouliez-vous dire «\u00a0${known}\u00a0»?` });
  });

  it('is reported with all other errors, after the key is checked and before the record is looked up', async () => {
    expect(complaints(await calendar.get('/events?category[]=1&page=0'))).toMatchObject({
      category: expect.any(String),
      page: expect.any(String),
    });
    expect((await calendar.post('/events?translation_langage=fr', {})).status).toBe(401);
    expect((await calendar.get('/events/999?translation_langage=fr')).status).toBe(400);
  });

  it('is never answered from the cache', async () => {
    expect((await calendar.get('/events?per_page=1')).status).toBe(200);
    expect((await calendar.get('/events?per_page=1&category=music')).status).toBe(400);
    expect((await calendar.get('/events?per_page=1&category=music')).status).toBe(400);
    expect((await calendar.get('/events?per_page=1&categories[slug]=music')).status).toBe(400);
    expect((await calendar.get('/events?per_page=1')).status).toBe(200);
  });
});

describe('invalid parameters', () => {
  const reported = async (path: string) =>
    Object.keys(complaints(await calendar.get(path, { as: 'administrator' }))).sort();

  it.each(['/events', '/venues', '/organizers', '/categories', '/tags'])(
    'of %s are reported all at once',
    async (path) => {
      expect(await reported(`${path}?per_page=101&_fields=nothing&order=up&modified_after=then`)).toEqual(
        ['_fields', 'modified_after', 'order', 'per_page'].sort(),
      );
    },
  );

  it.each(['/events', '/events/counts', '/events.ics'])('of %s are reported together with its dates', async (path) => {
    const dates = 'from=2041-06-20&to=2041-06-19';
    expect(await reported(`${path}?${dates}&featured=2&by=size`)).toEqual(expect.arrayContaining(['featured', 'to']));
    expect(await reported(`${path}?${dates}&featured=2&include=1&by=day`)).toEqual(['featured']);
    expect(await reported(`${path}?from=soon&to=2041-06-19&by=day`)).toEqual(['from']);
  });

  it.each(['/events.csv', '/venues.csv', '/organizers.csv'])('of %s are reported together', async (path) => {
    expect(await reported(`${path}?per_page=10001&order=up&_fields=id`)).toEqual(['_fields', 'order', 'per_page']);
    expect(await reported(`${path}?per_page=10000`)).toEqual([]);
  });

  it.each(['/categories', '/tags'])('of %s are reported together with `post` and `event` that differ', async (path) => {
    expect(await reported(`${path}?post=1&event=2&order=up`)).toEqual(['order', 'post']);
    expect(await reported(`${path}?post=1&event=x`)).toEqual(['event']);
  });

  it('of the changes are reported all at once', async () => {
    expect(await reported('/changes?limit=0&_fields=id,nothing')).toEqual(['_fields', 'limit']);
    expect(await reported('/changes?kinds=shops&_fields=nothing')).toEqual(['_fields', 'kinds']);
  });

  it('of every route with `_fields` are reported together with its unknown names', async () => {
    const bodies = new Map(resources.map(({ names, docs }) => [`/${names.plural}`, docs.bodies.en.short]));
    for (const { method, path } of operations.filter(({ known }) => known.includes('_fields'))) {
      const body = method === 'get' ? undefined : (bodies.get(path) ?? {});
      const options = { as: 'administrator' } as const;
      const answer = await calendar.send(method, `${path}?_field=id&_fields=nothing`, options, body);
      expect({ method, path, complaints: Object.keys(complaints(answer)).sort() }).toEqual({
        ...{ method, path, complaints: ['_field', '_fields'] },
      });
    }
  });
});
