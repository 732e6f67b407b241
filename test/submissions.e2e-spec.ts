import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { ImagesService } from '../src/calendar/images/images.service.js';
import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { tableOf } from '../src/database/sql/table.js';
import { DAY, HOUR } from '../src/lib/datetime/durations.js';
import { Settings } from '../src/lib/config/settings.js';
import { SubmissionCleanup } from '../src/outlets/submissions/submission-cleanup.js';
import { Submission } from '../src/outlets/submissions/submission.entity.js';
import { SubmissionLimits } from '../src/outlets/submissions/submission-limits.js';
import { SubmissionTokens } from '../src/outlets/submissions/submission-tokens.js';
import { claiming } from './support/picture-files.js';
import { type ApiRecord } from './support/makers.js';
import { runCommand } from './support/programs.js';
import { MailServer } from './support/smtp.js';
import { inCalendar, type RequestOptions, TestCalendar } from './support/test-calendar.js';
import { createEmptyDatabase, isServerTested } from './support/test-database.js';
import { eventually, until } from './support/until.js';

const SENDER = 'Zora Quill';
const ADDRESS = 'zora.quill@example.org';
const NOTE = 'Ring the bell twice.';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await TestCalendar.start({ SUBMISSIONS: 'on', TRUST_PROXY: '1' });
});
afterAll(() => calendar.stop());
afterEach(() => void Object.assign(calendar.app.get(Settings), { submissionsPerDay: 200 }));

/** How many came within 24 hours, which the limit of a day counts: some tests make rows older. */
const storedToday = async () =>
  (await rows()).filter(({ receivedAt }) => receivedAt.getTime() > Date.now() - DAY).length;

const aToken = async (age = 10_000) => (await calendar.app.get(SubmissionTokens).create(Date.now() - age)).token;

let addresses = 0;
/** Each submission comes from another address, unless a test names one. */
const anAddress = () => `203.0.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`;

let titles = 0;
const aBody = (fields: object = {}) => ({
  title: `Open evening ${(titles += 1)}`,
  ...{ start_date: '2031-05-06 19:30', end_date: '2031-05-06 22:00' },
  ...{ contact_name: SENDER, contact_email: ADDRESS, note: NOTE },
  ...fields,
});

interface Sending extends RequestOptions {
  readonly from?: string;
  readonly token?: string;
}

async function send(body: object | undefined, { from = anAddress(), token, ...options }: Sending = {}) {
  const path = `/submissions?token=${encodeURIComponent(token ?? (await aToken()))}`;
  return calendar.post(path, body, options).set('X-Forwarded-For', from);
}

/** Sends fields and a file as a form does. */
async function sendForm(fields: Readonly<Record<string, string>>, file?: Buffer, from = anAddress()) {
  const sent = calendar.post(`/submissions?token=${await aToken()}`, undefined).set('X-Forwarded-For', from);
  for (const [name, value] of Object.entries(fields)) void sent.field(name, value);
  if (file) void sent.attach('file', file, { filename: `${SENDER}.jpg`, contentType: 'image/jpeg' });
  return sent;
}

/** A connection on which a submission begins, with these headers and nothing of its body. */
async function connectionOf(headers: readonly string[], from = anAddress()): Promise<Socket> {
  const { port } = calendar.app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const head = [`POST /en/cal/events/v1/submissions?token=${await aToken()} HTTP/1.1`, 'Host: localhost'];
  socket.write([...head, `X-Forwarded-For: ${from}`, ...headers, '', ''].join('\r\n'));
  return socket;
}

/** The head of the next response on a connection. */
const answerOn = async (socket: Socket) => String((await once(socket, 'data'))[0]);

/**
 * Begins a submission up to its body, for which the service asks once it has checked the limits.
 * @returns sends the body, and returns the status
 */
async function begun(body: object): Promise<() => Promise<number>> {
  const text = JSON.stringify(body);
  const headers = [`Content-Length: ${Buffer.byteLength(text)}`, 'Expect: 100-continue', 'Connection: close'];
  const socket = await connectionOf(['Content-Type: application/json', ...headers]);
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 100 /);
  return async () => {
    socket.write(text);
    return Number(/^HTTP\/1.1 (\d+)/.exec(await answerOn(socket))![1]);
  };
}

/** The events that wait, as an editor reads them. */
async function waiting(as: 'editor' | 'contributor' = 'editor'): Promise<ApiRecord[]> {
  const { body } = await calendar.get('/events?status=pending&per_page=100&from=2031-01-01', { as }).expect(200);
  return body.events as ApiRecord[];
}

