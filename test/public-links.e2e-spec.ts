import { AccountsService } from '../src/http/auth/accounts.service.js';
import { type ApiRecord, makers } from './support/makers.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

type Body = Record<string, unknown>;

const editor: RequestOptions = { as: 'editor' };
const author: RequestOptions = { as: 'author' };

const draftVenue = (options = editor, status = 'draft') => aVenue({ status }, options);
const draftEvent = (fields: Body, options = editor) => anEvent({ status: 'draft', ...fields }, options);
const statusOf = async (path: string) => (await calendar.get(path, editor)).body.status as string;

async function patched(event: { id: number }, body: Body, query = '', options = editor): Promise<Body> {
  const answer = await calendar.patch(`/events/${event.id}${query}`, body, options);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body as Body;
}

const publish = { status: 'publish' };
const ahead = { status: 'publish', date: '+30 days' };

describe('a write that makes an event public', () => {
  it.each([
    ['published', publish],
    ['scheduled', ahead],
  ])('names linked drafts and pending records: %s', async (_, change) => {
    const [draft, pending, open] = [await draftVenue(), await draftVenue(editor, 'pending'), await aVenue()];
    const organizer = await anOrganizer({ status: 'pending' });
    const event = await draftEvent({ venue: [open.id, draft.id, pending.id], organizer: [organizer.id] });
    const answer = await patched(event, change);
    expect(answer.not_public).toEqual({ venue: [draft.id, pending.id], organizer: [organizer.id] });
    expect(await statusOf(`/venues/${draft.id}`)).toBe('draft');
    expect((await calendar.get(`/events/${event.id}`, editor)).body).not.toHaveProperty('not_public');
  });

  it('names nothing where all links are public, the event is not, or only its texts change', async () => {
    const [open, draft] = [await aVenue(), await draftVenue()];
    const [shown, event] = [await draftEvent({ venue: [open.id] }), await draftEvent({ venue: [draft.id] })];
    expect(await patched(shown, publish)).not.toHaveProperty('not_public');
    expect(event).not.toHaveProperty('not_public');
    expect(await patched(event, { status: 'pending' })).not.toHaveProperty('not_public');
    expect(await patched(event, { status: 'private' })).not.toHaveProperty('not_public');
    expect(await patched(event, publish)).toHaveProperty('not_public');
    expect(await patched(event, { title: 'Renamed' })).not.toHaveProperty('not_public');
    // A new link of a public event is one that nobody sees, too.
    expect((await patched(shown, { venue: [open.id, draft.id] })).not_public).toEqual({ venue: [draft.id] });
  });

  it('also takes place where a scheduled event is published earlier', async () => {
    const draft = await draftVenue();
    for (const earlier of [{ status: 'publish', date: 'now' }, { date: 'now' }]) {
      const event = await draftEvent({ venue: [draft.id] });
      expect((await patched(event, ahead)).not_public).toEqual({ venue: [draft.id] });
      expect(await patched(event, { date: '+40 days' })).not.toHaveProperty('not_public');
      expect(await patched(event, earlier)).toMatchObject({ status: 'publish', not_public: { venue: [draft.id] } });
    }
  });

  it('is also a creation, a copy, a way out of the trash, and a restored revision', async () => {
    const draft = await draftVenue();
    const created = await anEvent({ venue: [draft.id] }, editor);
    expect(created.not_public).toEqual({ venue: [draft.id] });
    const path = `/events/${created.id}`;
    const copy = await calendar.post(`${path}/duplicate`, publish, editor);
    expect([copy.status, copy.body.not_public]).toEqual([201, { venue: [draft.id] }]);
    expect((await calendar.post(`${path}/duplicate`, {}, editor)).body).not.toHaveProperty('not_public');
    const { body } = await calendar.get(`${path}/revisions`, editor);
    const [{ revision }] = body.revisions as [{ revision: number }];
    for (const query of ['', '?publish_links=true']) {
      await calendar.delete(path, editor).expect(200);
      const restored = await calendar.post(`${path}/revisions/${revision}/restore${query}`, undefined, editor);
      expect([restored.status, restored.body.status]).toEqual([200, 'publish']);
      expect(restored.body.not_public).toEqual(query === '' ? { venue: [draft.id] } : undefined);
    }
    expect(await statusOf(`/venues/${draft.id}`)).toBe('publish');
  });

  it('does not name what the caller may not read', async () => {
    const [hidden, own] = [await draftVenue(), await draftVenue(author)];
    const event = await draftEvent({ venue: [own.id] }, author);
    await patched(event, { venue: [own.id, hidden.id] });
    expect((await patched(event, publish, '', author)).not_public).toEqual({ venue: [own.id] });
    await patched(event, { status: 'draft' });
    const answer = await patched(event, publish, '?publish_links=true', author);
    expect(answer).not.toHaveProperty('not_public');
    expect([await statusOf(`/venues/${own.id}`), await statusOf(`/venues/${hidden.id}`)]).toEqual(['publish', 'draft']);
  });

  it('ignores the field in a body that was read', async () => {
    const event = await draftEvent({ venue: [(await draftVenue()).id] });
    const { not_public: notPublic } = await patched(event, publish);
    expect(await patched(event, { title: 'Sent back', not_public: notPublic })).toMatchObject({ title: 'Sent back' });
  });
});

