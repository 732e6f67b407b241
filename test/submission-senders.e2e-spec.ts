import { Database } from '../src/database/database.js';
import { run } from '../src/database/sql/statements.js';
import { SubmissionTokens } from '../src/outlets/submissions/submission-tokens.js';
import { type ApiRecord } from './support/makers.js';
import { claiming } from './support/picture-files.js';
import { Receiver } from './support/receiver.js';
import { MailServer } from './support/smtp.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';
import { eventually, until } from './support/until.js';

const SENDER = 'Zora Quill';
const ADDRESS = 'zora.quill@example.org';
const NOTE = 'Ring the bell twice.';

/** What only editors read, wherever it appears. */
const TRACE = /zora|quill|ring the bell/i;

let calendar: TestCalendar;
let mails: MailServer;
const logged: string[] = [];
/** Whether the mail server refuses what comes, naming the address. */
const server = { refuses: false };

beforeAll(async () => {
  mails = await MailServer.start({
    onRcptTo: ({ address }, _session, done) => {
      if (!server.refuses) return done();
      done(Object.assign(new Error(`<${address}>: nobody of this name`), { responseCode: 550 }));
    },
  });
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'calendar@town.example', SITE_URL: 'https://www.town.example' };
  const environment = { SUBMISSIONS: 'on', TRUST_PROXY: '1', WEBHOOK_ALLOW: '127.0.0.1', LOG_LEVEL: 'trace', ...mail };
  calendar = await TestCalendar.start(environment, undefined, { write: (line: string) => void logged.push(line) });
});

afterAll(async () => {
  await calendar.stop();
  await mails.stop();
});

afterEach(() => {
  server.refuses = false;
  logged.length = 0;
});

const aToken = async () => (await calendar.app.get(SubmissionTokens).create(Date.now() - 10_000)).token;

let count = 0;
const anAddress = () => `203.0.113.${(count += 1)}`;

const aBody = (fields: object = {}) => ({
  title: `Open evening ${(count += 1)}`,
  ...{ start_date: '2031-05-06 19:30', end_date: '2031-05-06 22:00', venue: 'Lake Hall', organizer: 'Rook Club' },
  ...{ contact_name: SENDER, contact_email: ADDRESS, note: NOTE },
  ...fields,
});

const send = async (body: object, language = 'en') =>
  calendar.post(`/submissions?token=${await aToken()}`, body, { language }).set('X-Forwarded-For', anAddress());

/** Sends the form of the page, with a picture that is named after its sender. */
async function sendForm(fields: object, token?: string) {
  const sent = calendar.raw().post(`/en/submit?token=${token ?? (await aToken())}`);
  void sent.set({ 'X-Forwarded-For': anAddress(), Accept: 'text/html' });
  void sent.attach('file', await claiming('png', 16, 16), { filename: `${SENDER}.png`, contentType: 'image/png' });
  for (const [name, value] of Object.entries(aBody(fields))) void sent.field(name, String(value));
  return sent;
}

/** Sends an event, and reads it as an editor does. */
async function anEvent(): Promise<ApiRecord> {
  const { body, status } = await send(aBody());
  expect(status).toBe(201);
  const list = await calendar.get('/events?status=pending&per_page=100&from=2031-01-01', { as: 'editor' }).expect(200);
  const events = list.body.events as ApiRecord[];
  return events.find(({ submission }) => submission?.['reference'] === body.reference)!;
}

const change = (sql: string, values: Date[] = []) =>
  calendar.app.get(Database).write((manager) => run(manager, sql, values));

const editor = { as: 'editor' } as const;

/** What editors do with an event until it is gone. */
async function decide({ id }: ApiRecord): Promise<void> {
  const path = `/events/${id}`;
  const seen = (await calendar.get(path, editor).expect(200)).body as object;
  await calendar.patch(path, { ...seen, title: 'Read, changed and sent back' }, editor).expect(200);
  const body = { status: 'publish', review_note: 'Lovely.' };
  await calendar.patch(`${path}?publish_links=true`, body, editor).expect(200);
  await calendar.delete(path, editor).expect(200);
}

