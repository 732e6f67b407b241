import { type ApiRecord, makers } from './support/makers.js';
import { itEach, publishedResources } from './support/resources.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { anEvent } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

type Body = Record<string, unknown>;
type Kind = (typeof publishedResources)[number];

/** A record of a contributor that waits for a review. */
async function aPendingRecord(kind: Kind, name: string): Promise<ApiRecord> {
  const dates = kind.singular === 'event' ? { start_date: '2030-03-01 10:00:00', end_date: '2030-03-01 11:00:00' } : {};
  const body = { [kind.nameField]: name, status: 'pending', ...dates };
  const { body: record, status } = await calendar.post(kind.path, body, { as: 'contributor' });
  expect([status, record.status]).toEqual([201, 'pending']);
  return record as ApiRecord;
}

const patch = (path: string, body: Body, as: 'editor' | 'author' | 'contributor' = 'editor') =>
  calendar.patch(path, body, { as });

describe('A record that waits', () => {
  itEach(publishedResources, 'says since when and for whom, to those who may edit it: %s', async (kind) => {
    const before = Date.now();
    const record = await aPendingRecord(kind, `Waiting ${kind.singular}`);
    const path = `${kind.path}/${record.id}`;
    const { body: seen } = await calendar.get(path, { as: 'editor' });
    expect(seen.author_name).toBe('the contributor');
    const since = Date.parse(`${(seen.pending_utc as string).replace(' ', 'T')}Z`);
    expect(since).toBeGreaterThanOrEqual(before - 1000);
    expect(since).toBeLessThanOrEqual(Date.now());
    // A later change keeps the place in the queue.
    const { body: changed } = await patch(path, { [kind.nameField]: `Changed ${kind.singular}` }).expect(200);
    expect(changed.pending_utc).toBe(seen.pending_utc);
    const { body: own } = await calendar.get(path, { as: 'contributor' });
    expect([own.author_name, own.pending_utc]).toEqual(['the contributor', seen.pending_utc]);
    const { body: published } = await patch(path, { status: 'publish' }).expect(200);
    expect(published).not.toHaveProperty('pending_utc');
    expect(published).not.toHaveProperty('author_name');
    expect((await calendar.get(path)).body).not.toHaveProperty('review_note');
  });

  itEach(publishedResources, 'comes in the order of its time, the oldest first: %s', async (kind) => {
    const first = await aPendingRecord(kind, `First ${kind.singular}`);
    const second = await aPendingRecord(kind, `Second ${kind.singular}`);
    // The first one is sent again later, which is where it queues then.
    await patch(`${kind.path}/${first.id}`, { status: 'draft' }).expect(200);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await patch(`${kind.path}/${first.id}`, { status: 'pending' }, 'contributor').expect(200);
    const list = async (more: string) => {
      const path = `${kind.path}?status=pending&include=${first.id},${second.id}&orderby=pending${more}`;
      const { body, status } = await calendar.get(path, { as: 'editor' });
      expect([status, body.message]).toEqual([200, undefined]);
      return (body[kind.plural] as ApiRecord[]).map(({ id }) => id);
    };
    expect(await list('')).toEqual([second.id, first.id]);
    expect(await list('&order=desc')).toEqual([first.id, second.id]);
    for (const status of ['', '&status=any', '&status=pending,draft']) {
      const refused = await calendar.get(`${kind.path}?orderby=pending${status}`, { as: 'editor' }).expect(400);
      expect(refused.body.data.params.orderby).toBe('pending sorts a list with status=pending only.');
    }
    const french = await calendar.get(`${kind.path}?orderby=pending`, { as: 'editor', language: 'fr' }).expect(400);
    expect(french.body.data.params.orderby).toBe('pending ne trie qu’une liste avec status=pending.');
  });
});