describe('publish_links', () => {
  it.each([
    ['published', publish, 'publish'],
    ['scheduled', ahead, 'future'],
  ])('publishes linked records with the event: %s', async (_, change, status) => {
    const [venue, organizer] = [await draftVenue(), await anOrganizer({ status: 'pending' })];
    const event = await draftEvent({ venue: [venue.id], organizer: [organizer.id] });
    const answer = await patched(event, change, '?publish_links=true');
    expect([answer.status, answer.not_public]).toEqual([status, undefined]);
    expect((answer.venue as Body[])[0]!.status).toBe('publish');
    expect([await statusOf(`/venues/${venue.id}`), await statusOf(`/organizers/${organizer.id}`)]).toEqual([
      'publish',
      'publish',
    ]);
    // One revision of each, and visitors see the place.
    const { body } = await calendar.get(`/venues/${venue.id}/revisions`, editor);
    expect((body.revisions as Body[]).map(({ fields }) => fields)[0]).toEqual(['status']);
    if (status !== 'publish') return;
    const seen = (await calendar.get(`/events/${event.id}`)).body.venue as ApiRecord[];
    expect(seen.map(({ id }) => id)).toEqual([venue.id]);
  });

  it('publishes them for an event that is public already, and not for a draft', async () => {
    const venue = await draftVenue();
    const event = await draftEvent({ venue: [venue.id] });
    await patched(event, { title: 'Still a draft' }, '?publish_links=true');
    expect(await statusOf(`/venues/${venue.id}`)).toBe('draft');
    expect(await patched(event, publish, '?publish_links=false')).toHaveProperty('not_public');
    expect(await patched(event, publish, '?publish_links=true')).not.toHaveProperty('not_public');
    expect(await statusOf(`/venues/${venue.id}`)).toBe('publish');
  });

  it('publishes those at once whose own date is ahead, and leaves private ones', async () => {
    const venue = await aVenue({ status: 'draft', date: '+90 days' }, editor);
    const secret = await aVenue({ status: 'private' }, editor);
    const answer = await calendar.post(
      '/events?publish_links=true',
      { title: 'New', start_date: '+3 days', end_date: '+4 days', venue: [venue.id, secret.id] },
      editor,
    );
    expect([answer.status, await statusOf(`/venues/${venue.id}`), await statusOf(`/venues/${secret.id}`)]).toEqual([
      201,
      'publish',
      'private',
    ]);
  });

  it('works on copies', async () => {
    const venue = await draftVenue();
    const event = await draftEvent({ venue: [venue.id] });
    const copy = await calendar.post(`/events/${event.id}/duplicate?publish_links=true`, publish, editor);
    expect([copy.status, copy.body.not_public, await statusOf(`/venues/${venue.id}`)]).toEqual([
      201,
      undefined,
      'publish',
    ]);
  });

  it('refuses the write where one may not be published, and stores nothing', async () => {
    const keyFor = async (scope: string) => {
      const { text } = await calendar.app.get(AccountsService).createKey({ name: 'Linker', role: 'author' }, { scope });
      return text;
    };
    const [all, key] = [{ key: await keyFor('events,venues,organizers') }, await keyFor('events,venues')];
    const [venue, organizer] = [await draftVenue(all), await anOrganizer({ status: 'draft' }, all)];
    const event = await draftEvent({ venue: [venue.id], organizer: [organizer.id] }, all);
    for (const [language, words] of [
      ['en', `You may not publish the organizer ${organizer.id}`],
      ['fr', `Cet organisateur (${organizer.id}) ne peut pas être publié`],
    ] as const) {
      const { status, body } = await calendar.patch(`/events/${event.id}?publish_links=true`, publish, {
        key,
        language,
      });
      expect([status, body.code, body.message]).toEqual([403, 'rest_forbidden', expect.stringContaining(words)]);
    }
    expect([await statusOf(`/events/${event.id}`), await statusOf(`/venues/${venue.id}`)]).toEqual(['draft', 'draft']);
    const without = await calendar.patch(`/events/${event.id}`, publish, { key });
    expect([without.status, without.body.not_public]).toEqual([200, { venue: [venue.id], organizer: [organizer.id] }]);
  });

  it('takes true or false', async () => {
    const event = await draftEvent({});
    const { status, body } = await calendar.patch(`/events/${event.id}?publish_links=maybe`, publish, editor);
    expect([status, Object.keys(body.data.params as Body)]).toEqual([400, ['publish_links']]);
  });
});

