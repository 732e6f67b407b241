import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SwaggerModule } from '@nestjs/swagger';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { createNestDocument } from '../src/outlets/openapi/extension-fields.js';
import { LANGUAGES } from '../src/lib/i18n/language.js';
import { openapiTexts } from '../src/commands/cli/openapi-texts.js';
import {
  type Document,
  METHODS,
  type Operation,
  type Parameter,
  refName,
  resolveSchema,
  type Response as DocumentedResponse,
  type Schema,
} from '../src/outlets/openapi/openapi-document.js';
import { french, untranslated } from '../src/outlets/openapi/translate.js';
import { fillSample } from '../src/commands/sample/sample.js';
import { hasExtension } from './support/extensions.js';
import { allResources, itEach, relatedPublished, resources } from './support/resources.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

const BASE = '/cal/events/v1';

/** With mail, a forgotten password is a route; nothing is sent in these tests. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'calendar@town.example' };

let calendar: TestCalendar;
let en: Document;
let fr: Document;
const { aRecord } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({
    ...MAIL,
    MAX_PER_PAGE: '50',
    SITE_NAME: 'Toronto & more',
    SITE_NAME_FR: 'Toronto et plus',
  });
  // Examples name the first venue and the first organizer.
  for (const kind of relatedPublished) await aRecord(kind, kind.minimalBody);
  en = (await calendar.get('/doc/openapi.json')).body as Document;
  fr = (await calendar.get('/doc/openapi.json', { language: 'fr' })).body as Document;
});

afterAll(() => calendar.stop());

/** The document without the fields of removed extensions. */
function withoutRemoved(part: unknown): unknown {
  if (Array.isArray(part)) return part.filter((member) => !isRemoved(member?.schema)).map(withoutRemoved);
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([, value]) => !isRemoved(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRemoved(value)]));
}

function isRemoved(schema: Schema | undefined): boolean {
  const name = schema?.['x-extension'];
  return name !== undefined && !hasExtension(name);
}

const operations = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): { path: string; method: string; operation: Operation }[] => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );

const parameters = (path: string): Map<string, Parameter> =>
  new Map((en.paths[BASE + path]!.get!.parameters ?? []).map((parameter) => [parameter.name, parameter]));

