import { type AddressInfo, connect } from 'node:net';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { aVenue, anEvent } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'];
const LANGUAGES = ['en', 'fr'];

describe.each(LANGUAGES)('below /%s', (language) => {
  it.each([
    '/nothing',
    '/events/abc',
    '/events/1/more',
    '/events/-1',
    '/events/1.5',
    '/categories/by-slug/music',
    '/tags/by-slug/music',
    '/events/by-slug',
    '/events/by-slug/%E0%A4%A',
  ])('%s is no route', async (path) => {
    const answer = await calendar.get(path, { language });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-language']).toBe(language);
    expect(answer.body).toEqual({
      code: 'rest_no_route',
      message: expect.stringMatching(language === 'fr' ? /^Aucun/ : /^No route/),
      data: { status: 404 },
    });
  });

  it.each(KINDS)('a collection of %s lists its methods', async (kind) => {
    const allow = 'GET, HEAD, OPTIONS, POST';
    const asked = await calendar.send('options', `/${kind}`, { language });
    expect([asked.status, asked.headers['content-language']]).toEqual([204, language]);
    expect(asked.headers.allow).toBe(allow);
    for (const refused of [
      await calendar.delete(`/${kind}`, { language }),
      await calendar.put(`/${kind}`, {}, { language }),
    ]) {
      expect(refused.status).toBe(405);
      expect(refused.headers.allow).toBe(allow);
      expect(refused.body).toMatchObject({ code: 'rest_method_not_allowed', data: { status: 405 } });
    }
  });

  it.each(KINDS)('a record of %s lists its methods', async (kind) => {
    const asked = await calendar.send('options', `/${kind}/1`, { language });
    expect(asked.headers.allow).toBe('DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT');
  });

  it.each(KINDS)('an id of %s that is too large for any record is unknown', async (kind) => {
    const path = `/${kind}/${'9'.repeat(400)}`;
    const options = { language, as: 'administrator' } as const;
    for (const answer of [
      await calendar.get(path, options),
      await calendar.patch(path, { slug: 'x' }, options),
      await calendar.delete(path, options),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, expect.stringMatching(/^rest-\w+-not-found$/)]);
  });

  it.each(KINDS)('HEAD of %s is GET without the body', async (kind) => {
    const get = await calendar.get(`/${kind}`, { language });
    const head = await calendar.send('head', `/${kind}`, { language });
    expect(head.status).toBe(200);
    expect(head.text).toBeUndefined();
    for (const name of ['content-type', 'content-language', 'x-cal-total', 'x-cal-totalpages', 'link', 'etag']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it.each(['identity', 'gzip', 'br'])('HEAD has the headers of GET: %s', async (encoding) => {
    const [get, head] = [
      await calendar.get('', { language }).set('Accept-Encoding', encoding),
      await calendar.send('head', '', { language }).set('Accept-Encoding', encoding),
    ];
    expect(head.headers['content-encoding'] ?? 'identity').toBe(encoding);
    for (const name of ['content-length', 'content-encoding', 'etag'])
      expect(head.headers[name]).toBe(get.headers[name]);
  });

  it('HEAD of an error has its length and no ETag', async () => {
    for (const path of ['/events/999999', '/events?page=x', '/nothing']) {
      const [get, head] = [await calendar.get(path, { language }), await calendar.send('head', path, { language })];
      expect([head.status, head.text]).toEqual([get.status, undefined]);
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
      expect([get.headers.etag, head.headers.etag]).toEqual([undefined, undefined]);
    }
  });

  it.each(KINDS)('a trailing slash of %s is tolerated', async (kind) => {
    expect((await calendar.get(`/${kind}/`, { language })).status).toBe(200);
  });

  it.each([
    ['broken JSON', 400, 'rest_invalid_json', 'application/json', '{"title":'],
    ['a JSON list', 400, 'rest_invalid_json', 'application/json', '[]'],
    ['JSON null', 400, 'rest_invalid_json', 'application/json', 'null'],
    ['plain text', 415, 'rest_unsupported_media_type', 'text/plain', 'title=a'],
    ['XML', 415, 'rest_unsupported_media_type', 'application/xml', '<title/>'],
    ['2 MiB', 413, 'rest_body_too_large', 'application/json', JSON.stringify({ title: 'x'.repeat(2 ** 21) })],
    [
      'a form of 2 MiB',
      413,
      'rest_body_too_large',
      'application/x-www-form-urlencoded',
      `title=${'x'.repeat(2 ** 21)}`,
    ],
  ])('%s in a body is %i; without a key 401, with that of a reader 403', async (_what, status, code, type, body) => {
    const sent = (as?: 'reader' | 'author') =>
      calendar
        .post('/events', undefined, { language, ...(as && { as }) })
        .set('Content-Type', type)
        .send(body);
    const anonymous = await sent();
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'rest_forbidden']);
    const ofReader = await sent('reader');
    expect([ofReader.status, ofReader.body.code]).toEqual([403, 'rest_forbidden']);
    const answer = await sent('author');
    expect(answer.status).toBe(status);
    expect(answer.headers['content-language']).toBe(language);
    expect(answer.body).toEqual({ code, message: expect.any(String), data: { status } });
  });
});

describe('a JSON body that is not UTF-8', () => {
  it.each([
    ['Latin-1', Buffer.from('{"venue":"Th\u00e9\u00e2tre"}', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff{"venue":"Hall"}', 'utf16le')],
    ['half a character', Buffer.from('{"venue":"\u{1f3ad}"}').subarray(0, -4)],
  ])('is refused, since letters would be lost: %s', async (_encoding, bytes) => {
    for (const [language, message] of [
      ['en', 'The body is not UTF-8, the only encoding of JSON.'],
      ['fr', 'Le corps n’est pas en UTF-8, le seul encodage du JSON.'],
    ] as const) {
      const sent = calendar.post('/venues', undefined, { language, as: 'editor' });
      const answer = await sent
        .set('Content-Type', 'application/json')
        .serialize((raw: unknown) => raw as string)
        .send(bytes);
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'rest_invalid_json', message]);
    }
  });

  it('may begin with a byte order mark', async () => {
    const sent = calendar.post('/venues', undefined, { as: 'editor' });
    const answer = await sent.set('Content-Type', 'application/json').send('\ufeff{"venue":"Théâtre"}');
    expect([answer.status, answer.body.venue]).toEqual([201, 'Théâtre']);
  });
});

describe('the content of a body', () => {
  const keys = Object.fromEntries(Array.from({ length: 1001 }, (_, key) => [`key ${key}`, 1]));
  const deep = `{"a":${'['.repeat(32)}${']'.repeat(32)}}`;

  it.each([
    ['levels', deep, /nested too deeply: at most 32/, /imbriqué trop profondément\u00a0: au plus 32/],
    ['keys', JSON.stringify(keys), /too many keys: at most 1,000/, /trop de clés\u00a0: au plus 1\s000/],
    [
      'members',
      JSON.stringify({ tags: Array(1001).fill(1) }),
      /too many members: at most/,
      /trop d’éléments\u00a0: au plus/,
    ],
  ])('is limited in %s, with an error', async (_what, body, english, french) => {
    for (const [language, words] of [
      ['en', english],
      ['fr', french],
    ] as const) {
      const sent = calendar.post('/events', undefined, { language, as: 'editor' });
      const answer = await sent.set('Content-Type', 'application/json').send(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_json']);
      expect(answer.body.message).toMatch(words);
    }
  });
});

/** The bytes that a connection returns until it has sent a text or is closed. */
async function exchange(text: string, until?: RegExp): Promise<string> {
  const { port } = calendar.app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  let answer = '';
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(5000, () => reject(new Error(`Nothing more came after: ${answer}`)));
    socket.on('close', () => resolve()).on('error', reject);
    socket.on('data', (data) => {
      answer += data.toString();
      if (until?.test(answer)) resolve();
    });
  });
  socket.destroy();
  return answer;
}

