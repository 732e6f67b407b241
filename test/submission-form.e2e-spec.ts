import sharp from 'sharp';
import { HOUR } from '../src/lib/datetime/durations.js';
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

/** Sends the form as a browser does: a picture comes before most of the fields. */
async function sendForm(path: string, fields: Readonly<Record<string, string>>, age = 10_000, file?: Buffer) {
  const sent = calendar
    .raw()
    .post(`${path}?token=${await aToken(age)}`)
    .set({
      ...{ Accept: 'text/html', 'X-Forwarded-For': `198.51.100.${(count += 1)}` },
    });
  if (file) void sent.attach('file', file, { filename: 'poster.png', contentType: 'image/png' });
  for (const [name, value] of Object.entries(fields)) void sent.field(name, value);
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
  it('has its own address in each language, and is never stored', async () => {
    const { text, headers } = await calendar.raw().get('/en/submit').expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect(text).toContain('<h1>Submit an event</h1>');
    const [, token] = /action="\/en\/submit\?token=([^"]+)"/.exec(text)!;
    expect(await calendar.app.get(SubmissionTokens).stateOf(decodeURIComponent(token!))).toBe('too young');
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
    await calendar.raw().post('/en/submit').type('text/plain').send('x').expect(400);
    await calendar
      .raw()
      .post(`/en/submit?token=${await aToken()}`)
      .type('text/plain')
      .send('x')
      .expect(415);
  });
});

it('does not exist unless the setting switches it on', async () => {
  const closed = await TestCalendar.start();
  await closed.raw().get('/en/submit').expect(404);
  await closed.raw().post('/en/submit').field('title', 'x').expect(404);
  expect((await closed.raw().get('/en')).text).not.toContain('/en/submit');
  await closed.stop();
});