describe('the OpenAPI document', () => {
  it('equals the committed one, except for settings of the site', async () => {
    const committed = JSON.parse(readFileSync(join(__dirname, '..', 'docs', 'openapi.json'), 'utf8'));
    expect((await openapiTexts()).en).toBe(`${JSON.stringify(withoutRemoved(committed), null, 2)}\n`); // else: npm run openapi
  });

  it('has every route of the specification', () => {
    const record = ['get', 'post', 'put', 'patch', 'delete'];
    const routes = allResources.map(({ path, isPublished }) => ({
      [`${BASE}${path}`]: ['get', 'post'],
      [`${BASE}${path}/{id}`]: record,
      ...(isPublished && { [`${BASE}${path}/by-slug/{slug}`]: record }),
    }));
    const found = Object.fromEntries(Object.entries(en.paths).map(([path, item]) => [path, Object.keys(item)]));
    expect(found).toMatchObject({
      [BASE]: ['get'],
      [`${BASE}/doc`]: ['get'],
      [`${BASE}/me`]: ['get', 'patch'],
      ...(Object.assign({}, ...routes) as object),
    });
    expect(allResources.map(({ plural }) => plural)).toEqual(
      expect.arrayContaining(['events', 'venues', 'organizers', 'categories', 'tags']),
    );
  });

  it('has a unique operationId for each operation', () => {
    const ids = operations(en).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['listEvents', 'getEventBySlug', 'updateVenue', 'updateVenueByPut']));
  });

  it('describes every operation, parameter and response in both languages', () => {
    for (const document of [en, fr]) {
      for (const { path, method, operation } of operations(document)) {
        const where = `${method} ${path}`;
        expect([where, operation.summary]).not.toEqual([where, operation.operationId]);
        expect([where, Boolean(operation.description)]).toEqual([where, true]);
        for (const { name, description, schema } of operation.parameters ?? [])
          expect([
            where,
            name,
            Boolean(description),
            Boolean(schema.type ?? schema.oneOf ?? schema.allOf ?? schema.$ref),
          ]).toEqual([where, name, true, true]);
      }
    }
    const summaries = (document: Document) => operations(document).map(({ operation }) => operation.summary);
    const french = summaries(fr);
    expect(summaries(en).filter((summary, place) => summary === french[place])).toEqual([]);
  });

  it('has French for every text, and no French for texts that are gone', async () => {
    await SwaggerModule.loadPluginMetadata((await import('../src/generated/metadata.js')).default);
    expect(untranslated(createNestDocument(calendar.app, []), [])).toEqual([]);
    const page = await calendar.get('/doc').set('Accept', 'text/html');
    const said = [JSON.stringify(en), (await openapiTexts()).en, page.text].join();
    const isSaid = (text: string) =>
      text.split(/\{\w+\}/).every((part) => said.includes(JSON.stringify(part).slice(1, -1)));
    expect(Object.keys(french).filter((text) => !isSaid(text))).toEqual([]);
  });

  it.each(LANGUAGES)('names each resource consistently, and describes none by the text of another: %s', (language) => {
    const said = allResources.flatMap(({ definition: { names, docs, relation } }) => [
      ...Object.values(names.names[language]),
      ...Object.values(docs.about[language]),
      ...Object.values(docs.operations).map((operation) => operation[language].summary),
      ...Object.values(relation?.texts[language] ?? {}),
    ]);
    expect(said.filter((text, place) => said.indexOf(text) !== place)).toEqual([]);
  });

  it('lists both roots of the instance, the root of its language first', () => {
    expect(fr.servers.map(({ url }) => url)).toEqual(['http://localhost:3000/fr', 'http://localhost:3000/en']);
  });

  it('offers, where `_fields` may be given, a second schema without required fields', () => {
    const reads = operations(en).filter(({ method }) => method === 'get');
    // Changes have records of several resources, so their schema is open.
    const taking = reads.filter(
      ({ path, operation }) =>
        !path.endsWith('/changes') && operation.parameters?.some(({ name }) => name === '_fields'),
    );
    expect(taking.length).toBeGreaterThan(10);
    const schemas = reads.flatMap(({ path, operation }) => {
      const { content } = operation.responses['200'] as DocumentedResponse;
      const [whole, chosen] = content?.['application/json']?.schema?.anyOf ?? [];
      return whole && chosen ? [{ path, whole: refName(whole), chosen: refName(chosen) }] : [];
    });
    expect(schemas.map(({ path }) => path)).toEqual(taking.map(({ path }) => path));
    for (const { whole, chosen } of schemas) {
      expect(chosen).toBe(`${whole}Fields`);
      const [all, some] = [whole, chosen].map((name) => en.components.schemas[name]);
      expect(Object.keys(some?.properties ?? {})).toEqual(Object.keys(all?.properties ?? {}));
      expect(all?.required).toEqual(expect.arrayContaining([expect.any(String)]));
    }
    const { EventFields, ImageFields, EventList, EventListFields } = en.components.schemas;
    for (const schema of [EventFields, ImageFields]) expect(schema).not.toHaveProperty('required');
    expect(EventListFields?.required).toEqual(EventList?.required);
    expect(EventListFields?.properties?.['events']?.items).toEqual({ $ref: '#/components/schemas/EventFields' });
  });

  it('names enumerations that many parameters and fields share', () => {
    const { Event, CreateEvent, Language, EventStatus } = en.components.schemas;
    expect(Language?.enum).toEqual(LANGUAGES);
    expect(parameters('/events').get('translation_language')?.schema.$ref).toBe('#/components/schemas/Language');
    for (const { properties } of [Event!, CreateEvent!])
      expect(properties?.['event_status']?.allOf).toEqual([{ $ref: '#/components/schemas/EventStatus' }]);
    expect(EventStatus?.enum).toContain('rescheduled');
  });

  it('offers no JSON-only parameters for other formats', () => {
    const files = operations(en).filter(({ path }) => path.includes('.') && !path.endsWith('.json'));
    expect(files.length).toBeGreaterThan(10);
    const names = files.flatMap(({ operation }) => operation.parameters ?? []).map(({ name }) => name);
    expect(names).toContain('download');
    expect(names.filter((name) => ['_fields', 'translations'].includes(name))).toEqual([]);
  });

  it('has types, limits, defaults and allowed values of parameters', () => {
    const list = parameters('/events');
    expect(list.get('per_page')?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 50, default: 10 });
    expect(list.get('include')).toMatchObject({
      explode: false,
      schema: { type: 'array', items: { type: 'integer' } },
    });
    expect(list.get('geoloc_lat')?.schema).toMatchObject({
      type: 'number',
      format: 'double',
      minimum: -90,
      maximum: 90,
    });
    expect(list.get('orderby')?.schema).toMatchObject({ default: 'start_date' });
    expect(parameters('/categories').get('hide_empty')?.schema).toMatchObject({ type: 'boolean', default: true });
    expect(parameters('/events/{id}').get('password')).toBeDefined();
    expect(parameters('/events/by-slug/{slug}').get('password')).toBeUndefined();
    // It would look as if it protected the new event.
    const creation = en.paths[`${BASE}/events`]?.post?.parameters ?? [];
    expect(creation.filter(({ name }) => name === 'password')).toEqual([]);
  });

  it('distinguishes the required fields of a creation from those of an update', () => {
    const { CreateEvent, UpdateEvent, UpdateEventBySlug, CreateVenue, CreateTagForm } = en.components.schemas;
    expect(CreateEvent?.required).toEqual(['title', 'start_date', 'end_date']);
    expect(CreateEvent?.properties?.['all_day']).toMatchObject({ type: 'boolean', default: false });
    expect(CreateEvent?.properties?.['categories']).toMatchObject({ type: 'array', default: null });
    expect(UpdateEvent?.required).toBeUndefined();
    expect(UpdateEvent?.properties?.['all_day']).not.toHaveProperty('default');
    expect(UpdateEventBySlug?.properties).not.toHaveProperty('password');
    expect(CreateVenue?.required).toEqual(['venue']);
    expect(Object.keys(CreateTagForm?.properties ?? {})).toEqual([
      'name',
      'description',
      'slug',
      'translation_language',
      'translation_confirmed',
    ]);
  });

  it('gives each form field either one type of value or a list', () => {
    const forms = Object.entries(en.components.schemas).filter(([name]) => name.endsWith('Form'));
    const fields = forms.flatMap(([, { properties = {} }]) =>
      Object.values(properties).map((field) => resolveSchema(field, en.components.schemas)),
    );
    expect(fields.filter(({ type, oneOf }) => (type === undefined) === (oneOf === undefined))).toEqual([]);
    expect(en.components.schemas.CreateEventForm?.properties?.['recurrence']).toMatchObject({ type: 'string' });
  });

  it('marks nullable fields, also those behind references, in a way that strict parsers accept', () => {
    for (const { image, recurrence } of [en, fr].map(({ components }) => components.schemas.Event?.properties ?? {}))
      for (const field of [image, recurrence]) expect(field).toMatchObject({ type: 'object', nullable: true });
    const { Image, Recurrence, Occurrence, EventTexts, TermTexts, Venue } = en.components.schemas;
    for (const schema of [Image, Recurrence, Occurrence, EventTexts, TermTexts])
      expect(schema).toMatchObject({ type: 'object', nullable: true });
    expect(Venue).not.toHaveProperty('nullable');
  });

  it('states who may call an operation', () => {
    const both = [{ bearer: [] }, { basic: [] }];
    expect(en.paths[`${BASE}/events`]?.get?.security).toEqual([{}, ...both]);
    expect(en.paths[`${BASE}/events`]?.post?.security).toEqual(both);
    expect(en.paths[`${BASE}/tags`]?.post?.description).toContain('`editor`');
  });

  it('shows errors as the service words them', async () => {
    const answer = await calendar.get('/events/999', { language: 'fr' });
    const { $ref } = fr.paths[`${BASE}/events/{id}`]!.get!.responses['404'] as { $ref: string };
    const declared = fr.components.responses?.[$ref.slice($ref.lastIndexOf('/') + 1)];
    expect(declared?.content?.['application/json']?.examples?.['rest-event-not-found']?.value).toEqual(answer.body);
  });

  it('describes the default date range of lists, and both shapes of invalid parameters', async () => {
    expect(parameters('/events').get('start_date')?.description).toContain(
      'an `end_date` in the past then finds nothing',
    );
    expect((await calendar.get('/events?end_date=2020-01-01')).body.total).toBe(0);
    const params = en.components.schemas['Error']?.properties?.['data']?.properties?.['params'];
    const [missing, invalid] = params?.oneOf ?? [];
    expect([missing?.type, invalid?.type]).toEqual(['array', 'object']);
    const answers = [
      await calendar.post('/tags', {}, { as: 'editor' }),
      await calendar.post('/events', { start_date: 'x' }, { as: 'editor' }),
    ];
    for (const [place, { body }] of answers.entries())
      expect([place, params?.oneOf?.[place]?.description]).toEqual([
        place,
        expect.stringContaining(`\`${body.code}\``),
      ]);
    expect(answers[0]!.body.data.params).toEqual(['name']);
    expect(Object.keys(answers[1]!.body.data.params as object)).toEqual(
      expect.arrayContaining(['start_date', 'title']),
    );
  });

  it('has example bodies that the service accepts', async () => {
    expect(await refusedBodies(calendar)).toEqual([]);
  });

  itEach(resources, 'declares for updates of %s whatever a read answers, and it may be sent back', async (kind) => {
    const { singular, path, definition } = kind;
    const own = {
      [kind.nameField]: `Sent back as ${singular}`,
      slug: `sent-back-as-${singular}`,
      translations: undefined,
    };
    const { id } = await aRecord(kind, { ...definition.docs.bodies.en.full, ...own });
    const reading = () => calendar.get(`${path}/${id}?translations=all`, { as: 'administrator' });
    const { body: read } = await reading();
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'openapi', components: en.components });
    const validate = ajv.compile({
      $ref: `openapi#/components/schemas/Update${singular.charAt(0).toUpperCase()}${singular.slice(1)}`,
    });
    expect(validate(read) || validate.errors).toBe(true);
    expect((await calendar.put(`${path}/${id}`, read, { as: 'administrator' })).status).toBe(200);
    expect((await reading()).body).toEqual(read);
  });

  /** What a field is given with. */
  const NEEDED: Readonly<Record<string, object>> = { review_note: { status: 'draft' } };

  itEach(resources, 'has bodies of %s of which each field is kept and answered', async (kind) => {
    const { singular, path, definition } = kind;
    const schemaOf = (what: string) =>
      en.components.schemas[`${what}${singular.charAt(0).toUpperCase()}${singular.slice(1)}`]!.properties!;
    const [written, answered] = [schemaOf('Update'), schemaOf('')];
    const lost: string[] = [];
    for (const [name, schema] of Object.entries(written)) {
      const value = schema.example ?? schema.enum?.at(-1) ?? (schema.type === 'boolean' ? true : undefined);
      if (!(name in answered) || value === undefined || schema['x-extension'] !== undefined) continue;
      const own = {
        [kind.nameField]: `For ${name}`,
        slug: `${singular}-for-${name.replaceAll('_', '-')}`,
        translations: undefined,
      };
      const before = await aRecord(kind, { ...definition.docs.bodies.en.short, ...own });
      const { status, body } = await calendar.patch(
        `${path}/${before.id}`,
        { [name]: value, ...NEEDED[name] },
        { as: 'administrator' },
      );
      const after: unknown = body[name];
      const isTaken = !isDeepStrictEqual(after, Reflect.get(before, name)) || isDeepStrictEqual(after, value);
      if (status !== 200 || !isTaken) lost.push(`${name}: ${status} ${JSON.stringify(after)}`);
    }
    expect(lost).toEqual([]);
  });
});