/** Sends an event, and reads it as an editor does. */
async function anEvent(fields: object = {}, options: Sending = {}): Promise<ApiRecord> {
  const body = aBody(fields);
  const { body: received, status } = await send(body, options);
  expect([status, Object.keys(received)]).toEqual([201, ['reference']]);
  return (await waiting()).find(({ submission }) => submission?.['reference'] === received.reference)!;
}

const rows = () => calendar.app.get(Database).read((manager) => tableOf(manager, Submission).select(manager, {}));
const change = (eventId: number, values: Partial<Submission>) =>
  calendar.app.get(Database).write((manager) => tableOf(manager, Submission).update(manager, { eventId }, values));

describe('A submission', () => {
  it('becomes an event that waits, with the venue and the organizer that the calendar does not have', async () => {
    const fields = {
      ...{
        description: 'Come\n\nand play',
        venue: 'Hidden Hall',
        address: '1 Lane',
        city: 'Perth',
        organizer: 'Rook Club',
      },
      ...{ cost: '5', website: 'https://rooks.example.org', translations: { fr: { title: 'Soirée ouverte' } } },
    };
    const event = await anEvent(fields);
    expect(event).toMatchObject({
      ...{ status: 'pending', author_name: 'Submissions', cost: '$5', website: 'https://rooks.example.org' },
      ...{ start_date: '2031-05-06 19:30:00', end_date: '2031-05-06 22:00:00' },
      description: '<p>Come</p>\n<p>and play</p>',
      venue: [{ venue: 'Hidden Hall', address: '1 Lane', city: 'Perth', status: 'pending' }],
      organizer: [{ organizer: 'Rook Club', status: 'pending' }],
      submission: { contact_name: SENDER, contact_email: ADDRESS, note: NOTE, language: 'en' },
    });
    expect(event.submission!['reference']).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    const { body: french } = await calendar.get(`/events/${event.id}`, { as: 'editor', language: 'fr' });
    expect(french.title).toBe('Soirée ouverte');
    const shown = await calendar.get(`/events?include=${event.id}&from=2031-01-01`);
    expect(shown.body.events).toEqual([]);
    const { body: accounts } = await calendar.get('/accounts?search=Submissions', { as: 'administrator' });
    expect(accounts.accounts).toMatchObject([{ name: 'Submissions', role: 'contributor', service: true }]);
  });

  it('finds public venues and organizers by their names, in spite of case and apostrophes', async () => {
    const venue = { venue: "Salle de l'Étang", city: 'Gatineau', status: 'publish' };
    const { body: hall } = await calendar.post('/venues', venue, { as: 'editor' }).expect(201);
    const club = { organizer: 'Les Amis', status: 'publish' };
    const { body: friends } = await calendar.post('/organizers', club, { as: 'editor' }).expect(201);
    const event = await anEvent({ venue: 'salle de l’étang', city: 'Gatineau', organizer: 'les  amis' });
    expect([event.venue, event.organizer]).toMatchObject([[{ id: hall.id }], [{ id: friends.id }]]);
    const byId = await anEvent({ venue: hall.id });
    expect(byId.venue).toMatchObject([{ id: hall.id }]);
    const elsewhere = await anEvent({ venue: 'Salle de l’Étang', city: 'Hull' });
    expect(elsewhere.venue).toMatchObject([{ city: 'Hull', status: 'pending' }]);
    const draft = { venue: 'Secret Hall', status: 'draft' };
    const { body: secret } = await calendar.post('/venues', draft, { as: 'editor' }).expect(201);
    const wrong = await send(aBody({ venue: secret.id }));
    expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ['venue']]);
    // A venue that only waits is as unknown as one that does not exist.
    const waits = await send(aBody({ venue: (elsewhere.venue as unknown as ApiRecord[])[0]!.id }));
    expect([waits.status, Object.keys(waits.body.data.params)]).toEqual([400, ['venue']]);
  });

  it('has the venue of the address that was typed, which tells those of one name apart', async () => {
    const texts = { translations: { fr: { venue: 'Union Hall', address: '12, rue Principale' } } };
    const union = { venue: 'Union Hall', address: '12 Main Street', status: 'publish', ...texts };
    const { body: known } = await calendar.post('/venues', union, { as: 'editor' }).expect(201);
    const venueOf = async (fields: object, options: Sending = {}) => {
      const { venue, submission } = await anEvent({ venue: 'Union Hall', ...fields }, options);
      const [{ id, address, status }] = venue as unknown as [ApiRecord];
      return { id, address, status, note: submission!['note'] };
    };
    expect((await venueOf({})).id).toBe(known.id);
    expect((await venueOf({ address: '12  main street.' })).id).toBe(known.id);
    expect((await venueOf({ address: '12 rue Principale' }, { language: 'fr' })).id).toBe(known.id);
    const other = await venueOf({ address: '40 Side Road' });
    expect(other).toMatchObject({ address: '40 Side Road', status: 'pending', note: NOTE });
    const third = await venueOf({ address: '7 Hill' });
    expect(third.address).toBe('7 Hill');
    expect((await venueOf({ address: '40 side road' })).id).toBe(other.id);
    expect((await venueOf({ address: '7 hill' })).id).toBe(third.id);
    expect((await venueOf({})).id).toBe(known.id);
    // Editors have said that both are one.
    await calendar.post(`/venues/${other.id}/merge`, { into: known.id }, { as: 'editor' }).expect(200);
    expect((await venueOf({ address: '40 Side Road' })).id).toBe(known.id);
    const waits = await venueOf({ venue: 'Attic' });
    expect((await venueOf({ venue: 'Attic', address: '3 Lane' })).id).not.toBe(waits.id);
    expect((await venueOf({ venue: 'attic' })).id).toBe(waits.id);
  });

  it('tells editors the address of a public venue that has none', async () => {
    const bare = { venue: 'Bandstand', status: 'publish' };
    const { body: known } = await calendar.post('/venues', bare, { as: 'editor' }).expect(201);
    const fields = { venue: 'bandstand', address: 'Lake Park' };
    const event = await anEvent(fields);
    expect(event.venue).toMatchObject([{ id: known.id, address: null }]);
    expect(event.submission!['note']).toBe(`${NOTE}\nAddress of the venue: Lake Park`);
    const alone = await anEvent({ ...fields, note: '' }, { language: 'fr' });
    expect(alone.submission!['note']).toBe('Adresse du lieu\u00A0: Lake Park');
    const full = await anEvent({ ...fields, note: 'n'.repeat(2000) });
    expect(full.venue).toMatchObject([{ venue: 'bandstand', address: 'Lake Park', status: 'pending' }]);
  });

  it('names all errors by its own fields, in the language of the path or of the body', async () => {
    const wrong = {
      title: '',
      start_date: '2031-02-30',
      end_date: '2031-05-06',
      website: 'rooks',
      contact_email: 'zora',
    };
    const { body, status } = await send({ ...aBody(), ...wrong, contact_name: undefined });
    expect([status, Object.keys(body.data.params).sort()]).toEqual([
      ...[400, ['contact_email', 'contact_name', 'start_date', 'title', 'website']],
    ]);
    const backwards = await send(aBody({ end_date: '2031-05-05 10:00', categories: [999] }), { language: 'fr' });
    expect(Object.keys(backwards.body.data.params)).toEqual(expect.arrayContaining(['end_date']));
    expect(backwards.headers['content-language']).toBe('fr');
    const inBody = await send(aBody({ venue: 99_999, translation_language: 'fr' }));
    expect(inBody.body.data.params.venue).toBe('Inconnu : 99999.');
    const unknown = await send(aBody({ status: 'publish', author: 1 }));
    expect([unknown.status, Object.keys(unknown.body.data.params).sort()]).toEqual([400, ['author', 'status']]);
    const without = await send(
      aBody({ image_alt: 'A rook', translations: { fr: { title: 'Tour', image_alt: 'Une tour' } } }),
    );
    expect(Object.keys(without.body.data.params)).toEqual(['image_alt', 'translations.fr.image_alt']);
    const missing = await send({});
    expect(missing.body.code).toBe('rest_missing_callback_param');
  });

  it('comes as a form too, with a picture, whose name is not kept', async () => {
    const file = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#936' } })
      .jpeg()
      .toBuffer();
    const fields = { 'translations[fr][title]': 'Affiche', image_alt: 'A rook', all_day: 'on', venue: '' };
    const { body, status } = await sendForm({ ...(aBody() as Record<string, string>), ...fields }, file);
    expect([status, body.data]).toEqual([201, undefined]);
    const event = (await waiting()).find(({ submission }) => submission!['reference'] === body.reference)!;
    expect(event).toMatchObject({ all_day: true, image: { width: 900, alt: 'A rook' }, venue: [] });
    const image = event.image as unknown as ApiRecord;
    const { body: uploaded } = await calendar.get(`/images/${image.id}`, { as: 'editor' }).expect(200);
    expect(uploaded.file_name).toBe('submission');
    const flat = await calendar
      .post(`/submissions?token=${await aToken()}`, new URLSearchParams(aBody()).toString())
      .set({ 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': anAddress() });
    expect(flat.status).toBe(201);
  });

  it('takes pictures of accepted types up to 24 million pixels and 5 MB, and decodes none for another error', async () => {
    const body = aBody() as Record<string, string>;
    const large = await sendForm(body, await claiming('jpeg', 6000, 4001));
    expect([large.status, Object.keys(large.body.data.params)]).toEqual([400, ['file']]);
    expect((await sendForm(body, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415);
    expect((await sendForm(body, Buffer.alloc(5.4 * 1024 * 1024, 'x'))).status).toBe(413);
    const decode = jest.spyOn(sharp.prototype as { toBuffer(): unknown }, 'toBuffer');
    const small = await claiming('png', 16, 16);
    decode.mockClear();
    expect((await sendForm({ ...body, venue: '99999' }, small)).status).toBe(400);
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
    expect((await waiting()).filter(({ title }) => title === body['title'])).toEqual([]);
  });

  it('keeps its rights: nothing of the request reaches the event but its fields', async () => {
    const key = { ...aBody(), status: 'publish' };
    expect((await send(key, { as: 'administrator' })).status).toBe(400);
    const event = await anEvent({}, { as: 'administrator' });
    expect([event.status, event.author_name]).toEqual(['pending', 'Submissions']);
  });
});

describe('Against floods and spam', () => {
  it('a token must be between 3 seconds and 24 hours old, and of this calendar', async () => {
    const wordings = new Map([
      [1000, /younger than 3 seconds/],
      [25 * HOUR, /older than 24 hours/],
    ]);
    for (const [age, wording] of wordings) {
      const { body, status } = await send(aBody(), { token: await aToken(age) });
      expect([status, body.data.params.token]).toEqual([400, expect.stringMatching(wording)]);
    }
    const [time, signature] = (await aToken()).split('.');
    const forged = [`${time!}0.${signature!}`, `${time!}.${signature!.slice(1)}`, `${time!}.`, 'x', `${time!}`];
    for (const token of forged) {
      const { body, status } = await send(aBody(), { token });
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['token']]);
    }
    const { body } = await calendar
      .get('/submissions/token')
      .expect(200)
      .expect('Cache-Control', /no-store/);
    expect((await send(aBody(), { token: body.token as string })).status).toBe(400);
    expect(Date.parse(`${(body.expires_utc as string).replace(' ', 'T')}Z`) - Date.now()).toBeGreaterThan(23 * HOUR);
    await calendar.post('/submissions', aBody()).expect(400);
  });

  it('five an hour come from an address, and what was refused leaves them', async () => {
    const from = anAddress();
    for (let count = 0; count < 4; count += 1) expect((await send(aBody(), { from })).status).toBe(201);
    for (let count = 0; count < 3; count += 1) expect((await send(aBody({ title: '' }), { from })).status).toBe(400);
    expect((await send(aBody(), { from })).status).toBe(201);
    const { body, headers, status } = await send(aBody(), { from });
    expect([status, body.code]).toEqual([429, 'rest_rate_limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    // Six at once are no way around it.
    const other = anAddress();
    const all = await Promise.all(Array.from({ length: 8 }, () => send(aBody(), { from: other })));
    expect(all.filter(({ status: one }) => one === 201)).toHaveLength(5);
  });

  it('refused attempts are limited, too', async () => {
    const from = anAddress();
    const token = await aToken();
    const statuses: number[] = [];
    for (let count = 0; count < 52; count += 1)
      statuses.push((await send(aBody({ title: '' }), { from, token })).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(50);
    expect(statuses.at(-1)).toBe(429);
  });

  it('the limit of a day is that of all, also of those that come at once', async () => {
    const stored = await storedToday();
    Object.assign(calendar.app.get(Settings), { submissionsPerDay: stored + 3 });
    const all = await Promise.all(Array.from({ length: 9 }, () => send(aBody())));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429, 429]);
    const refused = await send(aBody());
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/in a day/)]);
    expect(await storedToday()).toBe(stored + 3);
    // A full day is looked up once a second.
    await new Promise((resolve) => setTimeout(resolve, 1100));
  });

  it('those that began before the last one was stored are no more than the limit of the day either', async () => {
    const stored = await storedToday();
    Object.assign(calendar.app.get(Settings), { submissionsPerDay: stored + 2 });
    const finish = await Promise.all(Array.from({ length: 6 }, () => begun(aBody())));
    const statuses = await Promise.all(finish.map((send) => send()));
    expect(statuses.sort()).toEqual([201, 201, 429, 429, 429, 429]);
    expect(await storedToday()).toBe(stored + 2);
    await new Promise((resolve) => setTimeout(resolve, 1100));
  });

  // Two instances of a SQLite file would have to be two processes.
  (isServerTested() ? it : it.skip)('the limit of a day and equal texts are those of all instances', async () => {
    const other = await TestCalendar.start({ SUBMISSIONS: 'on', TRUST_PROXY: '1' }, calendar.url);
    const sendTo = async (instance: TestCalendar, body: object) =>
      instance.post(`/submissions?token=${await aToken()}`, body).set('X-Forwarded-For', anAddress());
    const instances = [calendar, other];
    const sendBoth = (bodies: readonly object[]) =>
      Promise.all(bodies.map((body, at) => sendTo(instances[at % 2]!, body)));
    const same = await sendBoth(Array(10).fill(aBody()) as object[]);
    expect(new Set(same.map(({ status, body }) => `${status} ${body.reference}`)).size).toBe(1);
    const stored = await storedToday();
    for (const { app } of [calendar, other]) Object.assign(app.get(Settings), { submissionsPerDay: stored + 3 });
    const all = await sendBoth(Array.from({ length: 10 }, () => aBody()));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(await storedToday()).toBe(stored + 3);
    await other.stop();
    await new Promise((resolve) => setTimeout(resolve, 1100));
  });

  it('a body is not read before token and limits were checked', async () => {
    const from = anAddress();
    for (let count = 0; count < 5; count += 1) await send(aBody(), { from });
    const refused = await send('{ "title": not even JSON' as never, { from });
    expect(refused.status).toBe(429);
    const young = await send('{ "title": not even JSON' as never, { token: await aToken(0) });
    expect(Object.keys(young.body.data.params)).toEqual(['token']);
  });

  it('equal texts within 24 hours give the first reference, whoever sends them', async () => {
    const body = aBody({ venue: 'Twice Hall', description: 'Once  more' });
    const { body: first } = await send(body);
    const again = await send({ ...body, description: ' Once more', contact_name: 'Ada', note: 'Hurry' });
    expect([again.status, again.body]).toEqual([201, first]);
    const asForm = await sendForm(body);
    expect(asForm.body).toEqual(first);
    expect((await send({ ...body, start_date: '2031-05-06 19:00' })).body).not.toEqual(first);
    const [row] = (await rows()).filter(({ reference }) => reference === first.reference);
    expect(row!.contactName).toBe(SENDER);
    await change(row!.eventId, { receivedAt: new Date(Date.now() - DAY - 60_000) });
    expect((await send(body)).body).not.toEqual(first);
  });

  it('equal texts with a picture, sent at once, are one event, too', async () => {
    const body = aBody() as Record<string, string>;
    const picture = await claiming('png', 16, 16);
    const both = await Promise.all([sendForm(body, picture), sendForm(body, picture)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[1].body).toEqual(both[0].body);
    expect((await waiting()).filter(({ title }) => title === body['title'])).toHaveLength(1);
  });

  it('texts have at most three links, and the field that people do not see stays empty', async () => {
    const links = (count: number) => Array.from({ length: count }, (_, at) => `https://spam${at}.example`).join(' ');
    const two = { note: links(2), description: '<a href="https://spam0.example">spam0</a> www.spam7.example' };
    expect((await send(aBody(two))).status).toBe(201);
    const four = await send(aBody({ note: links(3), translations: { fr: { description: 'www.spam9.example' } } }));
    expect([four.status, Object.keys(four.body.data.params)]).toEqual([400, ['translations.fr.description']]);
    const trapped = await send(aBody({ reason: 'Great site!' }));
    expect([trapped.status, trapped.body.data.params]).toEqual([400, { reason: 'Must be empty.' }]);
    expect((await send(aBody({ reason: '' }))).status).toBe(201);
  });
});

