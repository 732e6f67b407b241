import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { HOUR } from '../src/lib/datetime/durations.js';
import { Busy, RateLimited, RequestTimeout, Unavailable } from '../src/lib/errors/api-error.js';
import { SubmissionLimits } from '../src/outlets/submissions/submission-limits.js';
import { SubmissionsService } from '../src/outlets/submissions/submissions.service.js';
import { SubmissionTokens } from '../src/outlets/submissions/submission-tokens.js';
import { type ApiRecord } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await TestCalendar.start({ SUBMISSIONS: 'on', TRUST_PROXY: '1', FRAME_ANCESTORS: 'https://town.example' });
});
afterAll(() => calendar.stop());

const aToken = async (age = 10_000) => (await calendar.app.get(SubmissionTokens).create(Date.now() - age)).token;

let count = 0;

/** Sends the form as a browser does: a picture comes after all other fields. */
async function sendForm(path: string, fields: Readonly<Record<string, string>>, age = 10_000, file?: Buffer) {
  const sent = calendar
    .raw()
    .post(`${path}?token=${await aToken(age)}`)
    .set({
      ...{ Accept: 'text/html', 'X-Forwarded-For': `198.51.100.${(count += 1)}` },
    });
  for (const [name, value] of Object.entries(fields)) void sent.field(name, value);
  if (file) void sent.attach('file', file, { filename: 'poster.png', contentType: 'image/png' });
  return sent;
}

const aForm = (fields: object = {}) => ({
  title: `Evening ${(count += 1)}`,
  ...{ start_date: '2031-05-06T19:30', end_date: '2031-05-06T22:00', description: '', venue: '', reason: '' },
  ...{ contact_name: 'Zora Quill', contact_email: 'zora@example.org', note: '', 'translations[fr][title]': '' },
  ...fields,
});

async function waiting(reference: string): Promise<ApiRecord | undefined> {
  const { body } = await calendar.get('/events?status=pending&per_page=100&from=2031-01-01', { as: 'editor' });
  return (body.events as ApiRecord[]).find(({ submission }) => submission?.['reference'] === reference);
}

const referenceOf = (location: string) => /reference=([2-9A-Z]{4}-[2-9A-Z]{4})$/.exec(location)![1]!;

