import { type Report } from '../src/commands/import/report.js';
import { importInto } from './support/importing.js';
import { type ApiRecord, makers } from './support/makers.js';
import { itEach, relatedPublished, relatedResources, relatedTerms, type RelatedResource } from './support/resources.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue, aCategory } = makers(() => calendar);

beforeAll(async () => (calendar = await TestCalendar.start()));
afterAll(() => calendar.stop());

type Body = Record<string, unknown>;

const editor: RequestOptions = { as: 'editor' };

let named = 0;
const aName = (word: string) => `${word} n${(named += 1)}`;
const a = (kind: RelatedResource, name: string, fields: Body = {}) =>
  aRecord(kind, { [kind.nameField]: name, ...fields });
/** What a body says to name a record. */
const input = (kind: RelatedResource, name: string) => (kind.isPublished ? { [kind.nameField]: name } : name);

async function merge(kind: RelatedResource, from: { id: number }, into: { id: number }): Promise<void> {
  const { status, body } = await calendar.post(`${kind.path}/${from.id}/merge`, { into: into.id }, editor);
  expect([status, body.message]).toEqual([200, undefined]);
}

/** The ids that a new event is related to, which names records. */
async function meant(kind: RelatedResource, given: unknown, as: RequestOptions['as'] = 'editor'): Promise<number[]> {
  const event = await anEvent({ [kind.field]: [given], status: as === 'contributor' ? 'draft' : 'publish' }, { as });
  return (event[kind.field] as unknown as ApiRecord[]).map(({ id }) => id);
}

const told = (report: Report) => ({
  refused: report.refused.map(({ title }) => title),
  ...Object.fromEntries((['created', 'updated', 'unchanged'] as const).map((key) => [key, report.countEvents(key)])),
});