describe('Equal texts that come at once, before any other', () => {
  const former = { calendar: undefined as unknown as TestCalendar };
  beforeAll(async () => {
    former.calendar = calendar;
    calendar = await TestCalendar.start({ SUBMISSIONS: 'on', TRUST_PROXY: '1' });
  });
  afterAll(async () => {
    await calendar.stop();
    ({ calendar } = former);
  });

  it('are one event, one venue and one account, and ten times the same reference', async () => {
    const body = aBody({ venue: 'Parallel Hall', organizer: 'Parallel Club' });
    const all = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(all.map(({ body: received }) => received)).toEqual(Array(10).fill({ reference: row!.reference }));
    expect((await waiting()).map(({ title }) => title)).toEqual([body.title]);
    for (const kind of ['venues', 'organizers']) {
      const { body: list } = await calendar.get(`/${kind}?status=pending`, { as: 'editor' }).expect(200);
      expect([kind, list[kind]]).toEqual([kind, [expect.any(Object)]]);
    }
    const { body: accounts } = await calendar.get('/accounts?search=Submissions', { as: 'administrator' });
    expect(accounts.accounts).toHaveLength(1);
  });
});

describe('Pictures at once', () => {
  const open: Socket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy();
    jest.restoreAllMocks();
  });

  /** Begins to send a picture, of which only the first byte comes. */
  async function begin(from = anAddress()): Promise<{ readonly answer: Promise<string> }> {
    const socket = await connectionOf(['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 5000'], from);
    open.push(socket);
    socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx');
    return { answer: answerOn(socket) };
  }

  /** Counts the pictures that have begun. */
  function countPlaces() {
    const limits = calendar.app.get(SubmissionLimits);
    const [withPlace, places] = [limits.withPlace.bind(limits), { taken: 0 }];
    jest.spyOn(limits, 'withPlace').mockImplementation((address, work) =>
      withPlace(address, (takePlace) =>
        work(() => {
          takePlace();
          places.taken += 1;
        }),
      ),
    );
    return places;
  }

  /** A picture with texts that are refused, so that nothing is stored. */
  const attempt = async (from?: string) => (await sendForm({ title: '' }, await claiming('png', 16, 16), from)).status;

  it('are two that are read, and a third is refused before it has come', async () => {
    const first = anAddress();
    const places = countPlaces();
    await begin(first);
    await begin();
    await until(() => places.taken === 2);
    expect(await attempt()).toBe(503);
    const third = await (await begin()).answer;
    expect(third).toMatch(/^HTTP\/1.1 503 /);
    expect(third).toMatch(/\r\nRetry-After: \d+\r\n/);
    expect(await (await begin(first)).answer).toMatch(/^HTTP\/1.1 429 /);
    // Texts alone take no place, in a form neither.
    expect((await send(aBody())).status).toBe(201);
    expect((await sendForm(aBody() as Record<string, string>)).status).toBe(201);
    open[0]!.destroy();
    await eventually(async () => (await attempt()) === 400);
    await eventually(async () => (await attempt(first)) === 400);
  });

  it('are two that are decoded', async () => {
    const images = calendar.app.get(ImagesService);
    const keep = images.keep.bind(images);
    let decoded = () => undefined as void;
    const gate = new Promise<void>((done) => (decoded = done));
    const spy = jest.spyOn(images, 'keep').mockImplementation(async (...given) => {
      await gate;
      return keep(...given);
    });
    const picture = await claiming('png', 16, 16);
    const both = Promise.all([1, 2].map(() => sendForm(aBody() as Record<string, string>, picture)));
    try {
      await until(() => spy.mock.calls.length === 2);
      expect(await attempt()).toBe(503);
    } finally {
      decoded();
    }
    expect((await both).map(({ status }) => status)).toEqual([201, 201]);
    expect(await attempt()).toBe(400);
  });
});