it('is in no message to another server', async () => {
  const receiver = await Receiver.start();
  const admin = { as: 'administrator' } as const;
  const { body } = await calendar.post('/webhooks', { url: receiver.url, events: ['*'] }, admin).expect(201);
  const event = await anEvent();
  await decide(event);
  const last = new RegExp(`^event\\.(?:unpublished|deleted) ${event.id}$`);
  await until(() => receiver.summaries.some((summary) => last.test(summary)), 20_000);
  const sent = receiver.received.map((message) => message.body + JSON.stringify(message.headers)).join('\n');
  expect(receiver.summaries).toContain(`event.published ${event.id}`);
  expect(sent).not.toMatch(TRACE);
  await calendar.delete(`/webhooks/${body.id}`, admin).expect(200);
  await receiver.close();
});

it('is in no answer of GET /changes, whoever asks', async () => {
  const event = await anEvent();
  const answers = async (query: string, options: RequestOptions) => {
    const found: string[] = [];
    for (let since = '', more = true; more;) {
      const { text, body } = await calendar.get(`/changes?records=true&limit=50${query}${since}`, options).expect(200);
      found.push(text);
      [since, more] = [`&since=${body.next as string}`, body.more as boolean];
    }
    return found.join('\n');
  };
  const expected = [true, false];
  const found = async (query: string, options: RequestOptions) => {
    const text = await answers(query, options);
    return [text.includes(event.title!), TRACE.test(text)];
  };
  expect(await found('', editor)).toEqual(expected);
  await calendar.patch(`/events/${event.id}?publish_links=true`, { status: 'publish' }, editor).expect(200);
  for (const as of ['administrator', 'editor', 'contributor', 'reader', undefined] as const)
    for (const query of ['', '&translations=all&embedded=true'])
      expect([as, ...(await found(query, as ? { as } : {}))]).toEqual([as, ...expected]);
  const fields = '&kinds=events&_fields=id,title,submission';
  expect(await found(fields, editor)).toEqual(expected);
});

it('is in no line of the log, whatever fails', async () => {
  await decide(await anEvent());
  const same = aBody();
  for (const body of [same, same]) expect((await send(body)).status).toBe(201);
  const statuses = [
    (await send(aBody({ contact_email: 'zora.quill' }), 'fr')).status,
    (await send(aBody({ note: NOTE.repeat(200) }))).status,
    (await send(aBody({ contact_name: `${SENDER}\u0000`, venue: 99_999 }))).status,
    (await sendForm({})).status,
    (await sendForm({ title: '' })).status,
    (await sendForm({}, 'forged')).status,
  ];
  expect(statuses).toEqual([400, 400, 400, 303, 400, 400]);
  await change('ALTER TABLE submissions RENAME COLUMN note TO gone');
  try {
    expect((await send(aBody())).status).toBe(500);
  } finally {
    await change('ALTER TABLE submissions RENAME COLUMN gone TO note');
  }
  const has = (text: string) => logged.some((line) => line.includes(text));
  // Before the server refuses, which would end what waits.
  await change('UPDATE mails SET dueAt = ?', [new Date(Date.now() - 1000)]);
  await eventually(() => Promise.resolve(has('mail sent')));
  server.refuses = true;
  const refused = 'zora.quill+refused@example.org';
  expect((await send(aBody({ contact_email: refused }))).status).toBe(201);
  await eventually(() => Promise.resolve(has('mail given up')));
  expect(mails.to(refused)).toEqual([]);
  // The log has the requests, and the error of the database.
  for (const text of ['/submissions', '/en/submit', 'INSERT INTO']) expect([text, has(text)]).toEqual([text, true]);
  expect(logged.filter((line) => TRACE.test(line))).toEqual([]);
});