/** An iCalendar file of events with a UID, a place, categories and an organizer. */
const ics = (...events: readonly (readonly [uid: string, place: string, category?: string, organizer?: string])[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//test//EN'],
    ...events.flatMap(([uid, place, category, organizer], day) => [
      ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:Import ${uid}`],
      `DTSTART;TZID=America/Toronto:202707${String(day + 10)}T190000`,
      `DTEND;TZID=America/Toronto:202707${String(day + 10)}T210000`,
      `LOCATION:${place}`,
      ...(category ? [`CATEGORIES:${category}`] : []),
      ...(organizer ? [`ORGANIZER;CN=${organizer}:mailto:club@example.org`] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

/** The events of an import by the ends of their titles. */
async function imported(uid: string): Promise<Body> {
  const { body } = await calendar.get(`/events?from=2027-01-01&search="Import ${uid}"`, editor);
  expect(body.total).toBe(1);
  return (body.events as Body[])[0]!;
}

const ids = (records: unknown) => (records as ApiRecord[]).map(({ id }) => id);

describe('the name of a merged record', () => {
  itEach(relatedResources, 'means the one that stays, of a chain the last: %s', async (kind) => {
    const [one, two, three] = [aName('Chain one'), aName('Chain two'), aName('Chain three')];
    const [first, second, third] = [await a(kind, one), await a(kind, two), await a(kind, three)];
    await merge(kind, first, second);
    expect(await meant(kind, input(kind, one))).toEqual([second.id]);
    await merge(kind, second, third);
    expect(await meant(kind, input(kind, one))).toEqual([third.id]);
    expect(await meant(kind, input(kind, two))).toEqual([third.id]);
    const { body } = await calendar.get(`${kind.path}?search="${one}"&hide_empty=false`, editor);
    expect(body.total).toBe(0);
  });

  itEach(relatedResources, 'means it in both languages: %s', async (kind) => {
    const [en, fr] = [aName('Old mill'), aName('Vieux moulin')];
    const translations = { en: { [kind.nameField]: en }, fr: { [kind.nameField]: fr } };
    const first = await aRecord(kind, { [kind.nameField]: undefined, translations });
    const second = await a(kind, aName('Mill'));
    await merge(kind, first, second);
    expect([await meant(kind, input(kind, en)), await meant(kind, input(kind, fr))]).toEqual([
      [second.id],
      [second.id],
    ]);
  });

  itEach(relatedResources, 'means a record of this name as soon as there is one: %s', async (kind) => {
    const name = aName('Again');
    const [first, second] = [await a(kind, name), await a(kind, aName('Other'))];
    await merge(kind, first, second);
    const again = await a(kind, name);
    expect(await meant(kind, input(kind, name))).toEqual([again.id]);
  });

  itEach(relatedTerms, 'is no new term for those who may not create one, nor is its slug: %s', async (kind) => {
    const name = aName('Ateliers d’été');
    const [first, second] = [await a(kind, name), await a(kind, aName('Workshops'))];
    await merge(kind, first, second);
    for (const given of [name, name.toUpperCase(), first.slug])
      expect(await meant(kind, given, 'contributor')).toEqual([second.id]);
    await calendar.delete(`${kind.path}/${second.id}`, { as: 'administrator' }).expect(200);
    const refused = await calendar.patch(
      `/events/${(await anEvent({ status: 'draft' }, { as: 'contributor' })).id}`,
      { [kind.field]: [name] },
      { as: 'contributor' },
    );
    expect([refused.status, Object.keys(refused.body.data.params as Body)]).toEqual([400, [kind.field]]);
  });

  itEach(
    relatedPublished,
    'counts for nothing where the one that stays is in the trash or not readable: %s',
    async (kind) => {
      const [name, stays] = [aName('Hidden'), aName('Private')];
      const [first, second] = [await a(kind, name), await a(kind, stays, { status: 'private' })];
      await merge(kind, first, second);
      const [own] = await meant(kind, input(kind, name), 'contributor');
      expect([first.id, second.id]).not.toContain(own);
      await calendar.delete(`${kind.path}/${own}?force=true`, { as: 'administrator' }).expect(200);
      expect(await meant(kind, input(kind, name))).toEqual([second.id]);
      await calendar.delete(`${kind.path}/${second.id}`, editor).expect(200);
      const [fresh] = await meant(kind, input(kind, name));
      expect([first.id, second.id, own]).not.toContain(fresh);
    },
  );

  itEach(
    relatedPublished,
    'leads on when the merged record is deleted for good, not when the other one is: %s',
    async (kind) => {
      const name = aName('Deleted');
      const [first, second] = [await a(kind, name), await a(kind, aName('Survivor'))];
      await merge(kind, first, second);
      await calendar.delete(`${kind.path}/${first.id}?force=true`, { as: 'administrator' }).expect(200);
      expect(await meant(kind, input(kind, name))).toEqual([second.id]);
      await calendar.delete(`${kind.path}/${second.id}?force=true`, { as: 'administrator' }).expect(200);
      expect(await meant(kind, input(kind, name))).not.toEqual([second.id]);
    },
  );

  it('means the venue in the city that the merged one had', async () => {
    const name = aName('Bibliothèque');
    const [magog, laval] = [await aVenue({ venue: name, city: 'Magog' }), await aVenue({ venue: name, city: 'Laval' })];
    const [ofMagog, ofLaval] = [
      await aVenue({ venue: aName('Memphrémagog') }),
      await aVenue({ venue: aName('Multi') }),
    ];
    const kind = relatedPublished.find(({ plural }) => plural === 'venues');
    if (!kind) return;
    await merge(kind, magog, ofMagog);
    await merge(kind, laval, ofLaval);
    expect(await meant(kind, { venue: name, city: 'Magog' })).toEqual([ofMagog.id]);
    expect(await meant(kind, { venue: name, city: 'Laval' })).toEqual([ofLaval.id]);
    expect([ofMagog.id, ofLaval.id]).not.toContain((await meant(kind, { venue: name, city: 'Québec' }))[0]);
  });
});

describe('a restored revision', () => {
  itEach(relatedResources, 'has the record that stayed, once: %s', async (kind) => {
    const [first, second, third] = [
      await a(kind, aName('Merged link')),
      await a(kind, aName('Kept link')),
      await a(kind, aName('Last link')),
    ];
    const event = await anEvent({ [kind.field]: [first.id, second.id] });
    await calendar.patch(`/events/${event.id}`, { [kind.field]: [] }, editor).expect(200);
    await merge(kind, first, second);
    await merge(kind, second, third);
    const { body } = await calendar.get(`/events/${event.id}/revisions`, editor);
    const { revision } = (body.revisions as { revision: number }[]).at(-1)!;
    const restored = await calendar.post(`/events/${event.id}/revisions/${revision}/restore`, undefined, editor);
    expect([restored.status, ids(restored.body[kind.field]), restored.body.restored_without]).toEqual([
      200,
      [third.id],
      undefined,
    ]);
  });
});

describe('a revision restored by an author', () => {
  itEach(relatedPublished, 'has the record that stayed, if the author may read it: %s', async (kind) => {
    const author: RequestOptions = { as: 'author' };
    const [first, second] = [await a(kind, aName('Of others')), await a(kind, aName('Of others'))];
    const event = await anEvent({ [kind.field]: [first.id] }, author);
    await calendar.patch(`/events/${event.id}`, { [kind.field]: [] }, author).expect(200);
    await merge(kind, first, second);
    const { body } = await calendar.get(`/events/${event.id}/revisions`, author);
    const { revision } = (body.revisions as { revision: number }[]).at(-1)!;
    const restored = async () => {
      const answer = await calendar.post(`/events/${event.id}/revisions/${revision}/restore`, undefined, author);
      expect(answer.status).toBe(200);
      return ids(answer.body[kind.field]);
    };
    expect(await restored()).toEqual([second.id]);
    await calendar.patch(`/events/${event.id}`, { [kind.field]: [] }, author).expect(200);
    await calendar.patch(`${kind.path}/${second.id}`, { status: 'private' }, editor).expect(200);
    expect(await restored()).toEqual([]);
  });
});

describe('a restored category', () => {
  it('is not its own parent, where its parent was merged into it', async () => {
    const [name, parent] = [aName('Was below'), await aCategory({ name: aName('Above') })];
    const category = await aCategory({ name, parent: parent.id });
    await calendar.patch(`/categories/${category.id}`, { parent: 0, name: aName('Renamed') }, editor).expect(200);
    await calendar.post(`/categories/${parent.id}/merge`, { into: category.id }, editor).expect(200);
    const { body } = await calendar.get(`/categories/${category.id}/revisions`, editor);
    const { revision } = (body.revisions as { revision: number }[]).at(-1)!;
    const path = `/categories/${category.id}/revisions/${revision}/restore`;
    const { status, body: restored } = await calendar.post(path, undefined, editor);
    expect([status, restored]).toEqual([
      200,
      expect.objectContaining({ name, parent: 0, restored_without: { parent: parent.id } }),
    ]);
  });
});

describe('an import after a merge', () => {
  it('leaves merged records as they are', async () => {
    const [hall, laHall] = [aName('Salle des Pins'), aName('La Salle des Pins')];
    const [one, many] = [aName('Atelier jardin'), aName('Ateliers de jardin')];
    const [club, theClub] = [aName('Club Vert'), aName('Le Club Vert')];
    const [uid, other] = [aName('mg'), aName('mg')];
    const file = ics([uid, hall, one, club], [other, laHall, many, theClub]);
    expect(told(await importInto(calendar, file))).toEqual({ refused: [], created: 2, updated: 0, unchanged: 0 });
    const [first, second] = [await imported(uid), await imported(other)];
    const to = (field: string, event: Body) => (event[field] as ApiRecord[])[0]!;
    for (const [field, kind] of [
      ['venue', 'venues'],
      ['organizer', 'organizers'],
      ['categories', 'categories'],
    ] as const) {
      const into = to(field, first);
      await calendar.post(`/${kind}/${to(field, second).id}/merge`, { into: into.id }, editor).expect(200);
    }
    expect(told(await importInto(calendar, file))).toEqual({ refused: [], created: 0, updated: 0, unchanged: 2 });
    const after = await imported(other);
    for (const field of ['venue', 'organizer', 'categories']) expect(ids(after[field])).toEqual(ids(first[field]));
    // A new event of the file means the records that stayed, too.
    const [third, changed] = [aName('mg'), ics([uid, hall, one, club], [other, laHall, many, theClub])];
    const longer = changed.replace(
      'END:VCALENDAR',
      ics([third, laHall, many, theClub]).split('\r\n').slice(3).join('\r\n'),
    );
    expect(told(await importInto(calendar, longer))).toMatchObject({ created: 1, updated: 0, unchanged: 2 });
    for (const field of ['venue', 'organizer', 'categories'])
      expect(ids((await imported(third))[field])).toEqual(ids(first[field]));
  });

  it('of a table leaves merged venues, categories and tags as they are', async () => {
    const [hall, category, tag] = [aName('Gymnase'), aName('Sports'), aName('dehors')];
    const uid = aName('csv');
    const table = `title;start_date;venue;categories;tags\nImport ${uid};2027-07-20 10:00;${hall};${category};${tag}\n`;
    expect(told(await importInto(calendar, table))).toMatchObject({ refused: [], created: 1 });
    const event = await imported(uid);
    const survivors = {
      venue: await aVenue({ venue: aName('Aréna') }),
      categories: await aCategory({ name: aName('Loisirs') }),
    };
    await calendar.post(`/venues/${ids(event.venue)[0]}/merge`, { into: survivors.venue.id }, editor).expect(200);
    await calendar
      .post(`/categories/${ids(event.categories)[0]}/merge`, { into: survivors.categories.id }, editor)
      .expect(200);
    expect(told(await importInto(calendar, table))).toEqual({ refused: [], created: 0, updated: 0, unchanged: 1 });
    const again = await imported(uid);
    expect([ids(again.venue), ids(again.categories)]).toEqual([[survivors.venue.id], [survivors.categories.id]]);
  });
});

describe('names in imports', () => {
  it.each([
    ['L’Église Saint-Jean', "L'église  Saint‑Jean"],
    ["Maison d'Anjou - Nord", 'MAISON D’ANJOU – NORD'],
    ['Parc de l´Ouest', 'Parc   de lʼouest'],
  ])('mean one venue and one organizer: %s and %s', async (one, other) => {
    const [number, uid, second] = [aName(''), aName('al'), aName('al')];
    const names = [one, other].map((name) => `${name}${number}`) as [string, string];
    await importInto(calendar, ics([uid, names[0], undefined, names[0]], [second, names[1], undefined, names[1]]));
    const [first, last] = [await imported(uid), await imported(second)];
    expect([ids(last.venue), ids(last.organizer)]).toEqual([ids(first.venue), ids(first.organizer)]);
    // Other writes compare names exactly.
    const exact = await anEvent({ venue: [{ venue: names[1] }] });
    expect(ids(exact.venue)).not.toEqual(ids(first.venue));
  });

  it('that differ in a letter, an accent or a hyphen are different venues', async () => {
    const [number, uids] = [aName(''), [aName('df'), aName('df'), aName('df')]];
    const names = ['Salle Émile-Nelligan', 'Salle Emile-Nelligan', 'Salle Émile Nelligan'];
    await importInto(calendar, ics(...uids.map((uid, at) => [uid, `${names[at]!}${number}`] as const)));
    const venues = await Promise.all(uids.map(async (uid) => ids((await imported(uid)).venue)[0]));
    expect(new Set(venues).size).toBe(3);
  });

  it('prefer the record that is written in the same way', async () => {
    const [plain, typographic] = ["L'Anse", 'L’Anse'].map((name) => `${name}${named}`);
    const [first, second] = [await aVenue({ venue: plain }), await aVenue({ venue: typographic })];
    const [uid, other] = [aName('wr'), aName('wr')];
    await importInto(calendar, ics([uid, plain!], [other, typographic!]));
    expect([ids((await imported(uid)).venue), ids((await imported(other)).venue)]).toEqual([[first.id], [second.id]]);
  });
});

describe('children of merged categories', () => {
  it('are no two of one name: nothing is written', async () => {
    const [first, second] = [await aCategory({ name: aName('Arts') }), await aCategory({ name: aName('Culture') })];
    const name = aName('Théâtre');
    const child = await aCategory({ name, parent: first.id });
    const other = await aCategory({ name: name.toUpperCase(), parent: second.id });
    const event = await anEvent({ categories: [first.id] });
    const before = await calendar.get(`/categories/${child.id}`, editor);
    const { status, body } = await calendar.post(`/categories/${first.id}/merge`, { into: second.id }, editor);
    expect([status, body.code, body.data.term_id, body.data.term_ids]).toEqual([
      409,
      'term_exists',
      other.id,
      [child.id, other.id],
    ]);
    expect(body.message).toMatch(new RegExp(`${child.id}.*${other.id}`));
    expect((await calendar.get(`/categories/${child.id}`, editor)).body).toEqual(before.body);
    expect(ids((await calendar.get(`/events/${event.id}`)).body.categories)).toEqual([first.id]);
    const french = await calendar.post(
      `/categories/${first.id}/merge`,
      { into: second.id, translation_language: 'fr' },
      editor,
    );
    expect(french.body.message).toContain('Fusionnez');
    // The way out that the message names.
    await calendar.post(`/categories/${child.id}/merge`, { into: other.id }, editor).expect(200);
    await calendar.post(`/categories/${first.id}/merge`, { into: second.id }, editor).expect(200);
  });

  it('are compared in each language', async () => {
    const [first, second] = [await aCategory({ name: aName('Arts') }), await aCategory({ name: aName('Culture') })];
    const [dance, danse] = [aName('Dance'), aName('Danse')];
    const inBoth = (en: string, fr: string, parent: number) =>
      aCategory({ name: undefined, parent, translations: { en: { name: en }, fr: { name: fr } } });
    const child = await inBoth(dance, danse, first.id);
    const other = await inBoth(aName('Ballet'), danse, second.id);
    const { status, body } = await calendar.post(`/categories/${first.id}/merge`, { into: second.id }, editor);
    expect([status, body.data.term_ids]).toEqual([409, [child.id, other.id]]);
  });

  it('may have the name of the category that is merged', async () => {
    const second = await aCategory({ name: aName('Music') });
    const name = aName('Jazz');
    const first = await aCategory({ name, parent: second.id });
    const child = await aCategory({ name, parent: first.id });
    await calendar.post(`/categories/${first.id}/merge`, { into: second.id }, editor).expect(200);
    expect((await calendar.get(`/categories/${child.id}`)).body.parent).toBe(second.id);
  });
});