describe('Who has sent an event', () => {
  it('is read by those who may edit it, on its own and in lists of what waits, and nowhere else', async () => {
    const event = await anEvent();
    const path = `/events/${event.id}`;
    const seen = (await calendar.get(path, { as: 'editor' }).expect(200)).body;
    expect(seen.submission).toEqual(event.submission);
    const { body: some } = await calendar.get(`${path}?_fields=submission.reference,id`, { as: 'editor' });
    expect(some).toEqual({ id: event.id, submission: { reference: event.submission!['reference'] } });
    const hidden = async (query: string) => {
      const { text } = await calendar.get(`/events?include=${event.id}&${query}`, { as: 'editor' }).expect(200);
      expect(text).toContain(event.title);
      expect(text).not.toMatch(/"submission"|zora/i);
    };
    for (const query of ['status=any', 'status=pending,draft', 'status=any&_fields=title,submission'])
      await hidden(query);
    for (const as of ['contributor', 'author', 'reader', undefined] as const)
      expect((await calendar.get(path, as && { as })).text).not.toMatch(/zora/i);
    // A response to a write is stored for repeated requests.
    const key = { 'Idempotency-Key': 'submission-1' };
    const written = await calendar
      .post(path, { ...seen, title: 'Read, changed and sent back' }, { as: 'editor' })
      .set(key);
    expect([written.status, written.body.submission]).toEqual([200, undefined]);
    const { body: revisions } = await calendar.get(`${path}/revisions`, { as: 'editor' });
    expect(revisions.revisions).toHaveLength(2);
    const { text: revision } = await calendar.get(`${path}/revisions/${revisions.revisions[0].revision}`, {
      as: 'editor',
    });
    expect(revision).not.toMatch(/zora/i);
    await calendar.patch(path, { status: 'publish' }, { as: 'editor' }).expect(200);
    expect((await calendar.get(path)).text).not.toMatch(/zora|submission/i);
    expect((await calendar.get(path, { as: 'editor' })).body.submission).toEqual(event.submission);
  });

  it('is in an export only with --with-contacts, from which an import takes it', async () => {
    const event = await anEvent();
    const folder = mkdtempSync(join(tmpdir(), 'calendar-contacts-'));
    const target = await createEmptyDatabase();
    try {
      const place = { folder, env: { DATABASE_URL: calendar.url } };
      const exported = async (name: string, ...options: string[]) => {
        const { status } = await runCommand('export', [name, ...options], place);
        return [status, gunzipSync(readFileSync(join(folder, name))).toString()] as const;
      };
      const [status, plain] = await exported('plain.ndjson.gz');
      expect([status, plain.includes(event.title!), /zora|quill|ring the bell/i.test(plain)]).toEqual([0, true, false]);
      const [, full] = await exported('full.ndjson.gz', '--with-contacts');
      for (const text of [SENDER, ADDRESS, NOTE]) expect(full).toContain(text);
      const into = { folder, env: { DATABASE_URL: target.url } };
      expect(await runCommand('import', ['full.ndjson.gz'], into)).toMatchObject({ status: 0 });
      const stored = await inCalendar(target.url, ({ app }) =>
        app.get(Database).read((manager) => tableOf(manager, Submission).select(manager, {})),
      );
      const rowOf = (all: readonly Submission[]) => all.find(({ eventId }) => eventId === event.id);
      expect([stored.length, rowOf(stored)]).toEqual([(await rows()).length, rowOf(await rows())]);
      expect(rowOf(stored)).toMatchObject({ contactName: SENDER, note: NOTE });
    } finally {
      rmSync(folder, { recursive: true });
      await target.drop();
    }
  });

  it('is removed some days after the decision, and with the event', async () => {
    const clean = (days: number) => calendar.app.get(SubmissionCleanup).run(new Date(Date.now() + days * DAY));
    const has = async ({ id }: ApiRecord) => (await rows()).some(({ eventId }) => eventId === id);
    const [published, refused, waits] = [await anEvent(), await anEvent(), await anEvent()];
    const [draft, gone] = [await anEvent(), await anEvent()];
    await calendar.patch(`/events/${published.id}`, { status: 'publish' }, { as: 'editor' }).expect(200);
    await calendar
      .patch(`/events/${refused.id}`, { status: 'draft', review_note: 'No.' }, { as: 'editor' })
      .expect(200);
    await calendar.delete(`/events/${refused.id}`, { as: 'editor' }).expect(200);
    await calendar.patch(`/events/${draft.id}`, { status: 'draft' }, { as: 'editor' }).expect(200);
    await calendar.delete(`/events/${gone.id}?force=true`, { as: 'editor' }).expect(200);
    await clean(0);
    const decided = Object.fromEntries((await rows()).map(({ eventId, decidedAt }) => [eventId, decidedAt]));
    expect([published, refused, waits, draft, gone].map(({ id }) => decided[id])).toEqual([
      ...[expect.any(Date), expect.any(Date), null, null, undefined],
    ]);
    // Out of the trash, it waits again.
    await calendar.patch(`/events/${refused.id}`, { status: 'pending' }, { as: 'editor' }).expect(200);
    await clean(89);
    expect(await has(published)).toBe(true);
    await clean(91);
    expect([await has(published), await has(refused), await has(waits)]).toEqual([false, true, true]);
    expect((await calendar.get(`/events/${published.id}`, { as: 'editor' })).body).not.toHaveProperty('submission');
    await clean(366);
    expect([await has(refused), await has(waits), await has(draft)]).toEqual([false, false, false]);
  });
});