describe('The form', () => {
  it('has its own address in each language, and is not shared', async () => {
    const { text, headers } = await calendar.raw().get('/en/submit').expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect(text).toContain('<h1>Submit an event</h1>');
    const [, token] = /action="\/en\/submit\?token=([^"]+)"/.exec(text)!;
    expect(await calendar.app.get(SubmissionTokens).stateOf(decodeURIComponent(token!))).toBe('too young');
    // What comes after the picture would be lost if that does not arrive.
    const names = [...text.matchAll(/<(?:input|textarea)[^>]* name="([^"]+)"/g)].map(([, name]) => name);
    expect([names.length, names.at(-1)]).toEqual([19, 'file']);
    const french = await calendar.raw().get('/fr/proposer').expect(200);
    expect(french.text).toContain('<h1>Proposer un événement</h1>');
    expect(french.text).toContain('href="/en/submit"');
    for (const path of ['/en/proposer', '/fr/submit', '/submit']) await calendar.raw().get(path).expect(404);
  });

  it('is linked from the pages and from frames', async () => {
    for (const path of ['/en', '/en/venues']) {
      const { text } = await calendar.raw().get(path).expect(200);
      expect(text).toContain('href="/en/submit"');
    }
    const { text } = await calendar.raw().get('/embed?lang=fr').expect(200);
    expect(text).toMatch(/href="\/fr\/proposer" target="_blank"/);
  });

  it('leads to a page with the reference of an event that waits', async () => {
    const venue = { venue: 'Town Library', city: 'Kingston', status: 'publish' };
    const { body: library } = await calendar.post('/venues', venue, { as: 'editor' }).expect(201);
    const { body: music } = await calendar.post('/categories', { name: 'Music' }, { as: 'editor' }).expect(201);
    const fields = { venue: 'town library', website: 'www.example.org/chess', categories: String(music.id) };
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const texts = { 'translations[fr][title]': 'Soirée', image_alt: 'A board', all_day: 'on' };
    const sent = await sendForm('/en/submit', aForm({ ...fields, ...texts }), 10_000, picture);
    expect([sent.status, sent.headers['location']]).toEqual([303, expect.stringContaining('/en/submit?reference=')]);
    const reference = referenceOf(sent.headers['location'] as string);
    const { text } = await calendar
      .raw()
      .get(sent.headers['location'] as string)
      .expect(200);
    expect(text).toContain(reference);
    const event = await waiting(reference);
    expect(event).toMatchObject({
      ...{ status: 'pending', all_day: true, website: 'https://www.example.org/chess', image: { alt: 'A board' } },
      ...{ venue: [{ id: library.id }], categories: [{ id: music.id }], submission: { language: 'en' } },
    });
    const { body: french } = await calendar.get(`/events/${event!.id}`, { as: 'editor', language: 'fr' });
    expect(french.title).toBe('Soirée');
    await calendar.raw().get('/en/submit?reference=%3Cb%3E').set('Accept', 'text/html').expect(400);
  });

  it('reads dates as people write them', async () => {
    const dates = { start_date: '6 mai 2031 19 h 30', end_date: '2031-05-06 22:00' };
    const sent = await sendForm('/fr/proposer', aForm({ ...dates }));
    expect(sent.status).toBe(303);
    expect(await waiting(referenceOf(sent.headers['location'] as string))).toMatchObject({
      ...{ start_date: '2031-05-06 19:30:00', language: 'fr', submission: { language: 'fr' } },
    });
  });

  it('comes back with everything that was typed, and says at each field what is wrong', async () => {
    const wrong = {
      start_date: 'some day',
      contact_email: 'zora',
      title: '',
      note: 'A "note" & <more>',
      city: 'Perth',
    };
    const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const fields = { ...wrong, 'translations[fr][description]': 'Une\nsoirée' };
    const { status, text } = await sendForm('/en/submit', aForm(fields), 10_000, file);
    expect(status).toBe(400);
    expect(text).toContain('Please correct 3 fields:');
    expect(text).toContain('<a href="#f-title">Title</a>: ');
    for (const name of ['title', 'start_date', 'contact_email'])
      expect(text).toMatch(new RegExp(`<input[^>]* id="f-${name}"[^>]* aria-invalid="true"`));
    expect(text.match(/ autofocus/g)).toHaveLength(1);
    expect(text).toMatch(/<textarea id="f-note"[^>]*>A (?:"|&quot;)note(?:"|&quot;) &amp; &lt;more/);
    expect(text).toMatch(/<details open[^]*Une\nsoirée<\/textarea>/);
    // An input for dates would lose what is no date.
    expect(text).toMatch(/name="start_date"[^>]*type="text"|type="text"[^>]*name="start_date"/);
    expect(text).toMatch(/type="datetime-local"[^>]*name="end_date"[^>]*value="2031-05-06T22:00"/);
    expect(text).toContain('value="Perth"');
    expect(text).toContain('Please choose the picture again.');
    const wrongFile = await sendForm('/fr/proposer', aForm({}), 10_000, Buffer.from('<svg/>'));
    expect([wrongFile.status, wrongFile.text.includes('id="f-file-error"')]).toEqual([400, true]);
    expect(wrongFile.text).toContain('<a href="#f-file">Image</a>\u00A0: ');
  });

  it.each([
    ['/en/submit', 5.1, 'The picture is larger than 5 MB.'],
    ['/fr/proposer', 12, 'L’image dépasse 5\u00A0Mo.'],
  ])('comes back with everything but a picture that is too large (%s)', async (path, megabytes, reason) => {
    const picture = Buffer.alloc(megabytes * 1024 * 1024, 'x');
    const typed = { venue: 'Town Library', address: '1 Lane', city: 'Perth', organizer: 'Rook Club', cost: '5' };
    const fields = aForm({ ...typed, image_alt: 'A board', website: 'https://rooks.example.org' });
    const other = path === '/en/submit' ? 'fr' : 'en';
    const texts = { description: 'Une\nsoirée', note: 'Ring twice', [`translations[${other}][title]`]: 'Other title' };
    const { status, text } = await sendForm(path, { ...fields, ...texts }, 10_000, picture);
    expect(status).toBe(400);
    expect(text).toContain(`<p class="bad" id="f-file-error">${reason}</p>`);
    expect(text).toMatch(/<input id="f-file"[^>]* aria-invalid="true"[^>]* autofocus/);
    for (const [name, value] of Object.entries({ ...fields, ...texts })) {
      if (value === '') continue;
      const input = new RegExp(`<(?:input|textarea)[^>]* name="${name.replace(/[[\]]/g, '\\$&')}"[^>]*>[^<]*`);
      expect([name, input.exec(text)?.[0]]).toEqual([name, expect.stringContaining(value)]);
    }
    const { text: both } = await sendForm(path, { ...fields, title: '' }, 10_000, picture);
    for (const id of ['f-title', 'f-file']) expect(both).toContain(`id="${id}-error"`);
    const { text: early } = await sendForm(path, fields, 500, picture);
    expect(early).toContain(`value="${fields.title}"`);
  });

  it('comes back filled, with a new token, if it was sent too early or too late', async () => {
    for (const [age, notice] of [
      [500, 'That was very quick.'],
      [25 * HOUR, 'This form was open for more than a day.'],
    ] as const) {
      const fields = aForm();
      const { status, text } = await sendForm('/en/submit', fields, age);
      expect([status, text.includes(notice), text.includes(`value="${fields.title}"`)]).toEqual([400, true, true]);
    }
    const forged = await calendar.raw().post('/en/submit?token=abc.def').field('title', 'Forged').expect(400);
    expect(forged.text).not.toContain('Forged');
    expect(forged.text).toContain('no longer valid');
  });

  it('is a page of its own about limits and other faults', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.250', Accept: 'text/html' };
    const send = async () => {
      const sent = calendar
        .raw()
        .post(`/fr/proposer?token=${await aToken()}`)
        .set(from);
      for (const [name, value] of Object.entries(aForm())) void sent.field(name, String(value));
      return sent;
    };
    for (let number = 0; number < 5; number += 1) expect((await send()).status).toBe(303);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/<section class="failure">[^]*Plusieurs événements sont venus de votre réseau/);
    expect(refused.text).toMatch(/Vous pourrez l’envoyer de nouveau dans 60\u00A0minutes\./);
    expect(refused.text).toContain('Revenez en arrière avec le bouton de votre navigateur\u00A0: ');
    await calendar.raw().post('/en/submit').type('text/plain').send('x').expect(400);
    await calendar
      .raw()
      .post(`/en/submit?token=${await aToken()}`)
      .type('text/plain')
      .send('x')
      .expect(415);
  });
});

