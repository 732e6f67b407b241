import { itEach, publishedResources } from './support/resources.js';
import { type ApiRecord, makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue, aCategory } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

type Body = Record<string, unknown>;

const editor: RequestOptions = { as: 'editor' };

async function copyOf(path: string, body: Body = {}, options = editor): Promise<Body & ApiRecord> {
  const answer = await calendar.post(`${path}/duplicate`, body, options);
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  expect(new URL(String(answer.headers.location)).pathname).toContain(`${path.split('/')[1]}/${answer.body.id}`);
  return answer.body as Body & ApiRecord;
}

/** What a copy has in common with the record. */
const IDENTITY =
  /^(?:id|global_id.*|author|status|date|date_utc|modified.*|url|rest_url|slug|alternates|json_ld|translation_status)$/;
const common = (record: Body, nameField: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !IDENTITY.test(name) && name !== nameField));

describe('a copy of a record', () => {
  itEach(
    publishedResources,
    'has its fields, and is a draft with another name and slugs of its own: %s',
    async (kind) => {
      const { nameField } = kind;
      const { full } = kind.definition.docs.bodies.en;
      const record = await aRecord(kind, {
        ...full,
        translations: { fr: { [nameField]: 'En français', excerpt: 'Extrait' } },
      });
      const path = `${kind.path}/${record.id}`;
      const before = (await calendar.get(`${path}?translations=all`, editor)).body as Body;
      const { id } = await copyOf(path);
      const copy = (await calendar.get(`${kind.path}/${id}?translations=all`, editor)).body as Body;
      const texts = (shown: Body) =>
        Object.entries(shown.translations as Record<string, Body>).map(
          ([language, { slug: _, [nameField]: __, ...own }]) => [language, own],
        );
      expect(texts(copy)).toEqual(texts(before));
      expect({ ...common(copy, nameField), translations: null }).toEqual({
        ...common(before, nameField),
        translations: null,
      });
      const [english, french] = [copy.translations as { en: Body }, copy.translations as { fr: Body }];
      expect([english.en[nameField], french.fr[nameField]]).toEqual([
        `${String(before[nameField])} (copy)`,
        'En français (copie)',
      ]);
      expect([english.en.slug, french.fr.slug]).not.toContain(before.slug);
      expect(copy.status).toBe('draft');
      const { body: account } = await calendar.get('/me', editor);
      expect(copy.author).toBe(account.id);
      const { body: revisions } = await calendar.get(`${kind.path}/${id}/revisions`, editor);
      expect((revisions.revisions as Body[]).map(({ change }) => change)).toEqual(['created']);
    },
  );

  itEach(publishedResources, 'has the fields of the body instead: %s', async (kind) => {
    const { nameField } = kind;
    const record = await aRecord(kind, { [nameField]: 'Model', excerpt: 'Kept', website: undefined });
    const path = `${kind.path}/${record.id}`;
    const copy = await copyOf(path, { [nameField]: 'Chosen', status: 'publish', slug: `chosen-${kind.singular}` });
    expect([copy[nameField], copy.status, copy.slug, copy.excerpt]).toEqual([
      ...['Chosen', 'publish', `chosen-${kind.singular}`],
      'Kept',
    ]);
    const inFrench = await copyOf(path, { [nameField]: 'Choisi' }, { as: 'editor', language: 'fr' });
    expect([inFrench[nameField], inFrench.language]).toEqual(['Choisi', 'fr']);
    const wrong = await calendar.post(`${path}/duplicate`, { [nameField]: '', colour: 'red' }, editor);
    expect([wrong.status, Object.keys(wrong.body.data.params as Body).sort()]).toEqual([
      400,
      ['colour', nameField].sort(),
    ]);
  });

  itEach(
    publishedResources,
    'is made with the rights of a creation, of records that the caller may read: %s',
    async (kind) => {
      const shown = await aRecord(kind, { [kind.nameField]: 'Shown' });
      const hidden = await aRecord(kind, { [kind.nameField]: 'Hidden', status: 'private' });
      const attempt = async ({ id }: { id: number }, options: RequestOptions, body: Body = {}) => {
        const answer = await calendar.post(`${kind.path}/${id}/duplicate`, body, options);
        return `${answer.status} ${String(answer.body.code ?? answer.body.status)}`;
      };
      expect(await attempt(shown, {})).toBe('401 rest_forbidden');
      expect(await attempt(shown, { as: 'reader' })).toBe('403 rest_forbidden');
      expect(await attempt(shown, { as: 'contributor' })).toBe('201 draft');
      expect(await attempt(shown, { as: 'contributor' }, { status: 'publish' })).toBe('403 rest_forbidden');
      expect(await attempt(hidden, { as: 'contributor' })).toBe(`404 rest-${kind.singular}-not-found`);
      expect(await attempt({ id: 999_999 }, editor)).toBe(`404 rest-${kind.singular}-not-found`);
      await calendar.delete(`${kind.path}/${shown.id}`, editor).expect(200);
      expect(await attempt(shown, { as: 'contributor' })).toBe(`410 ${kind.singular}-no-longer-available`);
    },
  );

  itEach(
    publishedResources,
    'stays a draft if the body has no status, and refuses one text in two versions: %s',
    async (kind) => {
      const { nameField } = kind;
      const record = await aRecord(kind, { [nameField]: 'Model' });
      const path = `${kind.path}/${record.id}`;
      expect((await copyOf(path, { status: null })).status).toBe('draft');
      const twice = { [nameField]: 'One', translations: { en: { [nameField]: 'Two' } } };
      const answer = await calendar.post(`${path}/duplicate`, twice, editor);
      expect([answer.status, Object.keys(answer.body.data.params as Body)]).toEqual([400, [nameField]]);
      const same = { [nameField]: 'One', translations: { en: { [nameField]: 'One' }, fr: { [nameField]: 'Un' } } };
      expect((await copyOf(path, same)).alternates).toMatchObject([{ language: 'en' }, { language: 'fr' }]);
    },
  );

  itEach(publishedResources, 'keeps what an empty value cannot empty: %s', async (kind) => {
    const { nameField } = kind;
    const isEvent = kind.plural === 'events';
    const record = await aRecord(kind, {
      [nameField]: 'Model',
      translations: { fr: { [nameField]: 'Modèle' } },
      ...(isEvent && { timezone: 'America/Vancouver' }),
    });
    const path = `${kind.path}/${record.id}`;
    const { status, ...plain } = await copyOf(path);
    expect(status).toBe('draft');
    const times = isEvent ? ['timezone'] : [];
    for (const field of ['status', 'translations', 'slug', 'date', 'date_utc', 'translation_language', ...times])
      for (const empty of ['', null]) {
        const copy = await copyOf(path, { [field]: empty });
        expect([
          copy[nameField],
          copy.status,
          (copy.alternates as unknown as Body[]).map(({ language }) => language),
        ]).toEqual([...['Model (copy)', 'draft'], ['en', 'fr']]);
        expect(common(copy, nameField)).toEqual(common(plain, nameField));
      }
  });

  itEach(
    publishedResources,
    'reads given texts as a creation does, and copies the others as they are: %s',
    async (kind) => {
      const { nameField } = kind;
      const french = { [nameField]: 'C &amp;amp; D' };
      const record = await aRecord(kind, { [nameField]: 'A &amp;amp; B', translations: { fr: french } });
      expect(record[nameField]).toBe('A &amp; B');
      const path = `${kind.path}/${record.id}`;
      const names = async (body: Body) => {
        const { id } = await copyOf(path, body);
        const inFrench = await calendar.get(`${kind.path}/${id}`, { as: 'editor', language: 'fr' });
        return [
          (await calendar.get(`${kind.path}/${id}`, editor)).body[nameField],
          inFrench.body[nameField],
        ] as unknown[];
      };
      expect(await names({})).toEqual(['A &amp; B (copy)', 'C &amp; D (copie)']);
      for (const given of [{ [nameField]: 'L&rsquo;été' }, { translations: { en: { [nameField]: 'L&rsquo;été' } } }])
        expect(await names(given)).toEqual(['L’été', 'C &amp; D (copie)']);
    },
  );

  itEach(
    publishedResources,
    'with another image does not have the alternative texts of the former one: %s',
    async (kind) => {
      const { nameField } = kind;
      const record = await aRecord(kind, {
        [nameField]: 'Pictured',
        image: { url: 'https://example.com/first.jpg', alt: 'First' },
        translations: {
          en: { website: 'https://example.com/own' },
          fr: { [nameField]: 'Illustré', image_alt: 'Première', image: 'https://example.com/fr.jpg' },
        },
      });
      const path = `${kind.path}/${record.id}`;
      const shown = async (body: Body) => {
        const { id } = await copyOf(path, body);
        const { body: copy } = await calendar.get(`${kind.path}/${id}?translations=all`, editor);
        const { en, fr } = copy.translations as { en: Body; fr: Body };
        const { url = null } = (copy.image ?? {}) as Body;
        return [url, en.image_alt, fr.image_alt, copy.website];
      };
      const [url, own] = ['https://example.com/second.jpg', 'https://example.com/own'];
      expect(await shown({})).toEqual(['https://example.com/first.jpg', 'First', 'Première', own]);
      expect(await shown({ image: url })).toEqual([url, null, 'Première', own]);
      expect(await shown({ image: { url, alt: 'Second' } })).toEqual([url, 'Second', 'Première', own]);
      expect(await shown({ image: null })).toEqual([null, null, 'Première', own]);
      expect((await shown({ website: 'https://example.com/new' }))[3]).toBe('https://example.com/new');
    },
  );

  itEach(publishedResources, 'is shown by the fields of `_fields`: %s', async (kind) => {
    const record = await aRecord(kind);
    const path = `${kind.path}/${record.id}/duplicate`;
    const answer = await calendar.post(`${path}?_fields=id,status`, {}, editor);
    expect([answer.status, answer.body]).toEqual([201, { id: expect.any(Number) as number, status: 'draft' }]);
    expect((await calendar.post(`${path}?_fields=statu`, {}, editor)).body.data.params._fields).toContain('status');
  });

  it('is made once for an Idempotency-Key', async () => {
    const event = await anEvent();
    const send = () =>
      calendar.post(`/events/${event.id}/duplicate`, {}, editor).set('Idempotency-Key', `copy ${event.id}`);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.body.id, second.headers['idempotent-replayed']]).toEqual([201, first.body.id, 'true']);
  });
});