describe('Without the setting', () => {
  it('there is no route', async () => {
    for (const settings of [{ submissions: false }, { pages: false }]) {
      const all = calendar.app.get(Settings);
      const before = { submissions: all.submissions, pages: all.pages };
      Object.assign(all, settings);
      await calendar.get('/submissions/token').expect(404);
      const { status, body } = await send(aBody());
      expect([status, body.code]).toEqual([404, 'rest_no_route']);
      Object.assign(all, before);
    }
  });

  it('nor while its account is disabled', async () => {
    await anEvent();
    const { body } = await calendar.get('/accounts?search=Submissions', { as: 'administrator' });
    const path = `/accounts/${body.accounts[0].id}`;
    await calendar.patch(path, { disabled: true }, { as: 'administrator' }).expect(200);
    expect((await send(aBody())).status).toBe(404);
    await calendar.patch(path, { disabled: false }, { as: 'administrator' }).expect(200);
    expect((await send(aBody())).status).toBe(201);
  });
});

describe('The sender', () => {
  let mails: MailServer;
  let silent: TestCalendar;

  beforeAll(async () => {
    mails = await MailServer.start();
    silent = calendar;
    const mail = { SMTP_URL: mails.url, MAIL_FROM: 'calendar@town.example', SITE_URL: 'https://www.town.example' };
    calendar = await TestCalendar.start({ SUBMISSIONS: 'on', TRUST_PROXY: '1', ...mail });
  });

  afterAll(async () => {
    await calendar.stop();
    await mails.stop();
    calendar = silent;
  });

  /** Messages about decisions wait for a minute, in which editors may change their minds. */
  const becomeDue = () =>
    calendar.app
      .get(Database)
      .write((manager) => run(manager, 'UPDATE mails SET dueAt = ?', [new Date(Date.now() - 1000)]));

  const editor = { as: 'editor' } as const;

  it('hears once a day that an event has come, and reads nothing in it that was typed', async () => {
    const to = 'once@example.org';
    const body = aBody({ title: 'Buy pills', contact_name: 'Pillbox', note: 'Cheap ones', contact_email: to });
    const { reference } = (await send(body)).body;
    const { source, text, html, headers } = await mails.mailTo(to);
    expect(headers).toContain(`Subject: Your event has come: ${reference}`);
    expect(text).toContain(`name this reference: ${reference}.`);
    for (const typed of ['pills', 'Pillbox', 'Cheap']) expect(source + text + html).not.toContain(typed);
    await send(aBody({ contact_email: to }));
    const other = 'autre@example.org';
    await send(aBody({ contact_email: other }), { language: 'fr' });
    expect((await mails.mailTo(other)).text).toContain('attend d’être approuvé');
    expect(mails.to(to)).toHaveLength(1);
  });

  it('hears that the event was published, with its address and a word of the editor', async () => {
    const to = 'published@example.org';
    const event = await anEvent({ contact_email: to });
    await mails.mailTo(to);
    const body = { status: 'publish', review_note: 'See you there.' };
    const { url } = (await calendar.patch(`/events/${event.id}`, body, editor).expect(200)).body;
    await becomeDue();
    const { text, headers } = await mails.mailTo(to, 2);
    expect(headers).toContain('Subject: Published: ');
    expect(text).toContain('See you there.');
    expect(text).toContain(url);
  });

  it('hears that the event was refused, and why, and nothing of what only editors do', async () => {
    const to = 'refused@example.org';
    const event = await anEvent({ contact_email: to }, { language: 'fr' });
    await mails.mailTo(to);
    const body = { status: 'draft', review_note: 'C’est une publicité.' };
    await calendar.patch(`/events/${event.id}`, body, editor).expect(200);
    await becomeDue();
    await calendar.delete(`/events/${event.id}`, editor).expect(200);
    await becomeDue();
    const { text } = await mails.mailTo(to, 2);
    expect(text).toContain('L’événement ne sera pas publié.');
    expect(text).toContain('C’est une publicité.');
    expect(text).not.toMatch(/corbeille|admin/);
    expect(mails.to(to)).toHaveLength(2);
  });
});
