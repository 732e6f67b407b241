import { Database } from '../src/database/database.js';
import { query, run } from '../src/database/sql/statements.js';
import { makers } from './support/makers.js';
import { MailServer } from './support/smtp.js';
import { TestCalendar } from './support/test-calendar.js';
import { eventually, until } from './support/until.js';

const SITE = 'https://www.town.example';
const PASSWORD = 'a lighthouse in the fog';
const admin = { as: 'administrator' } as const;

let calendar: TestCalendar;
let mails: MailServer;
const logged: string[] = [];
const { anEvent } = makers(() => calendar);

/** What the mail server does with the next messages. */
const server = { refuse: undefined as number | undefined, holds: false };

const startServer = (port?: number) =>
  MailServer.start(
    {
      onMailFrom: (_address, _session, done) => {
        if (server.holds) return;
        done();
      },
      onRcptTo: (_address, _session, done) => {
        if (server.refuse === undefined) return done();
        done(Object.assign(new Error('refused'), { responseCode: server.refuse }));
      },
    },
    port,
  );

beforeAll(async () => {
  mails = await startServer();
  const environment = {
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'Town calendar <calendar@town.example>', ADMIN_PAGE: 'on' },
    ...{
      SITE_URL: SITE,
      SITE_NAME: 'Town calendar',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'trace',
    },
  };
  calendar = await TestCalendar.start(environment, undefined, { write: (line: string) => void logged.push(line) });
});

afterAll(async () => {
  await calendar.stop();
  await mails.stop();
});

beforeEach(async () => {
  Object.assign(server, { refuse: undefined, holds: false });
  logged.length = 0;
  await change('DELETE FROM mails');
});

let made = 0;

/** A new account with an address. */
async function anAccount(fields: object = {}): Promise<{ id: number; email: string; name: string }> {
  made += 1;
  const body = { name: `Person ${made}`, role: 'editor', email: `person${made}@town.example`, ...fields };
  return (await calendar.post('/accounts', body, admin).expect(201)).body;
}

const invite = (id: number, language = 'en') =>
  calendar.post(`/accounts/${id}/invitation`, {}, { ...admin, language }).expect(201);

const tokenIn = (text: string) => /#(?:invitation|new-password)=([\w-]+)/.exec(text)![1]!;

/** A person with a password, and the key of the sign-in. */
async function aPerson(fields: object = {}) {
  const account = await anAccount(fields);
  const { url } = (await invite(account.id)).body;
  await mails.mailTo(account.email);
  const body = { invitation: tokenIn(url), password: PASSWORD };
  return { ...account, key: (await calendar.post('/sign-in', body).expect(201)).body.key as string };
}

const forgotten = (email: string, address = '192.0.2.1', language = 'en') =>
  calendar.post('/sign-in/forgotten', { email }, { language }).set('X-Forwarded-For', address);

const change = (sql: string, values: (string | number | Date | null)[] = []) =>
  calendar.app.get(Database).write((manager) => run(manager, sql, values));

const waiting = () =>
  calendar.app
    .get(Database)
    .read((manager) =>
      query<{ id: number; purpose: string; attempts: number }>(manager, 'SELECT id, purpose, attempts FROM mails'),
    );

const untilNoneWait = () => eventually(async () => (await waiting()).length === 0);