describe('a copy of an event', () => {
  it('keeps related records that the caller may read, and neither password nor external id', async () => {
    const [venue, secret] = [await aVenue({ venue: 'Open' }), await aVenue({ venue: 'Secret', status: 'private' })];
    const category = await aCategory({ name: 'Copied' });
    const event = await anEvent({ venue: [secret.id, venue.id], categories: [category.id], password: 'sesame' });
    const path = `/events/${event.id}`;
    const locked = await calendar.post(`${path}/duplicate`, {}, { as: 'author' });
    expect([locked.status, locked.body.code]).toEqual([403, 'event-password-protected']);
    const copy = await copyOf(path);
    expect([copy.password_protected, (copy.venue as unknown as ApiRecord[]).map(({ id }) => id)]).toEqual([
      false,
      [secret.id, venue.id],
    ]);
    expect((await copyOf(path, { password: 'other' })).password_protected).toBe(true);
    await calendar.patch(path, { password: '' }, editor).expect(200);
    const byAuthor = await copyOf(path, {}, { as: 'author' });
    expect((byAuthor.venue as unknown as ApiRecord[]).map(({ id }) => id)).toEqual([venue.id]);
    expect((byAuthor.categories as unknown as ApiRecord[]).map(({ id }) => id)).toEqual([category.id]);
    const seen = (await calendar.get(`/events/${byAuthor.id}`, editor)).body.venue as ApiRecord[];
    expect(seen.map(({ id }) => id)).toEqual([venue.id]);
  });

  it('ends as much later as it starts, unless the body has an end', async () => {
    const event = await anEvent({ start_date: '2026-06-25 18:00:00', end_date: '2026-06-28 23:00:00' });
    const moved = await copyOf(`/events/${event.id}`, { start_date: '2027-07-01 19:00' });
    expect([moved.start_date, moved.end_date]).toEqual(['2027-07-01 19:00:00', '2027-07-05 00:00:00']);
    const both = await copyOf(`/events/${event.id}`, { start_date: '2027-07-01 19:00', end_date: '2027-07-01 20:00' });
    expect([both.start_date, both.end_date]).toEqual(['2027-07-01 19:00:00', '2027-07-01 20:00:00']);
  });

  it('is a series if the event is one, and a single event if it is a date of one', async () => {
    const series = await anEvent({ title: 'Weekly copied', recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' });
    const dates = (await calendar.get('/events?from=2027-06-01&search=Weekly+copied', editor)).body.events as Body[];
    const copy = await copyOf(`/events/${series.id}`, { status: 'publish', start_date: '2028-06-20 19:30:00' });
    expect(copy.recurrence).toMatchObject({ rrule: expect.stringContaining('BYDAY=TU') as string });
    const copied = (await calendar.get('/events?from=2028-06-01&search=Weekly+copied', editor)).body.events as Body[];
    expect(copied.map(({ start_date }) => start_date)).toEqual([
      ...['2028-06-20 19:30:00', '2028-06-27 19:30:00'],
      '2028-07-04 19:30:00',
    ]);
    const date = await copyOf(`/events/${dates[1]!.id as number}`);
    expect([date.recurrence, date.occurrence, date.post_parent]).toEqual([null, null, null]);
    expect(date.start_date).toBe(dates[1]!.start_date);
  });

  it('says why the dates of a series cannot be moved', async () => {
    const series = await anEvent({ recurrence: 'FREQ=MONTHLY;BYMONTHDAY=21;COUNT=3' });
    const answer = await calendar.post(`/events/${series.id}/duplicate`, { start_date: '2028-06-20 19:30' }, editor);
    expect([answer.status, Object.keys(answer.body.data.params as Body)]).toEqual([400, ['start_date']]);
    const rule = { start_date: '2028-06-20 19:30', recurrence: 'FREQ=MONTHLY;BYMONTHDAY=20;COUNT=3' };
    expect((await copyOf(`/events/${series.id}`, rule)).start_date).toBe('2028-06-20 19:30:00');
  });

  /** The dates of a series as `MM-DD` or, in other years, `YYYY-MM-DD`. */
  async function datesOf(title: string): Promise<string[]> {
    const query = `from=2027-06-01&search=${encodeURIComponent(`"${title}"`)}&per_page=50`;
    const { body } = await calendar.get(`/events?${query}`, editor);
    return (body.events as Body[]).map(({ start_date }) =>
      String(start_date)
        .slice(0, 10)
        .replace(/^2027-/, ''),
    );
  }

  it.each([
    ['FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4', '2027-06-29', '2027-09-02', ['09-02', '09-07', '09-09', '09-14']],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=4', '2027-06-28', '2027-09-01', ['09-01', '09-02', '09-03', '09-06']],
    ['FREQ=MONTHLY;BYDAY=2TU;COUNT=3', '2027-06-08', '2027-09-14', ['09-14', '10-12', '11-09']],
    ['FREQ=YEARLY;BYMONTH=6,9,10;BYDAY=3SU;COUNT=2', '2027-06-20', '2027-09-19', ['09-19', '10-17']],
    ['FREQ=MONTHLY;COUNT=2', '2027-06-15', '2027-09-30', ['09-30', '10-30']],
    ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270708', '2027-06-29', '2027-09-07', ['09-07', '09-09', '09-14', '09-16']],
  ])('keeps the rule %s from %s where %s fits it', async (recurrence, from, to, dates) => {
    const title = `Kept ${recurrence} ${to}`;
    const series = await anEvent({
      ...{ title, recurrence, status: 'draft' },
      ...{ start_date: `${from} 19:00`, end_date: `${from} 20:00` },
    });
    const copy = await copyOf(`/events/${series.id}`, { title, status: 'publish', start_date: `${to} 19:00` });
    expect(copy.end_date).toBe(`${to} 20:00:00`);
    expect(await datesOf(title)).toEqual(dates);
  });

  it('has the ways out where the rule does not have the new start', async () => {
    const series = await anEvent({
      ...{ recurrence: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4' },
      ...{ start_date: '2027-06-29 19:00', end_date: '2027-06-29 20:00' },
    });
    const path = `/events/${series.id}/duplicate`;
    for (const [language, words] of [
      ['en', 'has no date on 2027-09-01. Begin on a day that it has, such as 2027-09-02, or give recurrence'],
      ['fr', 'n’a pas de date le 2027-09-01. Commencez un jour qui lui convient, comme le 2027-09-02, ou donnez'],
    ] as const) {
      const answer = await calendar.post(path, { start_date: '2027-09-01 19:00' }, { as: 'editor', language });
      expect([answer.status, answer.body.data.params.start_date]).toEqual([400, expect.stringContaining(words)]);
    }
    const given = { start_date: '2027-09-01 19:00', recurrence: 'FREQ=WEEKLY;BYDAY=WE;COUNT=2' };
    expect((await copyOf(`/events/${series.id}`, given)).start_date).toBe('2027-09-01 19:00:00');
  });

  describe('in the hour that the clocks repeat', () => {
    const night = {
      timezone: 'America/Toronto',
      start_date: '2027-11-07T01:45:00-04:00',
      end_date: '2027-11-07T01:15:00-05:00',
    };
    const instants = ({ starts_at, ends_at }: Body) => [starts_at, ends_at];
    const [start, end] = ['2027-11-07T01:45:00-04:00', '2027-11-07T01:15:00-05:00'];

    it('has the instants of the event, also if the body repeats its start', async () => {
      const event = await anEvent(night);
      expect(instants(event)).toEqual([start, end]);
      expect(instants(await copyOf(`/events/${event.id}`))).toEqual([start, end]);
      for (const given of ['2027-11-07 01:45', start, '2027-11-07T05:45:00Z'])
        expect(instants(await copyOf(`/events/${event.id}`, { start_date: given }))).toEqual([start, end]);
      const both = { start_date: '2027-11-07 01:45', end_date: '2027-11-07 01:15' };
      expect(instants(await copyOf(`/events/${event.id}`, both))).toEqual([start, end]);
    });

    it('stays in the second pass of the hour', async () => {
      const later = { start_date: '2027-11-07T01:10:00-05:00', end_date: '2027-11-07T01:50:00-05:00' };
      const event = await anEvent({ ...night, ...later });
      const same = [later.start_date, later.end_date];
      expect(instants(await copyOf(`/events/${event.id}`))).toEqual(same);
      expect(instants(await copyOf(`/events/${event.id}`, { start_date: '2027-11-07 01:10' }))).toEqual(same);
      const first = { start_date: '2027-11-07T01:10:00-04:00', end_date: '2027-11-07T01:50:00-04:00' };
      expect(instants(await copyOf(`/events/${event.id}`, first))).toEqual([first.start_date, first.end_date]);
    });

    it('lasts as long on another day, where its end would be before its start', async () => {
      const event = await anEvent(night);
      const copy = await copyOf(`/events/${event.id}`, { start_date: '2027-12-07 01:45' });
      expect(instants(copy)).toEqual(['2027-12-07T01:45:00-05:00', '2027-12-07T02:15:00-05:00']);
    });

    it('has a series whose other dates keep the local time', async () => {
      const title = 'Night series';
      const event = await anEvent({
        ...{ ...night, title, recurrence: 'FREQ=DAILY;COUNT=2', status: 'draft' },
        ...{ start_date: '2027-11-07T01:10:00-05:00', end_date: '2027-11-07T01:50:00-05:00' },
      });
      const copy = await copyOf(`/events/${event.id}`, { title: 'Copied night', status: 'publish' });
      expect(copy.starts_at).toBe('2027-11-07T01:10:00-05:00');
      const { body } = await calendar.get('/events?from=2027-06-01&search="Copied night"', editor);
      expect((body.events as Body[]).map(({ starts_at }) => starts_at)).toEqual([
        '2027-11-07T01:10:00-05:00',
        '2027-11-08T01:10:00-05:00',
      ]);
    });
  });

  it('of whole days has as many days, whatever time the new start has', async () => {
    const event = await anEvent({ all_day: true, start_date: '2027-07-01', end_date: '2027-07-02' });
    const copy = await copyOf(`/events/${event.id}`, { start_date: '2027-08-01 19:00' });
    expect([copy.start_date, copy.end_date]).toEqual(['2027-08-01 00:00:00', '2027-08-02 23:59:59']);
  });

  it('keeps a name within the limit', async () => {
    const event = await anEvent({ title: 'é'.repeat(255) });
    expect((await copyOf(`/events/${event.id}`)).title).toBe(`${'é'.repeat(248)} (copy)`);
  });
});