describe('The note of a review', () => {
  itEach(publishedResources, 'returns a record to its author: %s', async (kind) => {
    const record = await aPendingRecord(kind, `Returned ${kind.singular}`);
    const path = `${kind.path}/${record.id}`;
    const note = 'Please add the <b>address</b>.\r\n\r\n\r\n\r\nAnd a picture &amp; its text. ';
    const { body: returned } = await patch(path, { status: 'draft', review_note: note }).expect(200);
    const clean = 'Please add the address.\n\nAnd a picture & its text.';
    expect([returned.status, returned.review_note]).toEqual(['draft', clean]);
    const { body: own } = await calendar.get(path, { as: 'contributor' });
    expect(own.review_note).toBe(clean);
    // Sent back as it was read, and with other fields.
    const kept = await patch(path, { ...own, [kind.nameField]: `Corrected ${kind.singular}` }, 'contributor');
    expect([kept.status, kept.body.review_note]).toEqual([200, clean]);
    const { body: pending } = await patch(path, { status: 'pending', review_note: clean }, 'contributor').expect(200);
    expect([pending.status, pending.review_note]).toEqual(['pending', null]);
  });

  it.each(['publish', 'pending'])('is cleared by %s', async (status) => {
    const event = await anEvent({ status: 'pending' });
    await patch(`/events/${event.id}`, { status: 'draft', review_note: 'No.' }).expect(200);
    const { body } = await patch(`/events/${event.id}`, { status }).expect(200);
    expect([body.status, body.review_note]).toEqual([status, null]);
  });

  it('is no more than a message where the record is published', async () => {
    const event = await anEvent({ status: 'pending' });
    const { body } = await patch(`/events/${event.id}`, { status: 'publish', review_note: 'Thank you!' }).expect(200);
    expect([body.status, body.review_note]).toEqual(['publish', null]);
  });

  it('is written by editors, with a decision', async () => {
    const kind = publishedResources[0]!;
    const { id } = await aPendingRecord(kind, 'Somebody else’s words');
    const path = `${kind.path}/${id}`;
    const refused = await patch(path, { status: 'draft', review_note: 'Mine.' }, 'contributor').expect(403);
    expect(refused.body.message).toBe('Only editors and administrators write the note of a review.');
    for (const body of [{ review_note: 'No.' }, { status: 'private', review_note: 'No.' }]) {
      const alone = await patch(path, body).expect(400);
      expect(alone.body.data.params.review_note).toBe(
        'A note goes with status "draft", to return a record, or "publish".',
      );
    }
    const long = await patch(path, { status: 'draft', review_note: 'é'.repeat(2001) }).expect(400);
    expect(long.body.data.params.review_note).toBe('Must not be longer than 2000 characters.');
    await patch(path, { status: 'draft', review_note: 'é'.repeat(2000) }).expect(200);
    const dates = { start_date: '2030-03-01 10:00:00', end_date: '2030-03-01 11:00:00' };
    const created = { title: 'New', ...dates, status: 'draft', review_note: 'Too early.' };
    expect((await calendar.post('/events', created, { as: 'editor' }).expect(400)).body.data.params).toHaveProperty(
      'review_note',
    );
  });

  it('is in revisions, which neither restores nor copies bring back', async () => {
    const event = await anEvent({ status: 'pending', title: 'Noted' });
    const path = `/events/${event.id}`;
    await patch(path, { status: 'draft', review_note: 'Shorter, please.' }).expect(200);
    await patch(path, { status: 'pending', title: 'Short' }).expect(200);
    const { body: log } = await calendar.get(`${path}/revisions`, { as: 'editor' });
    const withNote = (log.revisions as { revision: number; fields: string[] }[]).find(({ fields }) =>
      fields.includes('review_note'),
    );
    const noted = (log.revisions as { revision: number }[])[1]!;
    expect(withNote).toBeDefined();
    const { body: revision } = await calendar.get(`${path}/revisions/${noted.revision}`, { as: 'editor' });
    expect(revision.record.review_note).toBe('Shorter, please.');
    const { body: restored } = await calendar
      .post(`${path}/revisions/${noted.revision}/restore`, undefined, { as: 'editor' })
      .expect(200);
    expect([restored.title, restored.review_note, restored.status]).toEqual(['Noted', null, 'pending']);
    await patch(path, { status: 'draft', review_note: 'Again.' }).expect(200);
    const { body: copy } = await calendar.post(`${path}/duplicate`, {}, { as: 'editor' }).expect(201);
    expect(copy.review_note).toBeNull();
  });

  it('belongs to all dates of a series', async () => {
    const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=3' };
    const series = await anEvent({ status: 'pending', recurrence });
    await patch(`/events/${series.id}`, { status: 'draft', review_note: 'Which hall?' }).expect(200);
    const dates = async () => {
      const list = `/events?post_parent=${series.id}&status=any&start_date=2000-01-01&end_date=2100-01-01&_fields=status,review_note,pending_utc`;
      return (await calendar.get(list, { as: 'editor' })).body.events as Body[];
    };
    expect(await dates()).toEqual(Array.from({ length: 2 }, () => ({ status: 'draft', review_note: 'Which hall?' })));
    await patch(`/events/${series.id}`, { status: 'pending' }).expect(200);
    expect((await dates()).map(({ status, review_note: note }) => [status, note])).toEqual([
      ['pending', null],
      ['pending', null],
    ]);
  });

  it('is not shown with an event to whom its venue belongs to somebody else', async () => {
    const venue = await aPendingRecord(
      publishedResources.find(({ singular }) => singular === 'venue')!,
      'Noted hall',
    );
    await patch(`/venues/${venue.id}`, { status: 'draft', review_note: 'Secret words' }).expect(200);
    const event = await anEvent({ venue: venue.id });
    const { text } = await calendar.get(`/events/${event.id}`, { as: 'editor' });
    expect(text).not.toContain('Secret words');
  });
});