describe('the links of a series', () => {
  async function aSeries() {
    const [common, own] = [await draftVenue(), await draftVenue()];
    const series = await draftEvent({
      ...{ title: `Series ${common.id}`, recurrence: 'FREQ=DAILY;COUNT=4', venue: [common.id] },
      ...{ start_date: '2027-06-21 19:30', end_date: '2027-06-21 20:30' },
    });
    const { body } = await calendar.get(`/events?from=2027-06-01&status=draft&search="Series ${common.id}"`, editor);
    const dates = body.events as ApiRecord[];
    expect(dates).toHaveLength(4);
    await patched(dates[2]!, { venue: [own.id] });
    return { series, dates, common, own };
  }

  it('are those of all its dates', async () => {
    const { series, dates, common, own } = await aSeries();
    expect((await patched(dates[1]!, publish, '?apply=all')).not_public).toEqual({ venue: [common.id, own.id] });
    await patched(series, { status: 'draft' });
    expect(await patched(series, publish, '?publish_links=true')).not.toHaveProperty('not_public');
    expect([await statusOf(`/venues/${common.id}`), await statusOf(`/venues/${own.id}`)]).toEqual([
      'publish',
      'publish',
    ]);
  });

  it('are those of a series that is taken out of the trash, whatever apply says', async () => {
    const { series, common, own } = await aSeries();
    await patched(series, publish);
    await calendar.delete(`/events/${series.id}`, editor).expect(200);
    expect((await patched(series, publish, '?apply=this')).not_public).toEqual({ venue: [common.id, own.id] });
  });

  it('are those of one date, or of that and the following', async () => {
    const { dates, common, own } = await aSeries();
    expect((await patched(dates[3]!, publish)).not_public).toEqual({ venue: [common.id] });
    expect((await patched(dates[0]!, publish, '?apply=this')).not_public).toEqual({ venue: [common.id] });
    expect((await patched(dates[1]!, publish, '?apply=following')).not_public).toEqual({ venue: [common.id, own.id] });
  });

  it('of parts that were divided off are among those that a restored revision brings back', async () => {
    const [former, later] = [await aVenue(), await aVenue()];
    const series = await draftEvent({
      ...{ status: 'publish', title: `Divided ${former.id}`, recurrence: 'FREQ=DAILY;COUNT=4', venue: [former.id] },
      ...{ start_date: '2027-06-21 19:30', end_date: '2027-06-21 20:30' },
    });
    const { body } = await calendar.get(`/events?from=2027-06-01&search="Divided ${former.id}"`);
    await patched((body.events as ApiRecord[])[2]!, { venue: [later.id] }, '?apply=following');
    await calendar.patch(`/venues/${former.id}`, { status: 'draft' }, editor).expect(200);
    const { revisions } = (await calendar.get(`/events/${series.id}/revisions`, editor)).body as {
      revisions: { revision: number }[];
    };
    const restore = `/events/${series.id}/revisions/${revisions.at(-1)!.revision}/restore`;
    const named = await calendar.post(`${restore}?dry_run=true`, undefined, editor).expect(200);
    expect(named.body.not_public).toEqual({ venue: [former.id] });
    await calendar.post(`${restore}?publish_links=true`, undefined, editor).expect(200);
    expect(await statusOf(`/venues/${former.id}`)).toBe('publish');
  });
});