describe('a request that is refused before its body', () => {
  const path = '/en/cal/events/v1/events';

  const head = (length: number, ...more: string[]) =>
    [
      ...[`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', `Content-Length: ${length}`, ...more],
      ...['', ''],
    ].join('\r\n');
  const withKey = () => `Authorization: Bearer ${calendar.keys.editor}`;

  it('gets its response before a byte of the body was read', async () => {
    expect(await exchange(head(2 ** 20), /rest_forbidden/)).toMatch(/^HTTP\/1.1 401 /);
    expect(await exchange(head(2 ** 21, withKey()), /rest_body_too_large/)).toMatch(/^HTTP\/1.1 413 /);
  });

  it('leaves its connection to the next request', async () => {
    const next = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const body = '['.repeat(2 ** 20);
    expect(await exchange(head(body.length) + body + next)).toMatch(/^HTTP\/1.1 401 [^]*HTTP\/1.1 200 /);
  });

  it('is not asked for its body, and closes the connection if it waits to be asked', async () => {
    const refused = await exchange(head(2, 'Expect: 100-continue'));
    expect(refused).toMatch(/^HTTP\/1.1 401 /);
    expect(refused).toMatch(/\r\nConnection: close\r\n/);
    const wanted = await exchange(head(2, 'Expect: 100-continue', withKey()), /100 Continue/);
    expect(wanted).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  });

  it('is 404 or 405 if there is no route, whatever it would send', async () => {
    for (const [address, status] of [
      ['/nothing', 404],
      ['', 405],
    ] as const) {
      const answer = await calendar.post(address, undefined).set('Content-Type', 'application/json').send('{');
      expect(answer.status).toBe(status);
    }
  });
});

it('closes the connection of clients that request another protocol', async () => {
  const request = (...more: string[]) => ['GET /health/live HTTP/1.1', 'Host: x', ...more, '', ''].join('\r\n');
  const answer = await exchange(request('Connection: upgrade', 'Upgrade: websocket') + request());
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(answer).toMatch(/\r\nConnection: close\r\n/);
});

it('returns errors in French below the French root', async () => {
  const say = async (language: string) =>
    [
      await calendar.get('/nothing', { language }),
      await calendar.delete('/events', { language }),
      await calendar.post('/events', '[]', { language, as: 'editor' }).set('Content-Type', 'application/json'),
      await calendar.post('/events', {}, { language }),
    ].map(({ body }) => body.message as string);
  const [english, french] = [await say('en'), await say('fr')];
  for (const [index, message] of french.entries()) expect(message).not.toBe(english[index]);
});

describe('very many parameters', () => {
  it('are read completely in an address', async () => {
    const others = 'x=1&'.repeat(1200);
    const answer = await calendar.get(`/events?${others}per_page=1000`);
    expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['per_page']]);
  });

  it.each([
    ['en', /too many keys: at most 1,000/],
    ['fr', /trop de clés\u00a0: au plus 1\s000/],
  ] as const)('are refused in a form like too many keys in JSON: %s', async (language, words) => {
    const answer = await calendar.post('/events', 'tags[]=1&'.repeat(1001), { language, as: 'editor' });
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_json']);
    expect(answer.body.message).toMatch(words);
  });
});

it('accepts forms like JSON', async () => {
  const form = 'venue=Massey+Hall&city=Toronto&show_map=true';
  const answer = await calendar.post('/venues', form, { as: 'editor' });
  expect(answer.status).toBe(201);
  expect(answer.headers.location).toBe(answer.body.rest_url);
  expect(answer.body).toMatchObject({ venue: 'Massey Hall', city: 'Toronto', show_map: true });
});

it('clears a list by a single empty value in a form', async () => {
  const { id } = await anEvent({ tags: ['jazz'], venue: { venue: 'Massey Hall' } });
  const answer = await calendar.patch(`/events/${id}`, 'tags[]=&venue[]=', { as: 'editor' });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ tags: [], venue: [] });
});

it.each(['post', 'put', 'patch'] as const)(
  '%s of a record changes the given fields and keeps the others',
  async (method) => {
    const { id } = await aVenue({ venue: 'Hall', city: 'Toronto' });
    const answer = await calendar[method](`/venues/${id}`, { zip: 'M5B 1T7' }, { as: 'editor' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, venue: 'Hall', city: 'Toronto', zip: 'M5B 1T7' });
  },
);

it('never creates a record by PUT', async () => {
  const answer = await calendar.put('/venues/999999', { venue: 'Hall' }, { as: 'editor' });
  expect(answer.status).toBe(404);
  expect(answer.body.code).toBe('rest-venue-not-found');
});

it('answers requests from pages of other origins', async () => {
  const origin = 'https://www.example.org';
  const list = await calendar.get('/events').set('Origin', origin);
  expect(list.headers['access-control-allow-origin']).toBe('*');
  for (const name of [
    'X-Cal-Total',
    'X-Cal-TotalPages',
    'Link',
    'ETag',
    'Location',
    'Content-Location',
    'Retry-After',
  ]) {
    expect(list.headers['access-control-expose-headers']?.split(',')).toContain(name);
  }
  const refused = await calendar.post('/events', {}).set('Origin', origin);
  expect(refused.status).toBe(401);
  expect(refused.headers['access-control-allow-origin']).toBe('*');
});

it('allows browsers to send every supported method and header', async () => {
  const preflight = await calendar.send('options', '/events/1').set({
    Origin: 'https://www.example.org',
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'authorization,content-type,if-match',
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers['access-control-allow-methods']).toBe('GET,HEAD,POST,PUT,PATCH,DELETE');
  expect(preflight.headers['access-control-allow-headers']).toBe(
    'Authorization,Content-Type,If-Match,If-None-Match,Idempotency-Key',
  );
});

it('sends Vary on every response', async () => {
  const answers = [
    await calendar.get('/events'),
    await calendar.get('/nothing'),
    await calendar.post('/events', {}),
    await calendar.raw().get('/nothing'),
    await calendar.raw().get('/health/live'),
  ];
  for (const { headers } of answers) {
    expect(headers.vary).toContain('Authorization, Accept-Encoding');
    expect(headers['content-language']).toBe('en');
    expect(headers['x-request-id']).toBeTruthy();
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

it('has an ETag for each encoding, since the bytes differ; any of them works for updates', async () => {
  const { id } = await aVenue({ description: 'x'.repeat(2000) });
  const encodings = ['identity', 'gzip', 'br'];
  const read = (encoding: string, headers = {}) =>
    calendar.get(`/venues/${id}`).set({ 'Accept-Encoding': encoding, ...headers });
  const etags = [];
  for (const encoding of encodings) etags.push((await read(encoding)).headers['etag']!);
  expect(new Set(etags).size).toBe(3);
  for (const [at, encoding] of encodings.entries())
    for (const etag of etags)
      expect((await read(encoding, { 'If-None-Match': etag })).status).toBe(etag === etags[at] ? 304 : 200);
  for (const etag of etags)
    await calendar.patch(`/venues/${id}`, { venue: 'Hall' }, { as: 'editor' }).set('If-Match', etag).expect(200);
});

it('tells that a proxy has weakened the ETag of If-Match', async () => {
  const { id } = await aVenue();
  const { etag } = (await calendar.get(`/venues/${id}`)).headers;
  const write = (given: string, language: 'en' | 'fr' = 'en') =>
    calendar.patch(`/venues/${id}`, { phone: '1' }, { as: 'editor', language }).set('If-Match', given);
  const weak = await write(`W/${etag}`).expect(412);
  expect(weak.body).toMatchObject({
    code: 'rest_precondition_failed',
    message: expect.stringContaining('weak ETag (W/)'),
  });
  expect((await write(`W/${etag}`, 'fr')).body.message).toContain('ETag faible');
  await write(`W/${etag}, ${etag}`).expect(200);
  // An older state is another matter.
  expect((await write(`W/${etag}`)).body.message).toContain('has changed since you read it');
});

it('keeps the id of a request', async () => {
  expect((await calendar.get('/events').set('X-Request-Id', 'from-the-proxy')).headers['x-request-id']).toBe(
    'from-the-proxy',
  );
});

it.each(['/health/live', '/health/ready'])('is healthy: %s', async (path) => {
  const answer = await calendar.raw().get(path);
  expect(answer.status).toBe(200);
  expect(answer.body.status).toBe('ok');
  expect((await calendar.raw().get(`/en${path}`)).status).toBe(404);
});

it('refuses an address that is not percent-encoded, with a hint', async () => {
  const { port } = calendar.app.getHttpServer().address() as AddressInfo;
  const ask = (target: string) =>
    new Promise<{ code: string; message: string; data: { params?: Record<string, string> } }>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('error', reject);
      socket.on('end', () => resolve(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as never));
    });
  const english = await ask('/en/cal/events/v1/events?page=1&search=café&city=Montréal');
  expect(english.code).toBe('rest_invalid_param');
  expect(english.data.params).toEqual({
    search: 'Must be percent-encoded UTF-8: “café” is caf%C3%A9.',
    city: 'Must be percent-encoded UTF-8: “café” is caf%C3%A9.',
  });
  const french = await ask('/fr/cal/events/v1/events/by-slug/café');
  expect(french.code).toBe('rest_malformed_request');
  expect(french.message).toContain('caf%C3%A9');
  await calendar.get('/events?search=caf%C3%A9').expect(200);
});

it('survives unusual request targets', async () => {
  for (const path of [
    '/%',
    '/%00',
    '/en/cal/events/v1/%ff',
    '/en/cal/events/v1/events?%=%',
    '/..%2f..',
    '//',
    '/?',
    '/en//',
  ]) {
    const { status } = await calendar.raw().get(path);
    expect([200, 400, 404]).toContain(status);
  }
});
