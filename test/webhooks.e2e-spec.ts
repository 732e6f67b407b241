import { once } from 'node:events';
import { type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../src/database/database.js';
import { query, run } from '../src/database/sql/statements.js';
import { ActiveWebhooks } from '../src/outlets/webhooks/active-webhooks.js';
import { DeliveryCleanup } from '../src/outlets/webhooks/delivery-cleanup.js';
import { fixPresent } from './support/present.js';
import { itEach, resources, publishedResources, termResources } from './support/resources.js';
import { makers } from './support/makers.js';
import { isSignedWith, Receiver } from './support/receiver.js';
import { TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';
import { importInto } from './support/importing.js';
import { Outbox } from '../src/outlets/webhooks/outbox.js';
import { processTime } from './support/process-time.js';

fixPresent();

let calendar: TestCalendar;
let receiver: Receiver;
const { anEvent, aVenue, aRecord } = makers(() => calendar);
const admin = { as: 'administrator' } as const;
const WEBHOOK_ALLOW = '127.0.0.1,localhost';

beforeAll(async () => {
  calendar = await TestCalendar.start({ WEBHOOK_ALLOW });
  receiver = await Receiver.start();
});

afterAll(async () => {
  await calendar.stop();
  await receiver.close();
});

interface Created {
  readonly id: number;
  readonly secret: string;
}

const made: Created[] = [];

async function aWebhook(url = receiver.url, fields: object = {}): Promise<Created> {
  const { body } = await calendar.post('/webhooks', { url, events: ['*'], ...fields }, admin).expect(201);
  made.push(body as Created);
  return body as Created;
}

afterEach(async () => {
  for (const { id } of made.splice(0)) await calendar.delete(`/webhooks/${id}`, admin);
  receiver.acceptAll();
  receiver.received.length = 0;
});

const sql = (text: string) => calendar.app.get(Database).write((manager) => run(manager, text));

/** Makes every delivery due at once. */
const letTimePass = () => sql("UPDATE webhook_deliveries SET dueAt = '2020-01-01 00:00:00' WHERE dueAt IS NOT NULL");

interface Delivery {
  status: string;
  attempts: number;
  error: string | null;
  response_status: number | null;
  message_id: string;
  next_attempt_utc: string | null;
  attempted_utc: string;
}

async function deliveriesOf({ id }: Created): Promise<Delivery[]> {
  const { body } = await calendar.get(`/webhooks/${id}/deliveries`, admin).expect(200);
  return body.deliveries as Delivery[];
}

/** Waits until the latest delivery has had this number of attempts. */
async function attempted(webhook: Created, attempts: number): Promise<Delivery> {
  for (;;) {
    const [latest] = await deliveriesOf(webhook);
    if (latest && latest.attempts >= attempts) return latest;
    await sleep(50);
  }
}

/** Waits for longer than it takes to send due deliveries. */
const quiet = () => sleep(1600);

describe('webhooks', () => {
  it('are managed by administrators, and show their secret once', async () => {
    const { body: created, headers } = await calendar
      .post('/webhooks', { url: receiver.url, events: 'event.published,venue.updated', description: 'Index' }, admin)
      .expect(201);
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(headers.location).toBe(created.rest_url);
    const { secret: _secret, ...others } = created;
    expect(others).toEqual({
      ...{ id: created.id, url: receiver.url, events: ['event.published', 'venue.updated'], active: true },
      ...{ description: 'Index', created_utc: created.created_utc, failing_since_utc: null, switched_off_utc: null },
      rest_url: `http://localhost:3000/en/cal/events/v1/webhooks/${created.id}`,
    });
    const path = `/webhooks/${created.id}`;
    expect((await calendar.get(path, admin).expect(200)).body).toEqual(others);
    expect((await calendar.get('/webhooks', admin).expect(200)).body.webhooks).toEqual([others]);
    const { body: changed } = await calendar.patch(path, { ...created, active: false, events: '*' }, admin).expect(200);
    expect(changed).toEqual({ ...others, active: false, events: ['*'] });
    expect((await calendar.delete(path, admin).expect(200)).body).toEqual(changed);
    const { body: gone } = await calendar.get(path, { ...admin, language: 'fr' }).expect(404);
    expect(gone).toMatchObject({
      code: 'rest-webhook-not-found',
      message: `Aucun webhook avec l’identifiant ${created.id}.`,
    });
  });

  it('are for administrators only', async () => {
    const { id } = await aWebhook();
    for (const as of ['reader', 'contributor', 'author', 'editor'] as const) {
      await calendar.get('/webhooks', { as }).expect(403);
      await calendar.post('/webhooks', { url: receiver.url, events: '*' }, { as }).expect(403);
      await calendar.get(`/webhooks/${id}/deliveries`, { as }).expect(403);
      await calendar.post(`/webhooks/${id}/test`, undefined, { as }).expect(403);
      await calendar.patch(`/webhooks/${id}`, { rotate_secret: true }, { as }).expect(403);
      await calendar.delete(`/webhooks/${id}`, { as }).expect(403);
    }
    await calendar.get('/webhooks').expect(401);
  });

  it('are returned again, secret included, with the same Idempotency-Key', async () => {
    const send = () =>
      calendar.post('/webhooks', { url: receiver.url, events: '*' }, admin).set('Idempotency-Key', 'once').expect(201);
    const { body: first } = await send();
    made.push(first as Created);
    expect((await send()).body).toEqual(first);
    expect((await calendar.get('/webhooks', admin)).body.webhooks).toHaveLength(1);
  });

  it.each([
    [{}, ['url', 'events']],
    [{ url: 'https://example.com/', events: 'event.made' }, ['events']],
    [{ url: 'https://example.com/', events: [] }, ['events']],
    [{ url: 'ftp://example.com/', events: '*' }, ['url']],
    [{ url: 'https://user:secret@example.com/', events: '*' }, ['url']],
    [{ url: 'https://example.com/', events: '*', active: 'maybe' }, ['active']],
    [{ url: 'https://example.com/', events: '*', evnts: 1 }, ['evnts']],
  ])('refuse %j', async (body, fields) => {
    const { body: error } = await calendar.post('/webhooks', body, admin).expect(400);
    expect(Array.isArray(error.data.params) ? error.data.params : Object.keys(error.data.params)).toEqual(fields);
  });

  describe('with an invalid address', () => {
    let id: number;

    beforeAll(async () => {
      ({ id } = (await calendar.post('/webhooks', { url: receiver.url, events: '*' }, admin).expect(201)).body);
    });

    afterAll(() => calendar.delete(`/webhooks/${id}`, admin));

    it.each([
      ...['http://example.com/', 'https://10.1.2.3/', 'https://192.168.1.1/', 'https://172.16.0.1/', 'https://0/'],
      ...['https://169.254.169.254/latest', 'https://[::1]/', 'https://[fe80::1]/', 'https://[fd00:ec2::254]/'],
      ...['https://[::ffff:10.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[64:ff9b::a00:1]/', 'https://0x7f.2/'],
      ...['https://100.100.100.200/', 'https://168.63.129.16/', 'https://224.0.0.1/', 'https://db.localhost./'],
      ...[
        'https://127.0.0.2/',
        'https://[::]/',
        'https://[2002:a00:1::]/',
        'https://198.18.0.1/',
        'https://LOCALHOST.:8/',
      ],
    ])('are refused: %s, on create and on update', async (url) => {
      const { body } = await calendar.post('/webhooks', { url, events: '*' }, { ...admin, language: 'fr' }).expect(400);
      expect(body.data.params.url).toMatch(/WEBHOOK_ALLOW/);
      await calendar.patch(`/webhooks/${id}`, { url }, admin).expect(400);
      expect((await calendar.get(`/webhooks/${id}`, admin)).body.url).toBe(receiver.url);
    });
  });
});

describe('messages', () => {
  itEach(resources, 'tell what happened to %s, signed as Standard Webhooks says', async (kind) => {
    const { secret } = await aWebhook();
    const { id, title, venue, organizer, name } = await aRecord(kind);
    const [published] = await receiver.take(1);
    expect(published!.type).toBe(`${kind.singular}.published`);
    expect(isSignedWith(secret, published!)).toBe(true);
    expect(isSignedWith(`whsec_${Buffer.alloc(32).toString('base64')}`, published!)).toBe(false);
    expect(published!.headers['content-type']).toBe('application/json');
    const { timestamp, ...payload } = JSON.parse(published!.body);
    const url = (language: string) => `http://localhost:3000/${language}/cal/events/v1/${kind.plural}/${id}`;
    expect(payload).toEqual({
      type: `${kind.singular}.published`,
      data: { kind: kind.plural, id, rest_urls: { en: url('en'), fr: url('fr') }, revision: 1 },
    });
    expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(10_000);
    // The message has no data of the record itself.
    expect(published!.body).not.toContain(String(title ?? venue ?? organizer ?? name));

    await calendar.patch(`${kind.path}/${id}`, kind.change, admin).expect(200);
    const [updated] = await receiver.take(1);
    expect([updated!.type, updated!.data.revision]).toEqual([`${kind.singular}.updated`, 2]);
    await calendar.delete(`${kind.path}/${id}`, admin).expect(200);
    expect((await receiver.take(1))[0]!.type).toBe(`${kind.singular}.deleted`);
  });

  itEach(publishedResources, 'tell nothing of drafts of %s, and of publishing and withdrawing them', async (kind) => {
    await aWebhook();
    const { id } = await aRecord(kind, { status: 'draft' });
    const patch = (body: object) => calendar.patch(`${kind.path}/${id}`, body, admin).expect(200);
    await patch(kind.change);
    await calendar.delete(`${kind.path}/${id}`, admin).expect(200);
    await patch({ status: 'private' });
    await patch({ status: 'publish' });
    await patch({ status: 'pending' });
    await patch({ status: 'publish' });
    await calendar.delete(`${kind.path}/${id}`, admin).expect(200);
    await calendar.delete(`${kind.path}/${id}?force=true`, admin).expect(200);
    const told = ['published', 'unpublished', 'published', 'deleted'].map(
      (change) => `${kind.singular}.${change} ${id}`,
    );
    await until(() => receiver.received.length >= told.length, 5000).catch(() => undefined);
    await quiet();
    expect(receiver.summaries.sort()).toEqual(told.sort());
  });

  it('report an event that becomes hidden, is restored, or is published at its scheduled time', async () => {
    await aWebhook();
    const { id } = await anEvent();
    await receiver.take(1);
    const patch = (body: object) => calendar.patch(`/events/${id}`, body, admin).expect(200);
    await patch({ hide_from_listings: true });
    expect((await receiver.take(1))[0]!.type).toBe('event.unpublished');
    await patch({ hide_from_listings: false });
    expect((await receiver.take(1))[0]!.type).toBe('event.published');
    await calendar.delete(`/events/${id}?force=true`, admin).expect(200);
    const [deleted] = await receiver.take(1);
    expect([deleted!.type, deleted!.data.revision]).toEqual(['event.deleted', null]);
    const soon = new Date(Date.now() + 3000).toISOString();
    const { id: later } = await anEvent({ date_utc: soon });
    await sleep(1000);
    expect(receiver.summaries).toEqual([]);
    await receiver
      .take(1)
      .then(([message]) => expect([message!.type, message!.data.id]).toEqual(['event.published', later]));
  });

  it('are sent for the types of a webhook, and not for writes without changes', async () => {
    await aWebhook(receiver.url, { events: ['venue.updated', 'event.deleted'] });
    const venue = await aVenue();
    const event = await anEvent({ venue: venue.id });
    await calendar.patch(`/venues/${venue.id}`, { city: 'Laval' }, admin).expect(200);
    await calendar.delete(`/events/${event.id}`, admin).expect(200);
    await until(() => receiver.received.length >= 2);
    await quiet();
    expect(receiver.summaries.sort()).toEqual([`event.deleted ${event.id}`, `venue.updated ${venue.id}`]);
  });

  it('are one for a series, whatever happens to its occurrences', async () => {
    await aWebhook(receiver.url, { events: 'event.published,event.updated,event.unpublished,event.deleted' });
    const { id } = await anEvent({ recurrence: 'FREQ=DAILY;COUNT=5' });
    const told = async () => {
      await until(() => receiver.received.length > 0);
      await quiet();
      const all = receiver.summaries;
      receiver.received.length = 0;
      return all;
    };
    expect(await told()).toEqual([`event.published ${id}`]);
    const { body } = await calendar.get(`/events?post_parent=${id}`).expect(200);
    const [second, third] = (body.events as { id: number }[]).map((event) => event.id);
    await calendar.patch(`/events/${id}`, { title: 'All of them' }, admin).expect(200);
    expect(await told()).toEqual([`event.updated ${id}`]);
    await calendar.patch(`/events/${second}`, { title: 'One of them' }, admin).expect(200);
    expect(await told()).toEqual([`event.updated ${id}`]);
    await calendar.delete(`/events/${third}`, admin).expect(200);
    expect(await told()).toEqual([`event.updated ${id}`]);
    await calendar.delete(`/events/${id}`, admin).expect(200);
    expect(await told()).toEqual([`event.deleted ${id}`]);
    await calendar.patch(`/events/${id}`, { status: 'publish' }, admin).expect(200);
    expect(await told()).toEqual([`event.published ${id}`]);
    await calendar.delete(`/events/${id}?force=true`, admin).expect(200);
    expect(await told()).toEqual([`event.deleted ${id}`]);
  });

  it('are not sent without an active webhook, nor for changes before it was activated', async () => {
    const { id } = await aWebhook(receiver.url, { active: false });
    await aVenue();
    await calendar.patch(`/webhooks/${id}`, { active: true }, admin).expect(200);
    const { id: venue } = await aVenue();
    await until(() => receiver.received.length > 0);
    await quiet();
    expect(receiver.summaries).toEqual([`venue.published ${venue}`]);
  });

  itEach(termResources.slice(0, 1), 'are none for the count of %s', async (kind) => {
    const { id } = await aRecord(kind, { name: 'Counted' });
    await aWebhook(receiver.url, { events: MESSAGES_OF_TERMS });
    await anEvent({ [kind.field!]: [id] });
    await quiet();
    expect(receiver.summaries).toEqual([]);
  });

  it('are one for each record and minute of an import, sent after the minute', async () => {
    const webhook = await aWebhook();
    const outbox = calendar.app.get(Outbox);
    const ics = (title: string) =>
      `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:merged@example.com\r\nDTSTAMP:20270101T000000Z\r\n` +
      `DTSTART:20270601T100000Z\r\nDTEND:20270601T110000Z\r\nSUMMARY:${title}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    outbox.isThrottledByMinute = true;
    try {
      await untilMinuteIsYoung();
      await importInto(calendar, ics('First'));
      await importInto(calendar, ics('Second'));
      await importInto(calendar, ics('Third'));
    } finally {
      outbox.isThrottledByMinute = false;
    }
    const deliveries = await deliveriesOf(webhook);
    expect(deliveries).toHaveLength(1);
    expect(deliveries[0]).toMatchObject({ type: 'event.published', status: 'pending', attempts: 0 });
    const due = new Date(`${deliveries[0]!.next_attempt_utc!.replace(' ', 'T')}Z`);
    expect(due.getTime() - (due.getTime() % 60_000)).toBeGreaterThan(Date.now() - 1000);
    await letTimePass();
    expect(await receiver.take(1)).toMatchObject([{ type: 'event.published', data: { revision: 3 } }]);
  });
});

const MESSAGES_OF_TERMS = ['category', 'tag'].flatMap((kind) => [`${kind}.updated`, `${kind}.published`]);

/** Three short imports must fall into one minute. */
async function untilMinuteIsYoung(): Promise<void> {
  const seconds = (Date.now() / 1000) % 60;
  if (seconds > 50) await sleep((61 - seconds) * 1000);
}

describe('deliveries', () => {
  it('are repeated after a failure, with the same id, until the receiver has recovered', async () => {
    const webhook = await aWebhook();
    receiver.respond = (response) => void response.writeHead(503).end();
    await aVenue();
    const first = await attempted(webhook, 1);
    expect(first).toMatchObject({ status: 'pending', attempts: 1, response_status: 503 });
    expect(first.error).toBe('The response had the status 503.');
    const seconds = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
    const wait = seconds(first.next_attempt_utc!) - seconds(first.attempted_utc);
    expect(wait).toBeGreaterThanOrEqual(4);
    expect(wait).toBeLessThanOrEqual(7);
    expect((await calendar.get(`/webhooks/${webhook.id}`, admin)).body.failing_since_utc).not.toBeNull();
    await letTimePass();
    const second = await attempted(webhook, 2);
    const pause = seconds(second.next_attempt_utc!) - seconds(second.attempted_utc);
    expect(pause).toBeGreaterThanOrEqual(269);
    expect(pause).toBeLessThanOrEqual(332);
    receiver.acceptAll();
    await letTimePass();
    expect(await attempted(webhook, 3)).toMatchObject({ status: 'delivered', error: null, next_attempt_utc: null });
    const ids = receiver.received.map(({ id }) => id);
    expect(ids).toEqual([first.message_id, first.message_id, first.message_id]);
    expect((await calendar.get(`/webhooks/${webhook.id}`, admin)).body.failing_since_utc).toBeNull();
  });

  it('go on after the pause of a receiver that has recovered, without another write', async () => {
    await aWebhook();
    const waiting: ServerResponse[] = [];
    let arrived = 0;
    // The first attempts fail together: one by one, each of them would double the pause.
    receiver.respond = (response) => {
      waiting.push(response);
      arrived += 1;
      if (arrived >= 6) for (const one of waiting.splice(0)) one.writeHead(500).end();
    };
    for (let number = 0; number < 6; number += 1) await aVenue();
    // The second attempts follow one by one, with growing pauses.
    await until(() => receiver.received.length >= 6 + 4);
    receiver.acceptAll();
    await until(() => receiver.received.length >= 6 + 6, 20_000);
  });

  it('end at once, and switch the webhook off, if the receiver is gone (410)', async () => {
    const webhook = await aWebhook();
    receiver.respond = (response) => void response.writeHead(410).end();
    await aVenue();
    expect(await attempted(webhook, 1)).toMatchObject({
      status: 'failed',
      response_status: 410,
      next_attempt_utc: null,
    });
    const { body } = await calendar.get(`/webhooks/${webhook.id}`, admin).expect(200);
    expect(body).toMatchObject({ active: false, switched_off_utc: expect.stringMatching(/^20/) });
  });

  it.each([
    [429, '120', 120],
    [503, new Date(Date.now() + 2 * 86_400_000 * 1000).toUTCString(), 86_400],
    [500, '120', 5],
  ])('wait as a receiver asks with %i and Retry-After: %s', async (status, retryAfter, wait) => {
    const webhook = await aWebhook();
    receiver.respond = (response) => void response.writeHead(status, { 'retry-after': retryAfter }).end();
    await aVenue();
    const { next_attempt_utc, attempted_utc } = await attempted(webhook, 1);
    const seconds = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
    const waited = seconds(next_attempt_utc!) - seconds(attempted_utc);
    expect(Math.abs(waited - wait)).toBeLessThanOrEqual(2);
  });

  it('end for a receiver that answers 101 or closes the connection', async () => {
    const answers = [
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\n\r\n',
      '',
    ];
    for (const answer of answers) {
      const raw = createServer((socket) =>
        socket.on('error', () => undefined).once('data', () => (answer ? socket.write(answer) : socket.end())),
      );
      await new Promise<void>((done) => raw.listen(0, '127.0.0.1', done));
      const webhook = await aWebhook(`http://127.0.0.1:${(raw.address() as AddressInfo).port}/hook`);
      const { body } = await calendar.post(`/webhooks/${webhook.id}/test`, undefined, admin).expect(200);
      expect([answer, body.status]).toEqual([answer, 'failed']);
      raw.close();
    }
  });

  it('are not looked for while nothing is due', async () => {
    await aWebhook();
    await aVenue();
    await receiver.take(1);
    await sleep(2500);
    // Every look at the outbox begins with it.
    const looks = jest.spyOn(calendar.app.get(ActiveWebhooks), 'refresh');
    await sleep(2500);
    expect(looks).not.toHaveBeenCalled();
    looks.mockRestore();
    await aVenue();
    await receiver.take(1);
  });

  it('end after the tenth attempt', async () => {
    const webhook = await aWebhook();
    receiver.respond = (response) => void response.writeHead(500).end();
    await aVenue();
    await attempted(webhook, 1);
    await sql('UPDATE webhook_deliveries SET attempts = 9 WHERE attempts = 1');
    await letTimePass();
    expect(await attempted(webhook, 10)).toMatchObject({ status: 'failed', next_attempt_utc: null });
    await calendar.get(`/webhooks/${webhook.id}/deliveries?status=delivered`, admin).expect(200, /"deliveries":\[\]/);
  });

  it('do not follow redirects', async () => {
    const webhook = await aWebhook();
    const other = await Receiver.start();
    try {
      receiver.respond = (response) => void response.writeHead(307, { Location: other.url }).end();
      await aVenue();
      const { error, status } = await attempted(webhook, 1);
      expect([status, error]).toEqual(['pending', 'The response was a redirect (307), which is not followed.']);
      await quiet();
      expect(other.received).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('end after 15 seconds without a response or with a slow one, and do not delay those to others', async () => {
    const webhook = await aWebhook();
    const other = await Receiver.start();
    // The headers of its response never end.
    const dribbling = createServer((socket) => {
      socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('x'), 200);
      socket.on('close', () => clearInterval(timer)).resume();
    });
    await once(dribbling.listen(0, '127.0.0.1'), 'listening');
    try {
      const slow = await aWebhook(`http://127.0.0.1:${(dribbling.address() as AddressInfo).port}/`);
      receiver.respond = () => undefined;
      await aWebhook(other.url);
      const [begin, beginOfProcess] = [performance.now(), processTime()];
      for (let number = 0; number < 25; number += 1) await aVenue({ venue: `Slow ${number}` });
      await until(() => other.received.length >= 25, 10_000);
      expect(processTime() - beginOfProcess).toBeLessThan(10_000);
      expect(receiver.received.length).toBeLessThanOrEqual(10);
      for (const one of [webhook, slow])
        for (;;) {
          const failed = (await deliveriesOf(one)).find(({ attempts }) => attempts > 0);
          if (failed) {
            expect(failed.error).toBe('No response came within 15 seconds.');
            break;
          }
          await sleep(200);
        }
      expect(performance.now() - begin).toBeGreaterThan(15_000);
    } finally {
      await other.close();
      dribbling.close();
    }
  });

  it('reach a receiver that was down', async () => {
    const away = await Receiver.start();
    const { port, url } = away;
    const webhook = await aWebhook(url);
    await away.close();
    const { id } = await aVenue();
    expect(await attempted(webhook, 1)).toMatchObject({ response_status: null, status: 'pending' });
    expect((await deliveriesOf(webhook))[0]!.error).toBe('The connection failed: ECONNREFUSED.');
    const back = await Receiver.start(port);
    try {
      await letTimePass();
      expect((await back.take(1))[0]!.data.id).toBe(id);
    } finally {
      await back.close();
    }
  });

  it('do not reach a private address that a name resolves to, or that was allowed before', async () => {
    // The name of this machine resolves to its own address.
    const name = hostname();
    const webhook = await aWebhook(`https://${name}/`);
    await aVenue();
    const privately = 'The address leads to this machine or into a private network, or is not https.';
    expect(await attempted(webhook, 1)).toMatchObject({ error: privately, response_status: null });
    const before = await aWebhook();
    const strict = await TestCalendar.start({}, calendar.url);
    try {
      const { body } = await strict.post(`/webhooks/${before.id}/test`, undefined, admin).expect(200);
      expect(body).toMatchObject({ status: 'failed', error: privately });
      expect(receiver.summaries).not.toContain(`webhook.test ${before.id}`);
    } finally {
      await strict.stop();
    }
  });

  it('are signed with former secrets as well, for a day', async () => {
    const { id, secret } = await aWebhook();
    const { body } = await calendar.patch(`/webhooks/${id}`, { rotate_secret: true }, admin).expect(200);
    expect(body.secret).toMatch(/^whsec_/);
    expect(body.secret).not.toBe(secret);
    await aVenue();
    const [both] = await receiver.take(1);
    expect([isSignedWith(secret, both!), isSignedWith(body.secret, both!)]).toEqual([true, true]);
    const { body: again } = await calendar.patch(`/webhooks/${id}`, { rotate_secret: true }, admin).expect(200);
    await sleep(600);
    await aVenue();
    const [all] = await receiver.take(1);
    const secrets = [secret, body.secret, again.secret];
    expect(secrets.map((one) => isSignedWith(one, all!))).toEqual([true, true, true]);
    await sql(`UPDATE webhooks SET formerSecrets = '1577836800000:${secret}' WHERE id = ${id}`);
    await sleep(600);
    await aVenue();
    const [one] = await receiver.take(1);
    expect(secrets.map((former) => isSignedWith(former, one!))).toEqual([false, false, true]);
  });

  it('are sent at once by a test, also of an inactive webhook', async () => {
    const { id, secret } = await aWebhook(receiver.url, { active: false });
    const { body } = await calendar.post(`/webhooks/${id}/test`, undefined, admin).expect(200);
    expect(body).toMatchObject({ type: 'webhook.test', status: 'delivered', response_status: 204, error: null });
    const [message] = await receiver.take(1);
    expect(isSignedWith(secret, message!)).toBe(true);
    receiver.respond = (response) => void response.writeHead(404).end();
    const { body: french } = await calendar.post(`/webhooks/${id}/test`, undefined, { ...admin, language: 'fr' });
    expect(french).toMatchObject({ status: 'failed', error: 'La réponse avait le statut 404.' });
    await calendar.post('/webhooks/999999/test', undefined, admin).expect(404);
    const unknown = await calendar.post(`/webhooks/${id}/test`, { url: receiver.url }, admin);
    expect([unknown.status, Object.keys(unknown.body.data.params)]).toEqual([400, ['url']]);
    const inFrench = await calendar.post(`/webhooks/${id}/test`, { translation_language: 'fr' }, admin);
    expect([inFrench.status, inFrench.body.error]).toEqual([200, french.error]);
  });

  it('are sent once by tests with the same Idempotency-Key, also if the client does not wait', async () => {
    const { id } = await aWebhook();
    const test = (key: string) => calendar.post(`/webhooks/${id}/test`, undefined, admin).set('Idempotency-Key', key);
    const { body: first } = await test('test once').expect(200);
    const { body: again, headers } = await test('test once').expect(200);
    expect([again, headers['idempotent-replayed']]).toEqual([first, 'true']);
    expect(receiver.received).toHaveLength(1);
    let respond: (() => void) | undefined;
    receiver.respond = (response) => (respond = () => void response.writeHead(204).end());
    const slow = test('test slowly')
      .expect(200)
      .then(({ body }) => body as Delivery);
    await until(() => respond);
    expect((await test('test slowly').expect(409)).body.code).toBe('rest_idempotency_conflict');
    respond!();
    expect((await slow).status).toBe('delivered');
    expect(receiver.received).toHaveLength(2);
    await calendar.post('/webhooks/999999/test', undefined, admin).set('Idempotency-Key', 'test none').expect(404);
    await calendar.post('/webhooks/999999/test', undefined, admin).set('Idempotency-Key', 'test none').expect(404);
    expect(await deliveriesOf({ id, secret: '' })).toHaveLength(2);
  });

  it('end when a webhook has failed for five days; when it is activated again, it starts afresh', async () => {
    const webhook = await aWebhook();
    receiver.respond = (response) => void response.writeHead(500).end();
    await aVenue();
    await attempted(webhook, 1);
    await sql(`UPDATE webhooks SET failingSince = '2020-01-01 00:00:00' WHERE id = ${webhook.id}`);
    await letTimePass();
    const path = `/webhooks/${webhook.id}`;
    for (let off = false; !off; await sleep(50)) off = !(await calendar.get(path, admin)).body.active;
    const { body } = await calendar.get(`${path}/deliveries`, admin).expect(200);
    expect(body).toMatchObject({ active: false, switched_off_utc: expect.stringMatching(/^20/) });
    expect(body.deliveries[0].next_attempt_utc).toBeNull();
    receiver.received.length = 0;
    await letTimePass();
    await quiet();
    expect(receiver.summaries).toEqual([]);
    receiver.acceptAll();
    const { body: again } = await calendar.patch(path, { active: true }, admin).expect(200);
    expect(again).toMatchObject({ active: true, failing_since_utc: null, switched_off_utc: null });
    await letTimePass();
    await receiver.take(1);
  });

  it('are counted for Prometheus, and logged without secrets', async () => {
    const lines: string[] = [];
    const own = await TestCalendar.start({ WEBHOOK_ALLOW, LOG_LEVEL: 'trace' }, undefined, {
      write: (line) => void lines.push(line),
    });
    const refusing = await Receiver.start();
    try {
      refusing.respond = (response, { type }) => void response.writeHead(type.startsWith('tag') ? 204 : 500).end();
      const hook = { url: refusing.url, events: '*' };
      const { body } = await own.post('/webhooks', hook, admin).expect(201);
      await own.post('/webhooks', { ...hook, active: false }, admin).expect(201);
      await own.post('/tags', { name: 'Counted' }, admin).expect(201);
      await refusing.take(1);
      await own.post('/venues', { venue: 'Counted' }, admin).expect(201);
      await refusing.take(1);
      await quiet();
      const key = `Bearer ${own.keys.administrator}`;
      const { text } = await own.raw().get('/metrics').set('Authorization', key).expect(200);
      const samples = text.split('\n').filter((line) => line.startsWith('calendar_webhook'));
      expect(samples.sort()).toEqual([
        'calendar_webhook_attempts_total{result="delivered"} 1',
        'calendar_webhook_attempts_total{result="failed"} 1',
        'calendar_webhook_outbox 1',
        'calendar_webhooks{state="active"} 0',
        'calendar_webhooks{state="failing"} 1',
        'calendar_webhooks{state="inactive"} 1',
        'calendar_webhooks{state="switched_off"} 0',
      ]);
      expect(lines.join('')).not.toContain((body.secret as string).slice(6, 30));
    } finally {
      await refusing.close();
      await own.stop();
    }
  });

  it('are listed page by page for a week, and then deleted', async () => {
    const webhook = await aWebhook();
    for (let number = 0; number < 5; number += 1) await aVenue();
    await receiver.take(5);
    const path = `/webhooks/${webhook.id}/deliveries`;
    const { body: first } = await calendar.get(`${path}?limit=3`, admin).expect(200);
    expect(first.deliveries).toHaveLength(3);
    const next = new URL(first.next_rest_url as string);
    const { body: rest } = await calendar.get(`${path}${next.search}`, admin).expect(200);
    expect(rest.deliveries).toHaveLength(2);
    expect(rest).not.toHaveProperty('next_rest_url');
    await until(() => receiver.received.length === 0);
    while ((await deliveriesOf(webhook)).some(({ status }) => status === 'pending')) await sleep(50);
    const cleanup = calendar.app.get(DeliveryCleanup);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    // More than one transaction deletes, for a webhook that is deleted.
    const gone = Array.from(
      { length: 2500 },
      (_, n) => `(0, 'msg_gone_${n}', 'x', 'x', 1, '2027-01-01 00:00:00', 'failed')`,
    );
    await sql(
      `INSERT INTO webhook_deliveries (webhookId, messageId, type, kind, recordId, createdAt, status) VALUES ${gone.join()}`,
    );
    await sql("UPDATE webhook_deliveries SET createdAt = '2020-01-01 00:00:00' WHERE webhookId > 0");
    await cleanup.run(inDays(6.9));
    expect(await deliveriesOf(webhook)).toHaveLength(5);
    const count = 'SELECT COUNT(*) AS count FROM webhook_deliveries WHERE webhookId = 0';
    const [left] = await calendar.app
      .get(Database)
      .read((manager) => query<{ count: number | string }>(manager, count));
    expect(Number(left!.count)).toBe(0);
    await cleanup.run(inDays(7.1));
    expect(await deliveriesOf(webhook)).toEqual([]);
  });
});