describe('the OpenAPI document with the sample', () => {
  let sample: TestCalendar;

  beforeAll(async () => {
    sample = await TestCalendar.start(MAIL);
    await fillSample(sample.app);
    // The sample has no webhook, since it would send messages.
    const webhook = { url: 'https://search.example.org/', events: '*', active: false };
    await sample.post('/webhooks', webhook, { as: 'administrator' }).expect(201);
  });

  afterAll(() => sample.stop());

  /** Numbers of revisions are not known in advance. */
  async function pathOfLastRevision(path: string): Promise<string> {
    const { body } = await sample.get(path.replace('/{revision}', ''), { as: 'administrator' });
    const [last] = body.revisions as { revision: number }[];
    return path.replace('{revision}', String(last!.revision));
  }

  it('has example parameters that find records', async () => {
    const vain: string[] = [];
    for (const [language, document] of Object.entries({ en, fr })) {
      for (const { path, method, operation } of operations(document)) {
        // A setting switches submissions on, and another test reads their token.
        if (method !== 'get' || path.endsWith('/submissions/token')) continue;
        const given = operation.parameters ?? [];
        const [fixed] = given.filter((parameter) => parameter.in === 'path');
        const record = path.slice(BASE.length).replace(/\{\w+\}/, String(fixed?.example));
        const below = record.includes('{revision}') ? await pathOfLastRevision(record) : record;
        for (const query of queriesOf(given)) {
          const answer = await sample.get(`${below}?${query}`, { language, as: 'administrator' });
          if (answer.status !== 200 || answer.body.total === 0)
            vain.push(`${language} ${below}?${query}: ${answer.status} ${answer.body.message}`);
        }
      }
    }
    expect(vain).toEqual([]);
  });

  it('has example bodies that the service accepts', async () => {
    expect(await refusedBodies(sample)).toEqual([]);
  });
});