describe('A form that was sent without a script and cannot be stored', () => {
  const languages = [
    ['en', '/en/submit', 'Your event was not sent', 'Go back with the button of your browser'],
    ['fr', '/fr/proposer', 'Votre événement n’a pas été envoyé', 'Revenez en arrière'],
  ] as const;
  const open: Socket[] = [];

  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy();
    jest.restoreAllMocks();
  });

  const filled = () => aForm({ note: 'Ring twice', categories: '7', image_alt: 'A board', address: '1 Lane' });

  /** Whether a page has the form with everything that was typed. */
  function expectFilled(text: string, fields: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(fields)) {
      if (value === '' || name === 'categories') continue;
      const input = new RegExp(`<(?:input|textarea)[^>]* name="${name.replace(/[[\]]/g, '\\$&')}"[^>]*>[^<]*`);
      expect([name, input.exec(text)?.[0]]).toEqual([name, expect.stringContaining(value)]);
    }
  }

  /** The head and the body of the answer to a form, of which only the beginning is sent. */
  async function answerTo(server: TestCalendar, path: string, headers: readonly string[], start = ''): Promise<string> {
    const { port } = server.app.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    const accept = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8';
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: multipart/form-data; boundary=b', accept];
    socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n${start}`);
    let answer = '';
    while (!answer.includes('</html>')) answer += String((await once(socket, 'data'))[0]);
    return answer;
  }

  it.each([
    ['a slow picture', () => new RequestTimeout(), 408, ['took too long to arrive', 'trop de temps à arriver']],
    [
      'a second picture of the same network',
      () => new RateLimited(5, (messages) => messages.pictureOfAddress),
      429,
      ['again in 5\u00A0seconds.', 'dans 5\u00A0secondes.'],
    ],
    [
      'too many pictures of others',
      () => new Busy(100, (messages) => messages.picturesOfOthers),
      503,
      ['again in 2\u00A0minutes.', 'dans 2\u00A0minutes.'],
    ],
  ] as const)('comes back filled after %s', async (_name, failure, expected, reasons) => {
    const limits = calendar.app.get(SubmissionLimits);
    jest.spyOn(limits, 'withPlace').mockImplementation((_address, work) =>
      work(() => {
        throw failure();
      }),
    );
    for (const [at, [, path]] of languages.entries()) {
      const fields = filled();
      const { status, text, headers } = await sendForm(path, fields, 10_000, Buffer.alloc(100_000, 'x'));
      expect([status, headers['content-type']]).toEqual([expected, 'text/html; charset=utf-8']);
      expect(headers['retry-after']).toBe(failure().headers['Retry-After']);
      expect(text).toMatch(new RegExp(`data-notice[^]*${reasons[at]}`));
      expect(text).toContain(at === 0 ? 'Please choose the picture again.' : 'Veuillez choisir l’image de nouveau.');
      expectFilled(text, fields);
    }
  });

  it.each([
    ['the day is full', () => new RateLimited(7201, (messages) => messages.submissionsOfDay), 429],
    ['the database does not answer', () => new Unavailable(), 503],
    ['of an error of the service', () => new Error('unforeseen'), 500],
  ] as const)('comes back filled if %s', async (_name, failure, expected) => {
    jest.spyOn(calendar.app.get(SubmissionsService), 'create').mockImplementation(() => Promise.reject(failure()));
    for (const [at, [, path]] of languages.entries()) {
      const fields = filled();
      const { status, text } = await sendForm(path, fields);
      expect([status, text.includes('data-notice')]).toEqual([expected, true]);
      expectFilled(text, fields);
      const isCategoryKept = /<input[^>]* type="hidden"[^>]* name="categories"[^>]* value="7"/.test(text);
      if (expected === 503) expect(isCategoryKept).toBe(true);
      if (expected === 429) expect(text).toContain(at === 0 ? 'again in 3\u00A0hours' : 'dans 3\u00A0heures');
      expect(text).not.toContain('unforeseen');
    }
  });

  it('comes back filled if its texts have too much markup', async () => {
    const texts = { description: '<b></b>'.repeat(8_000), 'translations[fr][description]': '<b></b>'.repeat(8_000) };
    const fields = { ...filled(), ...texts };
    const { status, text } = await sendForm('/en/submit', fields);
    expect([status, text.includes(`value="${fields.title}"`)]).toEqual([413, true]);
  });

  it.each(languages)('leads back to it if the picture is too large to be read (%s)', async (at, path, title, back) => {
    const length = `Content-Length: ${60 * 1024 * 1024}`;
    const from = `X-Forwarded-For: 198.51.100.${(count += 1)}`;
    const answer = await answerTo(calendar, `${path}?token=${await aToken()}`, [length, from]);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    for (const text of [`<h1>${title}</h1>`, back, at === 'en' ? 'larger than 5 MB' : 'dépasse 5\u00A0Mo'])
      expect(answer).toContain(text);
  });

  it('leads back to it if the service has too much to do', async () => {
    const one = { MAX_REQUESTS: '1', MAX_REQUESTS_PER_CLIENT: '1', RATE_LIMIT: 'on', TRUST_PROXY: '1' };
    const busy = await TestCalendar.start({ SUBMISSIONS: 'on', ...one });
    const { token } = await busy.app.get(SubmissionTokens).create(Date.now() - 10_000);
    const from = (address: string) => [`X-Forwarded-For: ${address}`, 'Content-Length: 1000'];
    const part = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nBegun';
    const limits = jest.spyOn(busy.app.get(SubmissionLimits), 'withPlace');
    void answerTo(busy, `/en/submit?token=${token}`, from('198.51.100.1'), part).catch(() => undefined);
    while (limits.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const [language, path, title, back] of languages) {
      for (const [address, status] of [
        ['198.51.100.1', 429],
        ['198.51.100.2', 503],
      ] as const) {
        const answer = await answerTo(busy, `${path}?token=${token}`, from(address));
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(answer).toMatch(/\r\nRetry-After: 1\r\n/);
        const again = language === 'en' ? 'again in 1\u00A0second.' : 'dans 1\u00A0seconde.';
        for (const text of [`<h1>${title}</h1>`, again, back, `<html lang="${language}">`])
          expect(answer).toContain(text);
      }
    }
    for (const socket of open.splice(0)) socket.destroy();
    await busy.stop();
  });
});

it('does not exist unless the setting switches it on', async () => {
  const closed = await TestCalendar.start();
  await closed.raw().get('/en/submit').expect(404);
  await closed.raw().post('/en/submit').field('title', 'x').expect(404);
  expect((await closed.raw().get('/en')).text).not.toContain('/en/submit');
  await closed.stop();
});
