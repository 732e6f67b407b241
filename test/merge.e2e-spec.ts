import { DataSource } from 'typeorm';
import { itEach, relatedPublished, relatedResources, relatedTerms, type RelatedResource } from './support/resources.js';
import { type ApiRecord, makers } from './support/makers.js';
import { recount } from './support/recount.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue, aCategory } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

type Body = Record<string, unknown>;

const editor: RequestOptions = { as: 'editor' };

let named = 0;
const aName = (word: string) => `${word} ${(named += 1)}`;
const pathOf = (kind: RelatedResource, { id }: { id: number }) => `${kind.path}/${id}`;

const inBoth = (kind: RelatedResource, en: string, fr: string) =>
  aRecord(kind, {
    [kind.nameField]: undefined,
    translations: { en: { [kind.nameField]: en }, fr: { [kind.nameField]: fr } },
  });

async function merge(kind: RelatedResource, from: { id: number }, into: { id: number }): Promise<Body> {
  const answer = await calendar.post(`${pathOf(kind, from)}/merge`, { into: into.id }, editor);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body as Body;
}

const related = (event: Body, kind: RelatedResource) => (event[kind.field] as ApiRecord[]).map(({ id }) => id);

async function eventOf(event: { id: number }): Promise<Body> {
  return (await calendar.get(`/events/${event.id}`, editor)).body as Body;
}