/** The paths whose bodies hold a password or token, which no example can have. */
const WITH_SECRETS = ['/me/keys', '/me/password', '/sign-in', '/sign-in/invitation', '/submissions'].map(
  (path) => BASE + path,
);

/** The example bodies of creations that a calendar refuses. */
async function refusedBodies(of: TestCalendar): Promise<string[]> {
  const refused: string[] = [];
  for (const [language, document] of Object.entries({ en, fr })) {
    for (const { path, operation } of operations(document).filter(({ method }) => method === 'post')) {
      if (path.includes('{') || WITH_SECRETS.includes(path)) continue;
      const { examples = {} } = operation.requestBody!.content['application/json'] ?? {};
      for (const [name, { value }] of Object.entries(examples)) {
        const answer = await of.post(path.slice(BASE.length), value as object, { language, as: 'administrator' });
        if (answer.status >= 300) refused.push(`${language} ${path} ${name}: ${answer.status} ${answer.body.message}`);
      }
    }
  }
  return refused;
}

/** Each parameter by itself, with the parameters that it requires. */
function queriesOf(given: readonly Parameter[]): string[] {
  const all = given.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined);
  const required = all.filter((parameter) => parameter.required);
  const examples = all
    .filter((parameter) => !parameter.required)
    // The sample belongs to the first administrator, which is not the first account here.
    .filter(({ name }) => name !== 'author');
  const isNear = ({ name }: Parameter) => /^geoloc_(lat|lng|radius)$/.test(name);
  const near = hasExtension('geoloc') ? examples.filter(isNear) : [];
  const together = [...examples.filter((parameter) => !isNear(parameter)).map((one) => [one]), near];
  const text = (example: unknown) => [example as string].flat().join();
  return together.map((some) =>
    String(
      new URLSearchParams([...required, ...some].map(({ name, example }): [string, string] => [name, text(example)])),
    ),
  );
}