describe('an invitation', () => {
  it('is mailed in the language of the account, as text and HTML, with a link of its own', async () => {
    const account = await anAccount({ language: 'fr', name: 'Éloïse & Co' });
    const { body } = await invite(account.id);
    expect(body.mail).toBe('queued');
    const mail = await mails.mailTo(account.email);
    expect(mail.from).toBe('calendar@town.example');
    expect(mail.headers).toMatch(/^From: Town calendar <calendar@town\.example>$/m);
    expect(mail.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(mail.text).toContain('Bonjour Éloïse & Co,');
    expect(mail.html).toContain('Éloïse &#38; Co');
    expect(mail.html).toContain('<html lang="fr">');
    const links = [...mail.text.matchAll(/https?:\S+/g), ...mail.html.matchAll(/href="([^"]+)"/g)];
    expect(links).toHaveLength(2);
    for (const [link] of links) expect(link).toContain(`${SITE}/admin/#invitation=`);
    const token = tokenIn(mail.text);
    expect(token).not.toBe(tokenIn(body.url));
    await calendar.post('/sign-in', { invitation: token, password: PASSWORD }).expect(201);
    // The other one of the two ends with it.
    await calendar.post('/sign-in', { invitation: tokenIn(body.url), password: PASSWORD }).expect(410);
    await untilNoneWait();
  });

  it('is in the language of the request if the account has none, and off without an address', async () => {
    const account = await anAccount();
    await invite(account.id, 'fr');
    expect((await mails.mailTo(account.email)).text).toContain('Bonjour');
    const nameless = await anAccount({ email: null });
    expect((await invite(nameless.id)).body.mail).toBe('off');
  });

  it('that is replaced or has expired is not sent', async () => {
    const account = await anAccount();
    server.holds = true;
    await invite(account.id);
    await eventually(async () => (await waiting()).length === 1);
    await change('UPDATE mails SET dueAt = ?, expiresAt = ?', [
      new Date(Date.now() - 1000),
      new Date(Date.now() - 1000),
    ]);
    server.holds = false;
    await eventually(async () => (await waiting()).length === 0);
    await invite(account.id);
    const { url } = (await invite(account.id)).body;
    await untilNoneWait();
    for (const mail of mails.to(account.email))
      await calendar
        .post('/sign-in', { invitation: tokenIn(mail.text) })
        .then(({ status }) => expect([400, 410]).toContain(status));
    await calendar.post('/sign-in', { invitation: tokenIn(url), password: PASSWORD }).expect(201);
  });
});

describe('a mail server', () => {
  it('that refuses for the moment is asked again, and for good is not', async () => {
    const account = await anAccount();
    server.refuse = 450;
    await invite(account.id);
    await eventually(async () => (await waiting())[0]?.attempts === 1);
    server.refuse = undefined;
    await change('UPDATE mails SET dueAt = ?', [new Date(Date.now() - 1000)]);
    const again = await mails.mailTo(account.email);
    await calendar.post('/sign-in', { invitation: tokenIn(again.text), password: PASSWORD }).expect(201);
    server.refuse = 550;
    const other = await anAccount();
    await invite(other.id);
    await eventually(() => Promise.resolve(logged.some((line) => line.includes('mail given up'))));
    server.refuse = undefined;
    await untilNoneWait();
    expect(mails.to(other.email)).toEqual([]);
    expect(logged.join('')).not.toMatch(new RegExp(`${other.email}.*mail given up|mail given up.*${other.email}`));
  });

  it('gets a new token with each attempt, and the former one stays valid until one is used', async () => {
    const account = await anAccount();
    await invite(account.id);
    const first = await mails.mailTo(account.email);
    await untilNoneWait();
    await change(
      "INSERT INTO mails (purpose, accountId, createdAt, expiresAt, dueAt, attempts) VALUES ('invitation', ?, ?, ?, ?, 0)",
      [account.id, new Date(), new Date(Date.now() + 60_000), new Date(Date.now() - 1000)],
    );
    const second = await mails.mailTo(account.email, 2);
    expect(tokenIn(second.text)).not.toBe(tokenIn(first.text));
    await calendar.post('/sign-in', { invitation: tokenIn(first.text), password: PASSWORD }).expect(201);
    await calendar.post('/sign-in', { invitation: tokenIn(second.text), password: PASSWORD }).expect(410);
  });
});

describe('a message', () => {
  it('goes to one address, whatever stands in the address or the name', async () => {
    const account = await anAccount({ name: 'Eve\u2028Bcc: other@town.example' });
    for (const email of ['a@town.example\r\nBcc: b@town.example', 'a@town.example, b@town.example'])
      await calendar.patch(`/accounts/${account.id}`, { email }, admin).expect(400);
    await change('UPDATE accounts SET email = ? WHERE id = ?', [
      'victim@town.example\r\nBcc: other@town.example',
      account.id,
    ]);
    const before = mails.received.length;
    await invite(account.id);
    await untilNoneWait();
    expect(mails.to('other@town.example')).toEqual([]);
    for (const { to, headers } of mails.received.slice(before)) {
      expect(to).toHaveLength(1);
      expect(headers).not.toMatch(/^Bcc:/m);
    }
  });
});

describe('a forgotten password', () => {
  it('is replaced with a link that works once within an hour, which ends the sign-ins', async () => {
    const { email, key } = await aPerson();
    const asked = await forgotten(email.toUpperCase(), '192.0.2.1', 'fr').expect(202);
    expect(asked.body).toEqual({ message: expect.stringContaining('un lien') });
    const mail = await mails.mailTo(email, 2);
    expect(mail.text).toContain(`${SITE}/admin/#new-password=`);
    const [row] = await calendar.app
      .get(Database)
      .read((manager) =>
        query<{ expiresAt: string | Date }>(manager, "SELECT expiresAt FROM account_tokens WHERE purpose = 'password'"),
      );
    const at = row!.expiresAt instanceof Date ? row!.expiresAt : new Date(`${row!.expiresAt}Z`);
    expect((at.getTime() - Date.now()) / 3_600_000).toBeCloseTo(1, 1);
    const token = tokenIn(mail.text);
    const other = 'four boats on one lake';
    await calendar.post('/sign-in', { invitation: token, password: 'short' }).expect(400);
    await calendar.post('/sign-in', { invitation: token, password: other }).expect(201);
    await calendar.post('/sign-in', { invitation: token, password: other }).expect(410);
    await calendar.post('/sign-in', { email, password: PASSWORD }).expect(401);
    await calendar.post('/sign-in', { email, password: other }).expect(201);
    await eventually(async () => (await calendar.get('/me', { key })).status === 401);
  });

  it('answers the same for addresses without an account, a password or a person, and mails nothing', async () => {
    const invited = await anAccount();
    const disabled = await aPerson();
    await calendar.patch(`/accounts/${disabled.id}`, { disabled: true }, admin).expect(200);
    const before = mails.received.length;
    for (const email of ['nobody@town.example', invited.email, disabled.email]) await forgotten(email).expect(202);
    const known = await aPerson();
    await forgotten(known.email).expect(202);
    await mails.mailTo(known.email, 2);
    await untilNoneWait();
    expect(mails.received.slice(before).filter(({ to }) => to[0] !== known.email)).toEqual([]);
  });

  it.each([
    [
      'the password changes',
      (key: string) => calendar.post('/me/password', { current: PASSWORD, password: 'five ducks in one row' }, { key }),
    ],
    [
      'the address changes',
      (_key: string, id: number) => calendar.patch(`/accounts/${id}`, { email: `new${id}@town.example` }, admin),
    ],
    [
      'the account is disabled',
      (_key: string, id: number) => calendar.patch(`/accounts/${id}`, { disabled: true }, admin),
    ],
  ])('ends when %s', async (_title, end) => {
    const { id, email, key } = await aPerson();
    await forgotten(email, `192.0.2.${id % 250}`).expect(202);
    const token = tokenIn((await mails.mailTo(email, 2)).text);
    await end(key, id).expect(200);
    await calendar.post('/sign-in', { invitation: token, password: PASSWORD }).expect(410);
  });

  it('is mailed three times an hour to an account, and asked for twenty times by an address', async () => {
    const { email } = await aPerson();
    const refused = () => logged.filter((line) => line.includes('not mailed')).length;
    const before = refused();
    // The response comes before anything is looked up, so that each one is waited for.
    for (let place = 0; place < 3; place += 1) {
      await forgotten(email, '198.51.100.7').expect(202);
      await mails.mailTo(email, 2 + place);
    }
    for (let place = 1; place <= 2; place += 1) {
      await forgotten(email, '198.51.100.7').expect(202);
      await until(() => refused() >= before + place);
    }
    expect(mails.to(email)).toHaveLength(4);
    for (let place = 5; place < 20; place += 1) await forgotten('x@town.example', '198.51.100.7').expect(202);
    const limited = await forgotten('x@town.example', '198.51.100.7').expect(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3000);
    await forgotten('x@town.example', '198.51.100.8').expect(202);
  });

  it('does not end an invitation', async () => {
    const { id, email } = await aPerson();
    const { url } = (await invite(id)).body;
    await forgotten(email, '203.0.113.9').expect(202);
    await mails.mailTo(email, 3);
    await calendar.post('/sign-in', { invitation: tokenIn(url), password: PASSWORD }).expect(201);
  });
});

describe('reviews', () => {
  it('are announced once for a quarter of an hour to those who ask for it', async () => {
    const editor = await aPerson({ name: 'Robin', language: 'fr' });
    const author = await aPerson({ name: 'Sasha', role: 'contributor' });
    expect((await calendar.patch('/me', { notify: ['pending'] }, { key: editor.key }).expect(200)).body.notify).toEqual(
      ['pending'],
    );
    const refused = await calendar.patch('/me', { notify: ['pending'] }, { key: author.key }).expect(400);
    expect(Object.keys(refused.body.data.params)).toEqual(['notify']);
    for (const title of ['A walk', 'A talk'])
      await anEvent(
        { title, status: 'pending', start_date: '2031-05-01', end_date: '2031-05-01', all_day: true },
        { key: author.key },
      );
    const own = await anEvent(
      { title: 'Mine', status: 'pending', start_date: '2031-05-01', end_date: '2031-05-01', all_day: true },
      { key: editor.key },
    );
    expect(own.status).toBe('pending');
    await eventually(async () => (await waiting()).some(({ purpose }) => purpose === 'pending'));
    await change("UPDATE mails SET dueAt = ? WHERE purpose = 'pending'", [new Date(Date.now() - 1000)]);
    const mail = await mails.mailTo(editor.email, 2);
    expect(mail.text).toContain('A walk (par Sasha)');
    expect(mail.text).toContain('A talk (par Sasha)');
    expect(mail.text).not.toContain('Mine');
    expect(mail.text).toContain(`${SITE}/admin/#/`);
    await untilNoneWait();
    expect(mails.to(author.email)).toHaveLength(1);
    await calendar.patch('/me', { notify: [] }, { key: editor.key }).expect(200);
  });

  it.each([
    ['published', { status: 'publish', review_note: 'Lovely.' }, ['Published: ', 'Lovely.', '/en/events/']],
    [
      'returned',
      { status: 'draft', review_note: 'Which room?' },
      ['Please change: ', 'Which room?', '/admin/#/events/'],
    ],
    ['refused', undefined, ['Not published: ']],
  ])('tell the author of a %s record', async (purpose, body, expected) => {
    const author = await aPerson({ role: 'contributor' });
    const title = `Decided ${purpose}`;
    const { id } = await anEvent(
      { title, status: 'pending', start_date: '2031-05-01', end_date: '2031-05-01', all_day: true },
      { key: author.key },
    );
    await (
      body
        ? calendar.patch(`/events/${id}`, body, { as: 'editor' })
        : calendar.delete(`/events/${id}`, { as: 'editor' })
    ).expect(200);
    expect(await waiting()).toMatchObject([{ purpose }]);
    await change('UPDATE mails SET dueAt = ?', [new Date(Date.now() - 1000)]);
    const mail = await mails.mailTo(author.email, 2);
    for (const part of [title, ...expected]) expect(mail.headers + mail.text).toContain(part);
    await untilNoneWait();
  });

  it('tell of the last decision alone, and nothing of what authors do themselves', async () => {
    const author = await aPerson({ role: 'author' });
    const body = { title: 'Twice', status: 'pending', start_date: '2031-05-01', end_date: '2031-05-01', all_day: true };
    const { id } = await anEvent(body, { key: author.key });
    await calendar.patch(`/events/${id}`, { status: 'draft', review_note: 'No.' }, { as: 'editor' }).expect(200);
    await calendar.delete(`/events/${id}`, { as: 'editor' }).expect(200);
    expect(await waiting()).toMatchObject([{ purpose: 'refused' }]);
    await change('DELETE FROM mails');
    const other = await anEvent(body, { key: author.key });
    await calendar.patch(`/events/${other.id}`, { status: 'publish' }, { key: author.key }).expect(200);
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ['/venues', 'venue', 'Lake Hall'],
    ['/organizers', 'organizer', 'Lake Club'],
  ])('tell nothing of a duplicate that is merged (%s), which refuses nobody', async (path, field, name) => {
    const author = await aPerson({ role: 'contributor' });
    const aRecord = async (status: string, key?: string) => {
      const { body } = await calendar
        .post(path, { [field]: name, status }, key ? { key } : { as: 'editor' })
        .expect(201);
      return body.id as number;
    };
    const into = await aRecord('publish');
    const [sent, returned, deleted] = [
      ...[await aRecord('pending', author.key), await aRecord('pending', author.key)],
      await aRecord('pending', author.key),
    ];
    const note = { status: 'draft', review_note: 'Is this the one at the lake?' };
    await calendar.patch(`${path}/${returned}`, note, { as: 'editor' }).expect(200);
    await change('DELETE FROM mails');
    for (const id of [sent, returned]) {
      await calendar.post(`${path}/${id}/merge`, { into }, { as: 'editor' }).expect(200);
      expect((await calendar.get(`${path}/${id}`, { as: 'editor' }).expect(200)).body.status).toBe('trash');
    }
    expect(await waiting()).toEqual([]);
    await calendar.delete(`${path}/${deleted}`, { as: 'editor' }).expect(200);
    expect(await waiting()).toMatchObject([{ purpose: 'refused' }]);
    await change('DELETE FROM mails');
  });
});

it('goes on when the server is back, and nothing secret is stored or logged', async () => {
  const { port } = mails;
  await mails.stop();
  const account = await anAccount();
  const { url } = (await invite(account.id)).body;
  await eventually(async () => (await waiting())[0]?.attempts === 1);
  mails = await startServer(port);
  await change('UPDATE mails SET dueAt = ?', [new Date(Date.now() - 1000)]);
  const mail = await mails.mailTo(account.email);
  await untilNoneWait();
  expect(logged.join('')).toContain('mail not sent');
  for (const text of [tokenIn(mail.text), tokenIn(url)]) expect(logged.join('')).not.toContain(text);
});

it('does not wait for a server that cuts off in the middle', async () => {
  const { port } = mails;
  await mails.stop();
  const cutting = await MailServer.start(
    { onData: (stream, _session, _done) => stream.once('data', () => void cutting.stop()) },
    port,
  );
  const account = await anAccount();
  await invite(account.id);
  await eventually(async () => (await waiting())[0]?.attempts === 1);
  mails = await startServer(port);
  await change('UPDATE mails SET dueAt = ?', [new Date(Date.now() - 1000)]);
  expect((await mails.mailTo(account.email)).to).toEqual([account.email]);
});