describe('merging records', () => {
  itEach(relatedResources, 'relates all events to the second one, once and in its place: %s', async (kind) => {
    const [first, second, third] = [
      await inBoth(kind, aName('One'), aName('Un')),
      await inBoth(kind, aName('Two'), aName('Deux')),
      await inBoth(kind, aName('Three'), aName('Trois')),
    ];
    const [single, both, other, draft, trashed] = [
      await anEvent({ [kind.field]: [third.id, first.id] }),
      await anEvent({ [kind.field]: [first.id, third.id, second.id] }),
      await anEvent({ [kind.field]: [third.id] }),
      await anEvent({ [kind.field]: [first.id], status: 'draft' }),
      await anEvent({ [kind.field]: [first.id] }),
    ];
    await calendar.delete(`/events/${trashed.id}`, editor).expect(200);
    const before = await eventOf(other);
    const { body: position } = await calendar.get('/changes?kinds=events&limit=500', editor);
    const answer = await merge(kind, first, second);
    expect([answer.id, (await calendar.get(pathOf(kind, second), editor)).body.id]).toEqual([second.id, second.id]);
    const ordered = (ids: number[]) => (kind.isPublished ? ids : [...ids].sort((one, two) => one - two));
    const shown = async (event: { id: number }) => ordered(related(await eventOf(event), kind));
    expect(await shown(single)).toEqual(ordered([third.id, second.id]));
    expect(await shown(both)).toEqual(ordered([second.id, third.id]));
    expect([await shown(draft), await shown(trashed)]).toEqual([[second.id], [second.id]]);
    expect(await eventOf(other)).toEqual(before);
    const { body: changes } = await calendar.get(`/changes?kinds=events&since=${String(position.next)}`, editor);
    const changed = (changes.changes as { id: number }[]).map(({ id }) => id).sort((one, two) => one - two);
    expect(changed).toEqual([single.id, both.id, draft.id, trashed.id]);
    const { body: revisions } = await calendar.get(`/events/${single.id}/revisions`, editor);
    const [entry] = revisions.revisions as { fields: string[]; change: string }[];
    expect([entry!.change, entry!.fields]).toEqual(['updated', [kind.field]]);
    if (!kind.isPublished) expect(answer.count).toBe(2);
    for (const [stored, expected] of Object.values(await recount(calendar.app.get(DataSource))))
      expect(stored).toEqual(expected);
  });

  itEach(relatedResources, 'leads the slugs of the first one to the second: %s', async (kind) => {
    const first = await inBoth(kind, aName('Old name'), aName('Ancien nom'));
    const second = await inBoth(kind, aName('New name'), aName('Nouveau nom'));
    const event = await anEvent({ [kind.field]: [first.id] });
    const french = (first.alternates as unknown as { language: string; slug: string }[]).find(
      ({ language }) => language === 'fr',
    )!;
    await merge(kind, first, second);
    for (const slug of [first.slug, french.slug]) {
      const listed = await calendar.get(`/events?from=2027-06-01&${kind.field}=${slug}`);
      expect([listed.status, (listed.body.events as ApiRecord[])?.map(({ id }) => id)]).toEqual([200, [event.id]]);
    }
    const mixed = await calendar.get(`/events?from=2027-06-01&${kind.field}=${first.slug},no-such-slug`);
    expect([mixed.status, mixed.body.data.params[kind.field]]).toEqual([400, expect.stringContaining('no-such-slug')]);
    expect(mixed.body.data.params[kind.field]).not.toContain(first.slug);
    if (!kind.isPublished) return;
    const moved = await calendar.get(`${kind.path}/by-slug/${first.slug}`);
    expect([moved.status, new URL(String(moved.headers.location)).pathname]).toEqual([
      301,
      `/en/cal/events/v1${kind.path}/by-slug/${second.slug}`,
    ]);
  });

  itEach(relatedResources, 'leads former slugs of the first one on, also over several merges: %s', async (kind) => {
    const [one, two, three] = [aName('Chain a'), aName('Chain b'), aName('Chain c')];
    const [first, second, third] = [
      await aRecord(kind, { [kind.nameField]: one }),
      await aRecord(kind, { [kind.nameField]: two }),
      await aRecord(kind, { [kind.nameField]: three }),
    ];
    const event = await anEvent({ [kind.field]: [first.id] });
    await merge(kind, first, second);
    await merge(kind, second, third);
    for (const slug of [first.slug, second.slug]) {
      const { body } = await calendar.get(`/events?from=2027-06-01&${kind.field}=${slug}`);
      expect((body.events as ApiRecord[]).map(({ id }) => id)).toEqual([event.id]);
    }
  });

  itEach(
    relatedPublished,
    'moves the first one to the trash, from which it returns with new slugs and no events: %s',
    async (kind) => {
      const first = await inBoth(kind, aName('Returning'), aName('Revenant'));
      const second = await aRecord(kind, { [kind.nameField]: aName('Staying') });
      const event = await anEvent({ [kind.field]: [first.id] });
      await merge(kind, first, second);
      const path = pathOf(kind, first);
      expect((await calendar.get(path)).status).toBe(410);
      const trashed = (await calendar.get(path, editor)).body as Body;
      expect([trashed.status, trashed.slug]).toEqual(['trash', `${kind.singular}-${first.id}`]);
      const restored = (await calendar.patch(path, { status: 'publish' }, editor).expect(200)).body as Body;
      expect(restored.slug).not.toBe(`${kind.singular}-${first.id}`);
      expect(related(await eventOf(event), kind)).toEqual([second.id]);
      const { body } = await calendar.get(`/events?from=2027-06-01&${kind.field}=${first.id}`);
      expect(body.events).toEqual([]);
      const { body: revisions } = await calendar.get(`${path}/revisions`, editor);
      expect((revisions.revisions as Body[]).map(({ change }) => change)).toEqual(['restored', 'trashed', 'created']);
    },
  );

  itEach(relatedTerms, 'deletes the first term: %s', async (kind) => {
    const [first, second] = [
      await aRecord(kind, { [kind.nameField]: aName('Doubled') }),
      await aRecord(kind, { [kind.nameField]: aName('Kept') }),
    ];
    await merge(kind, first, second);
    expect((await calendar.get(pathOf(kind, first))).body.code).toBe(`rest-${kind.singular}-not-found`);
    await calendar.delete(pathOf(kind, second), { as: 'administrator' }).expect(200);
    expect((await calendar.get(`/events?from=2027-06-01&${kind.field}=${first.slug}`)).status).toBe(400);
  });

  itEach(relatedResources, 'is refused where it has no meaning, and for all but editors: %s', async (kind) => {
    const [first, second] = [
      await aRecord(kind, { [kind.nameField]: aName('Refused') }),
      await aRecord(kind, { [kind.nameField]: aName('Target') }),
    ];
    const attempt = async (from: number, body: Body, options: RequestOptions = editor) => {
      const answer = await calendar.post(`${kind.path}/${from}/merge`, body, options);
      return [answer.status, answer.body.code, ...Object.keys((answer.body.data?.params as Body | undefined) ?? {})];
    };
    const notFound = [404, `rest-${kind.singular}-not-found`];
    expect(await attempt(first.id, { into: first.id })).toEqual([400, 'rest_invalid_param', 'into']);
    expect((await attempt(first.id, {}))[1]).toBe('rest_missing_callback_param');
    expect(await attempt(first.id, { into: 999_999 })).toEqual(notFound);
    expect(await attempt(999_999, { into: first.id })).toEqual(notFound);
    for (const as of ['contributor', 'author'] as const)
      expect(await attempt(first.id, { into: second.id }, { as })).toEqual([403, 'rest_forbidden']);
    expect(await attempt(first.id, { into: second.id }, {})).toEqual([401, 'rest_forbidden']);
    const stale = calendar
      .post(`${kind.path}/${first.id}/merge`, { into: second.id }, editor)
      .set('If-Match', '"99-x"');
    expect((await stale).status).toBe(412);
    if (!kind.isPublished) return;
    await calendar.delete(pathOf(kind, second), editor).expect(200);
    expect(await attempt(first.id, { into: second.id })).toEqual([410, `${kind.singular}-is-in-trash`]);
  });

  itEach(relatedResources, 'responds with the fields of `_fields`: %s', async (kind) => {
    const [first, second] = [
      await aRecord(kind, { [kind.nameField]: aName('Short') }),
      await aRecord(kind, { [kind.nameField]: aName('Shorter') }),
    ];
    const path = `${pathOf(kind, first)}/merge`;
    const wrong = await calendar.post(`${path}?_fields=identity`, { into: second.id }, editor);
    expect([wrong.status, Object.keys(wrong.body.data.params as Body)]).toEqual([400, ['_fields']]);
    const answer = await calendar.post(`${path}?_fields=id,slug`, { into: second.id }, editor);
    expect([answer.status, answer.body]).toEqual([200, { id: second.id, slug: second.slug }]);
  });

  itEach(relatedResources, 'takes the language in the body, and no other field: %s', async (kind) => {
    const [first, second] = [
      await inBoth(kind, aName('Spoken'), aName('Parlé')),
      await inBoth(kind, aName('Said'), aName('Dit')),
    ];
    const path = `${pathOf(kind, first)}/merge`;
    const unknown = await calendar.post(path, { into: second.id, force: true, translation_language: 'fr' }, editor);
    expect([unknown.status, unknown.body.data.params]).toEqual([400, { force: 'Ce champ n’existe pas.' }]);
    const answer = await calendar.post(path, { into: second.id, translation_language: 'fr' }, editor);
    expect([answer.status, answer.headers['content-language'], answer.body.language]).toEqual([200, 'fr', 'fr']);
  });

  it('moves the children of a category, and refuses one that is below it', async () => {
    const [top, second] = [await aCategory({ name: aName('Top') }), await aCategory({ name: aName('Heir') })];
    const child = await aCategory({ name: aName('Child'), parent: top.id });
    const grandchild = await aCategory({ name: aName('Grandchild'), parent: child.id });
    const below = await calendar.post(`/categories/${top.id}/merge`, { into: grandchild.id }, editor);
    expect([below.status, Object.keys(below.body.data.params as Body)]).toEqual([400, ['into']]);
    await calendar.post(`/categories/${top.id}/merge`, { into: second.id }, editor).expect(200);
    expect((await calendar.get(`/categories/${child.id}`)).body.parent).toBe(second.id);
    const up = await calendar.post(`/categories/${child.id}/merge`, { into: second.id }, editor);
    expect([up.status, (await calendar.get(`/categories/${grandchild.id}`)).body.parent]).toEqual([200, second.id]);
  });

  it.each(['merged', 'deleted'])('is a write of the children of a category that is %s', async (how) => {
    const admin: RequestOptions = { as: 'administrator' };
    const [top, heir] = [await aCategory({ name: aName('Parent') }), await aCategory({ name: aName('Heir') })];
    const removed = await aCategory({ name: aName('Removed'), parent: top.id });
    const child = await aCategory({ name: aName('Moved'), parent: removed.id });
    const path = `/categories/${child.id}`;
    if (how === 'deleted') await calendar.delete(`/categories/${removed.id}`, admin).expect(200);
    else await calendar.post(`/categories/${removed.id}/merge`, { into: heir.id }, admin).expect(200);
    const { body: account } = await calendar.get('/me', admin);
    const author = { id: account.id as number, name: account.name as string };
    const { body: moved } = await calendar.get(path, editor);
    expect([moved.parent, moved.modified_by]).toEqual([how === 'deleted' ? top.id : heir.id, author]);
    const { body } = await calendar.get(`${path}/revisions`, editor);
    expect(body.revisions).toMatchObject([{ change: 'updated', author, fields: ['parent'] }, { change: 'created' }]);
    const created = (body.revisions as { revision: number }[]).at(-1)!.revision;
    const restored = await calendar.post(`${path}/revisions/${created}/restore`, undefined, editor);
    // A merged parent is the one that stayed.
    const without = how === 'deleted' ? { parent: removed.id } : undefined;
    expect([restored.status, restored.body.parent, restored.body.restored_without]).toEqual([
      200,
      moved.parent,
      without,
    ]);
  });

  itEach(relatedPublished, 'leaves redirects alone whose slugs a draft has: %s', async (kind) => {
    const name = aName('Famous');
    const famous = await aRecord(kind, { [kind.nameField]: name });
    await calendar.patch(pathOf(kind, famous), { slug: `renamed-${famous.slug}` }, editor).expect(200);
    const draft = await aRecord(kind, { [kind.nameField]: name, status: 'draft' });
    expect(draft.slug).toBe(famous.slug);
    const second = await aRecord(kind, { [kind.nameField]: aName('Second') });
    await merge(kind, draft, second);
    const { status, headers } = await calendar.get(`${kind.path}/by-slug/${draft.slug}`);
    expect([status, headers.location]).toEqual([301, expect.stringContaining(`renamed-${famous.slug}`)]);
  });

  it('reaches the dates of a series, and the values that they follow', async () => {
    const [first, second] = [await aVenue({ venue: aName('Hall') }), await aVenue({ venue: aName('Arena') })];
    const series = await anEvent({ title: 'Merged series', venue: [first.id], recurrence: 'FREQ=DAILY;COUNT=3' });
    const third = await aVenue({ venue: aName('Elsewhere') });
    await calendar.patch(`/events/${series.id}?apply=this`, { venue: [third.id] }, editor).expect(200);
    await calendar.post(`/venues/${first.id}/merge`, { into: second.id }, editor).expect(200);
    await calendar.patch(`/events/${series.id}?apply=all`, { excerpt: 'Synchronized' }, editor).expect(200);
    const { body } = await calendar.get('/events?from=2027-06-01&search=Merged+series', editor);
    const venues = (body.events as (Body & { venue: ApiRecord[] })[]).map(({ venue }) => venue.map(({ id }) => id));
    expect(venues).toEqual([[third.id], [second.id], [second.id]]);
  });
});