describe('the index of the namespace', () => {
  it('lists routes with methods and parameters', async () => {
    const { status, body } = await calendar.get('');
    expect(status).toBe(200);
    expect(body.namespace).toBe('cal/events/v1');
    expect(body.routes[`${BASE}/events`]).toMatchObject({
      namespace: 'cal/events/v1',
      methods: ['GET', 'POST'],
      endpoints: [
        { methods: ['GET'], args: { page: { type: 'integer', default: 1, required: false } } },
        { methods: ['POST'], args: { title: { type: 'string', required: true }, status: { required: false } } },
      ],
      _links: { self: [{ href: 'http://localhost:3000/en/cal/events/v1/events' }] },
    });
    expect(body.routes[String.raw`${BASE}/events/(?P<id>\d+)`].endpoints.map(({ methods }: never) => methods)).toEqual([
      ['GET'],
      ['POST', 'PUT', 'PATCH'],
      ['DELETE'],
    ]);
    // Only slugs and ids of keys are texts; other ids, numbers of revisions and parts of the documentation are digits.
    const patterns = Object.keys(body.routes).flatMap((route) => route.match(/\(\?P<\w+>[^)]+\)/g) ?? []);
    expect([...new Set(patterns)].sort()).toEqual([
      String.raw`(?P<id>\d+)`,
      '(?P<key>[^/]+)',
      String.raw`(?P<part>\d+)`,
      String.raw`(?P<revision>\d+)`,
      '(?P<slug>[^/]+)',
    ]);
  });

  it('shows the current date range of the list of events', async () => {
    const { body } = await calendar.get('');
    const { start_date: start, end_date: end } = body.routes[`${BASE}/events`].endpoints[0].args;
    expect(start.default).toMatch(/^\d{4}-\d{2}-\d{2} 00:00:00$/);
    expect(end.default).toMatch(/^\d{4}-\d{2}-\d{2} 23:59:59$/);
    expect(Number(end.default.slice(0, 4)) - Number(start.default.slice(0, 4))).toBe(2);
  });

  it('is in the language of the request, with and without a trailing slash', async () => {
    for (const path of ['', '/', '?context=view&namespace=cal/events/v1']) {
      const { body, headers } = await calendar.get(path, { language: 'fr' });
      expect(headers['content-language']).toBe('fr');
      expect(body.routes[`${BASE}/events`].endpoints[1].args.title.description).toBe('Titre de l’événement.');
    }
    const { body } = await calendar.get('?translation_language=fr');
    expect(body.routes[`${BASE}/tags`].endpoints[1].args.name.description).toMatch(/^Nom/);
  });

  it('describes the language of the texts of a write for every resource', async () => {
    const { body } = await calendar.get('');
    for (const { path } of allResources) {
      const { args } = body.routes[`${BASE}${path}`].endpoints[1];
      expect(args.translation_language.description).toBe('Language of the texts in this body.');
    }
  });

  it('refuses other namespaces', async () => {
    const answer = await calendar.get('?namespace=wp/v2');
    expect([answer.status, answer.body.code]).toEqual([404, 'rest_invalid_namespace']);
  });

  it('refuses an unknown language', async () => {
    for (const path of ['', '/doc', '/doc/openapi.json'])
      expect((await calendar.get(`${path}?translation_language=de`)).status).toBe(400);
  });
});

describe('the documentation page', () => {
  const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it('is sent to browsers; other clients get the document', async () => {
    const browser = await calendar.get('/doc').set('Accept', html);
    expect(browser.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(browser.headers['vary']).toContain('Accept');
    for (const accept of ['*/*', 'application/json', 'image/png']) {
      const { headers, body } = await calendar.get('/doc').set('Accept', accept);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['vary']).toMatch(/\bAccept$/);
      expect(body.openapi).toBe('3.0.3');
    }
    expect((await calendar.get('/doc/openapi.json').set('Accept', html)).body.openapi).toBe('3.0.3');
  });

  it('is in the language of the request, and declares it', async () => {
    const { text, headers } = await calendar.get('/doc', { language: 'fr' }).set('Accept', html);
    expect(headers['content-language']).toBe('fr');
    expect(text).toContain('<html lang="fr">');
    expect(text).toContain('<title>Toronto et plus – ');
    expect((await calendar.get('/doc').set('Accept', html)).text).toContain('<title>Toronto &#38; more – ');
    expect([en, fr].map(({ info }) => info)).toMatchObject([
      { title: 'Toronto & more – Events API', contact: { name: 'Toronto & more', url: 'http://localhost:3000/' } },
      { title: 'Toronto et plus – API des événements' },
    ]);
    expect(text).toContain('assets/fr.js');
  });

  it.each(['/doc', '/doc/'])('loads its files from %s, below any prefix, without inline scripts', async (path) => {
    const { text } = await calendar.get(path).set('Accept', html);
    const origin = `http://host/base/en${BASE}`;
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => new URL(address!, origin + path).pathname,
    );
    expect(files).toContain(`/base/fr${BASE}/doc`);
    for (const file of files) {
      expect(file).toMatch(/^\/base\/(en|fr)\/cal\/events\/v1\/doc/);
      const answer = await calendar.raw().get(file.slice('/base'.length));
      expect([file, answer.status]).toEqual([file, 200]);
    }
    expect(text).not.toMatch(/<script(?! src)|<style| on\w+=/);
    const [, site] = /data-site="([^"]+)"/.exec(text)!;
    expect(new URL(site!, origin + path).pathname).toBe('/base/');
  });

  it('serves no other files', async () => {
    for (const file of ['index.html', 'package.json', '..%2Fdocument.js', '%2e%2e%2fpage.js', 'constructor'])
      expect((await calendar.get(`/doc/assets/${file}`)).body.code).toBe('rest_no_route');
  });
});
