import { setTimeout as sleep } from 'node:timers/promises';
import { type Role } from '../src/http/role.js';
import {
  allResources,
  describeEach,
  itEach,
  resourceOf,
  relatedResources,
  type RelatedResource,
  relatedPublished,
  publishedResources,
  type TestedResource,
} from './support/resources.js';
import { makers } from './support/makers.js';
import { pause } from './support/process-time.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { aRecord, anEvent, aVenue, aCategory } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const EVENTS = resourceOf('events');
/** The resources whose records count the events that name them. */
const COUNTED = relatedResources.filter(({ definition }) => definition.relation?.isCounted);

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

const create = (kind: TestedResource, fields: object, as: Role) =>
  calendar.post(kind.path, { ...kind.minimalBody, ...fields }, { as });

/** A created record, with the fields of its response. */
async function made(kind: TestedResource, fields: object = {}, as: Role = 'administrator') {
  const { body } = await create(kind, fields, as).expect(201);
  return { ...body, path: `${kind.path}/${body.id}`, slugPath: `${kind.path}/by-slug/${body.slug}` } as {
    id: number;
    slug: string;
    status: string;
    path: string;
    slugPath: string;
  };
}

const statusOf = async (path: string) => (await calendar.get(path, { as: 'administrator' })).body.status as string;

/** Date and time in UTC as the service writes them. */
const utc = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

const idsOf = async (path: string, as?: Role): Promise<number[]> => {
  const { body } = await calendar.get(path, as ? { as } : {}).expect(200);
  const list = allResources.flatMap(({ plural }) => (body[plural] ?? []) as { id: number }[]);
  return list.map(({ id }) => id);
};

describeEach(publishedResources, 'the status of new %s', (kind) => {
  it.each(['author', 'editor', 'administrator'] as const)('is publish for an %s, or any requested one', async (as) => {
    expect((await made(kind, {}, as)).status).toBe('publish');
    for (const status of STATUSES) {
      const expected = status === 'future' ? 'publish' : status;
      expect([status, (await made(kind, { status }, as)).status]).toEqual([status, expected]);
    }
  });

  it('is draft for a contributor, or pending; other statuses are refused and nothing is stored', async () => {
    expect((await made(kind, {}, 'contributor')).status).toBe('draft');
    for (const status of ['draft', 'pending'])
      expect((await made(kind, { status }, 'contributor')).status).toBe(status);
    const before = (await calendar.get(`${kind.path}?status=any&from=2000-01-01`, { as: 'editor' })).body.total;
    for (const status of ['publish', 'future', 'private']) {
      const answer = await create(kind, { status }, 'contributor');
      expect([status, answer.status, answer.body.code]).toEqual([status, 403, 'rest_forbidden']);
    }
    expect((await calendar.get(`${kind.path}?status=any&from=2000-01-01`, { as: 'editor' })).body.total).toBe(before);
  });

  it('is refused as trash, and if the status is unknown', async () => {
    for (const status of ['trash', 'published', 'any', 1, ['publish', 'draft'], {}]) {
      const answer = await create(kind, { status }, 'editor');
      expect([status, answer.status, Object.keys(answer.body.data?.params ?? {})]).toEqual([status, 400, ['status']]);
    }
  });

  it('is the default if null or "" is sent', async () => {
    for (const status of [null, '']) {
      expect((await made(kind, { status }, 'contributor')).status).toBe('draft');
      expect((await made(kind, { status }, 'author')).status).toBe('publish');
    }
  });

  it('is refused with a reason for callers who may not set it', async () => {
    const english = await create(kind, { status: 'publish' }, 'contributor');
    const french = await calendar.post(
      kind.path,
      { ...kind.minimalBody, status: 'publish' },
      { as: 'contributor', language: 'fr' },
    );
    expect(french.status).toBe(403);
    expect(french.body.message).not.toBe(english.body.message);
  });
});

describeEach(publishedResources, 'the status of %s that exist', (kind) => {
  it('can be changed by authors to any other, for their own records', async () => {
    const { path } = await made(kind, {}, 'author');
    for (const status of ['draft', 'pending', 'private', 'publish', 'draft', 'publish']) {
      const answer = await calendar.patch(path, { status }, { as: 'author' }).expect(200);
      expect(answer.body.status).toBe(status);
    }
  });

  it('can be changed by contributors between draft and pending only', async () => {
    const { path } = await made(kind, {}, 'contributor');
    await calendar.patch(path, { status: 'pending' }, { as: 'contributor' }).expect(200);
    await calendar.patch(path, { status: 'draft' }, { as: 'contributor' }).expect(200);
    for (const status of ['publish', 'future', 'private'])
      await calendar.patch(path, { status }, { as: 'contributor' }).expect(403);
    expect(await statusOf(path)).toBe('draft');
  });

  it('cannot be changed by a contributor once a record was published or scheduled', async () => {
    for (const fields of [{ status: 'publish' }, { status: 'publish', date: '2099-01-01' }]) {
      const { path } = await made(kind, {}, 'contributor');
      await calendar.patch(path, fields, { as: 'editor' }).expect(200);
      await calendar.patch(path, { status: 'draft', date: '2020-01-01' }, { as: 'editor' }).expect(200);
      await calendar.get(path, { as: 'contributor' }).expect(200);
      await calendar.patch(path, kind.change, { as: 'contributor' }).expect(403);
      await calendar.delete(path, { as: 'contributor' }).expect(403);
    }
  });

  it('stays if null, "" or nothing is sent', async () => {
    const { path } = await made(kind, { status: 'private' });
    for (const status of [null, '', undefined]) {
      const body = { ...kind.change, status };
      expect((await calendar.patch(path, body, { as: 'editor' }).expect(200)).body.status).toBe('private');
    }
  });

  it('never becomes trash by an update', async () => {
    const { path } = await made(kind);
    expect((await calendar.patch(path, { status: 'trash' }, { as: 'editor' })).status).toBe(400);
  });
});

describe('a publication date', () => {
  it('in the future turns publish into future; without one, future becomes publish', async () => {
    for (const kind of publishedResources) {
      for (const fields of [{ date: '2099-01-01' }, { date_utc: '2099-01-01 12:00' }]) {
        const scheduled = await made(kind, { status: 'publish', ...fields });
        expect(scheduled.status).toBe('future');
        await calendar.get(scheduled.path).expect(404);
        await calendar.get(scheduled.slugPath).expect(404);
      }
      expect((await made(kind, { date: '2099-01-01' }, 'author')).status).toBe('future');
      const published = await made(kind, { status: 'future', date: '2020-01-01' });
      expect(published.status).toBe('publish');
      await calendar.get(published.path).expect(200);
    }
  });

  it('does not change a draft until that is published', async () => {
    const { path, status } = await made(EVENTS, { status: 'draft', date: '2099-01-01' });
    expect(status).toBe('draft');
    expect((await calendar.patch(path, { status: 'publish' }, { as: 'editor' })).body.status).toBe('future');
  });

  it('hides a public record, and publishes it', async () => {
    const { path } = await made(EVENTS);
    expect((await calendar.patch(path, { date: '2099-01-01' }, { as: 'editor' })).body.status).toBe('future');
    await calendar.get(path).expect(404);
    expect((await calendar.patch(path, { date: '2020-01-01' }, { as: 'editor' })).body.status).toBe('publish');
    await calendar.get(path).expect(200);
  });
});

describe('a scheduled record', () => {
  it('is published within a second of its date: in lists, alone, by slug, in counts, inside events and as a link', async () => {
    const counting = await Promise.all(
      COUNTED.map(async (kind) => ({ kind, id: (await aRecord(kind, { [kind.nameField]: 'Scheduled' })).id })),
    );
    const hall = await aVenue({ venue: 'Of the scheduled event' });
    const date_utc = utc(Date.now() + 3000);
    const due = new Date(`${date_utc.replace(' ', 'T')}Z`).getTime();
    const linked = await Promise.all(
      relatedPublished.map(async (kind) => ({
        kind,
        id: (await aRecord(kind, { [kind.nameField]: 'Scheduled', date_utc })).id,
      })),
    );
    const links = (some: typeof linked) => Object.fromEntries(some.map(({ kind, id }) => [kind.field, [id]]));
    const event = await anEvent({ title: 'Scheduled', date_utc, ...links(counting), venue: hall.id });
    const hub = await anEvent({ title: 'Hub', ...links(linked) });
    const published = [{ kind: EVENTS, id: event.id }, ...linked];
    const each = async <T>(look: (record: { kind: TestedResource; id: number }) => Promise<T>, some = published) => {
      const looks: T[] = [];
      for (const record of some) looks.push(await look(record));
      return looks;
    };
    const look = async () => {
      const get = async (path: string) => (await calendar.get(path)).status;
      const { body: shown } = await calendar.get(`/events/${hub.id}`);
      return {
        alone: await each(({ kind, id }) => get(`${kind.path}/${id}`)),
        bySlug: await each(({ kind }) => get(`${kind.path}/by-slug/scheduled`)),
        listed: await each(async ({ kind, id }) => {
          const window = kind === EVENTS ? '&from=2000-01-01' : '';
          return (await idsOf(`${kind.path}?include=${id}${window}`)).length;
        }),
        found: (await idsOf('/events?search=scheduled&from=2000-01-01')).length,
        hasEvents: (await idsOf(`/venues?has_events=true&include=${hall.id}`)).length,
        embedded: linked.map(({ kind }) => shown[kind.field].length as number),
        counts: await each(
          async ({ kind, id }) => (await calendar.get(`${kind.path}/${id}`)).body.count as number,
          counting,
        ),
        nonEmpty: await each(async ({ kind, id }) => (await idsOf(`${kind.path}?include=${id}`)).length, counting),
      };
    };
    const expected = (status: number, number: number) => ({
      ...{
        alone: published.map(() => status),
        bySlug: published.map(() => status),
        listed: published.map(() => number),
      },
      ...{ found: number, hasEvents: number, embedded: linked.map(() => number) },
      ...{ counts: counting.map(() => number), nonEmpty: counting.map(() => number) },
    });
    const before = await look();
    if (Date.now() < due) expect(before).toEqual(expected(404, 0));
    // Caches expire when it is published; the publisher reads twice a second.
    await sleep(700);
    const [, maxAge] = /max-age=(\d+)/.exec((await calendar.get('/events')).headers['cache-control'] as string) ?? [];
    if (Date.now() < due) expect(Number(maxAge)).toBeLessThan(4);
    await sleep(due - Date.now());
    await pause(1000);
    expect(await look()).toEqual(expected(200, 1));
    expect((await calendar.get(`/events/${event.id}`)).body.status).toBe('publish');
  });

  it('is not published in the trash', async () => {
    const { path } = await made(EVENTS, { date_utc: utc(Date.now() + 1000) });
    await calendar.delete(path, { as: 'editor' }).expect(200);
    await sleep(2000);
    await calendar.get(path).expect(404);
    expect((await calendar.patch(path, { status: 'future' }, { as: 'editor' })).body.status).toBe('publish');
  });
});

describe('the author', () => {
  const accountOf = async (as: Role) => (await calendar.get('/me', { as })).body.id as number;

  it('is the caller; only editors may name another account', async () => {
    const [editor, author] = [await accountOf('editor'), await accountOf('author')];
    for (const kind of publishedResources) {
      expect((await create(kind, {}, 'author')).body.author).toBe(author);
      expect((await create(kind, { author }, 'author')).body.author).toBe(author);
      expect((await create(kind, { author }, 'editor')).body.author).toBe(author);
      for (const as of ['contributor', 'author'] as const) {
        for (const other of [editor, 999_999]) {
          const answer = await create(kind, { author: other }, as);
          expect([as, other, answer.status, answer.body.code]).toEqual([as, other, 403, 'rest_forbidden']);
        }
      }
    }
  });

  it('is an existing account', async () => {
    for (const author of [999_999, 0, -1, 'nobody', 1.5]) {
      const answer = await create(EVENTS, { author }, 'editor');
      expect([author, answer.status, Object.keys(answer.body.data.params)]).toEqual([author, 400, ['author']]);
    }
  });

  it('stays if null is sent, and a change moves the rights', async () => {
    const contributor = await accountOf('contributor');
    const { path } = await made(EVENTS, { status: 'draft' }, 'author');
    await calendar.patch(path, { author: null }, { as: 'author' }).expect(200);
    await calendar.patch(path, { author: contributor }, { as: 'author' }).expect(403);
    await calendar.patch(path, { author: contributor }, { as: 'editor' }).expect(200);
    await calendar.patch(path, { title: 'Mine' }, { as: 'author' }).expect(404);
    await calendar.patch(path, { title: 'Mine' }, { as: 'contributor' }).expect(200);
  });

  it('stays if an editor changes the record', async () => {
    const { path } = await made(EVENTS, {}, 'author');
    const { body } = await calendar.patch(path, { title: 'Corrected' }, { as: 'editor' }).expect(200);
    expect(body.author).toBe(await accountOf('author'));
  });
});

describeEach(publishedResources, 'the trash of %s', (kind) => {
  const { nameField: name, singular } = kind;

  it('trashes public records: 410 for the public, still readable for callers who may edit them', async () => {
    const { id, path, slugPath } = await made(kind, { [name]: 'Once public' }, 'author');
    const deleted = await calendar.delete(path, { as: 'author' }).expect(200);
    expect(deleted.body).toMatchObject({ id, status: 'trash' });
    for (const address of [path, slugPath]) {
      for (const as of [undefined, 'reader', 'contributor'] as const) {
        const gone = await calendar.get(address, as ? { as } : {});
        expect([gone.status, gone.body.code]).toEqual([410, `${singular}-no-longer-available`]);
      }
      for (const as of ['author', 'editor'] as const)
        expect((await calendar.get(address, { as }).expect(200)).body.status).toBe('trash');
    }
    const list = `${kind.path}?include=${id}`;
    expect(await idsOf(list)).toEqual([]);
    expect(await idsOf(`${list}&status=any`, 'editor')).toEqual([]);
    for (const as of ['author', 'editor'] as const) expect(await idsOf(`${list}&status=trash`, as)).toEqual([id]);
    expect(await idsOf(`${list}&status=trash`, 'contributor')).toEqual([]);
  });

  it('hides records that were never public', async () => {
    const { path, slugPath } = await made(kind, { [name]: 'Never public', status: 'draft' });
    await calendar.delete(path, { as: 'editor' }).expect(200);
    for (const address of [path, slugPath]) {
      const hidden = await calendar.get(address);
      expect([hidden.status, hidden.body.code]).toEqual([404, `rest-${singular}-not-found`]);
    }
  });

  it('refuses to trash a record twice, and to change a trashed one except by restoring it', async () => {
    const { path, slugPath } = await made(kind);
    await calendar.delete(path, { as: 'editor' }).expect(200);
    for (const address of [path, slugPath]) {
      const again = await calendar.delete(address, { as: 'editor' });
      expect([again.status, again.body.code]).toEqual([410, `${singular}-is-in-trash`]);
      for (const body of [{}, { [name]: 'Changed' }, { status: null }, { status: '' }]) {
        const update = await calendar.patch(address, body, { as: 'editor' });
        expect([update.status, update.body.code]).toEqual([410, `${singular}-is-in-trash`]);
      }
      expect((await calendar.patch(address, { status: 'trash' }, { as: 'editor' })).status).toBe(400);
    }
    const { body } = await calendar
      .patch(path, { status: 'publish', [name]: 'Back again' }, { as: 'editor' })
      .expect(200);
    expect(body).toMatchObject({ status: 'publish', [name]: 'Back again' });
    expect((await calendar.get(slugPath).expect(200)).body[name]).toBe('Back again');
  });

  it('returns records to contributors with the rights that they had', async () => {
    const { path } = await made(kind, {}, 'contributor');
    await calendar.delete(path, { as: 'contributor' }).expect(200);
    await calendar.patch(path, { status: 'publish' }, { as: 'contributor' }).expect(403);
    expect(await statusOf(path)).toBe('trash');
    const { body } = await calendar.patch(path, { status: 'pending' }, { as: 'contributor' }).expect(200);
    expect(body.status).toBe('pending');
  });

  it('keeps slugs taken until the record is deleted permanently', async () => {
    const { id, path, slug } = await made(kind, { [name]: `Taken ${kind.plural}` });
    await calendar.delete(path, { as: 'editor' }).expect(200);
    expect((await made(kind, { [name]: `Taken ${kind.plural}` })).slug).toBe(`${slug}-2`);
    expect((await made(kind, { slug })).slug).toBe(`${slug}-3`);
    await calendar.delete(`${path}?force=true`, { as: 'editor' }).expect(200);
    await calendar.get(path).expect(404);
    await calendar.get(path, { as: 'editor' }).expect(404);
    expect(await idsOf(`${kind.path}?status=any,trash&include=${id}`, 'editor')).toEqual([]);
    expect((await made(kind, { slug })).slug).toBe(slug);
  });

  it('is skipped with force, which is for editors', async () => {
    const { path, slugPath } = await made(kind, {}, 'author');
    await calendar.delete(`${path}?force=true`, { as: 'author' }).expect(403);
    await calendar.delete(`${kind.path}/999999?force=true`, { as: 'author' }).expect(403);
    await calendar.delete(`${kind.path}/999999?force=true`, { as: 'editor' }).expect(404);
    expect((await calendar.delete(`${path}?force=maybe`, { as: 'editor' })).status).toBe(400);
    expect(await statusOf(path)).toBe('publish');
    await calendar.delete(`${slugPath}?force=1`, { as: 'editor' }).expect(200);
    for (const address of [path, slugPath]) await calendar.get(address).expect(404);
    await calendar.delete(path, { as: 'editor' }).expect(404);
  });
});

describe('related records of a deleted record', () => {
  it('children lose a parent that is deleted permanently; while it is in the trash, it is not shown', async () => {
    const parent = await anEvent({ title: 'Parent' });
    const child = await anEvent({ title: 'Child', post_parent: parent.id });
    const parentOf = async () => (await calendar.get(`/events/${child.id}`).expect(200)).body.post_parent;
    expect(await parentOf()).toBe(parent.id);
    await calendar.delete(`/events/${parent.id}`, { as: 'editor' }).expect(200);
    expect(await parentOf()).toBeNull();
    expect((await calendar.get(`/events?post_parent=${parent.id}`)).status).toBe(400);
    await calendar.patch(`/events/${parent.id}`, { status: 'publish' }, { as: 'editor' }).expect(200);
    expect(await parentOf()).toBe(parent.id);
    await calendar.delete(`/events/${parent.id}?force=true`, { as: 'editor' }).expect(200);
    expect(await parentOf()).toBeNull();
    expect((await calendar.get(`/events/${child.id}`, { as: 'editor' })).body.post_parent).toBeNull();
  });

  it('a parent is shown to callers who may read it', async () => {
    const parent = await anEvent({ status: 'draft' }, { as: 'author' });
    const child = await anEvent({ post_parent: parent.id });
    const seen = async (as?: Role) => (await calendar.get(`/events/${child.id}`, as ? { as } : {})).body.post_parent;
    for (const as of [undefined, 'reader', 'contributor'] as const) expect([as, await seen(as)]).toEqual([as, null]);
    for (const as of ['author', 'editor'] as const) expect([as, await seen(as)]).toEqual([as, parent.id]);
  });

  itEach(relatedPublished, 'links to %s go with them and come back with them', async (kind) => {
    const { field } = kind;
    const [first, second] = [await aRecord(kind), await aRecord(kind)];
    const event = await anEvent({ [field]: [first.id, second.id] });
    const linked = async (as?: Role) => {
      const { body } = await calendar.get(`/events/${event.id}`, as ? { as } : {}).expect(200);
      return (body[field] as { id: number }[]).map(({ id }) => id);
    };
    const path = `${kind.path}/${first.id}`;
    await calendar.delete(path, { as: 'editor' }).expect(200);
    expect(await linked()).toEqual([second.id]);
    expect(await linked('editor')).toEqual([second.id]);
    expect(await idsOf(`${kind.path}?event=${event.id}`)).toEqual([second.id]);
    expect((await calendar.get(`/events?${field}=${first.id}`)).status).toBe(400);
    expect((await calendar.patch(`/events/${event.id}`, { [field]: [first.id] }, { as: 'editor' })).status).toBe(400);
    await calendar.patch(path, { status: 'publish' }, { as: 'editor' }).expect(200);
    expect(await linked()).toEqual([first.id, second.id]);
    expect(await idsOf(`/events?from=2000-01-01&${field}=${first.id}`)).toEqual([event.id]);
    await calendar.delete(`${path}?force=true`, { as: 'editor' }).expect(200);
    expect(await linked('editor')).toEqual([second.id]);
  });
});

describe('the counts of terms', () => {
  it('follow an event through every change', async () => {
    const records: { kind: RelatedResource; id: number }[] = [];
    for (const kind of COUNTED) records.push({ kind, id: (await aRecord(kind, { [kind.nameField]: 'Counted' })).id });
    const terms = Object.fromEntries(records.map(({ kind, id }) => [kind.field, [id]]));
    const none = Object.fromEntries(records.map(({ kind }) => [kind.field, []]));
    const event = await anEvent({ ...terms, status: 'draft' });
    const path = `/events/${event.id}`;
    const counts = async () => {
      const found: number[] = [];
      for (const { kind, id } of records) {
        found.push((await calendar.get(`${kind.path}/${id}`)).body.count);
        found.push((await calendar.get(`${kind.path}/${id}`, { as: 'editor' })).body.count);
        found.push((await calendar.get(`${kind.path}?include=${id}`)).body.total);
        found.push((await calendar.get(`${kind.path}?include=${id}`, { as: 'editor' })).body.total);
      }
      return found;
    };
    const steps: [object | 'DELETE' | 'FORCE', number][] = [
      [{ status: 'publish' }, 1],
      [{ status: 'publish' }, 1],
      [{ status: 'draft' }, 0],
      [{ status: 'pending' }, 0],
      [{ status: 'publish' }, 1],
      [{ date: '2099-01-01' }, 0],
      [{ date: '2020-01-01' }, 1],
      [{ status: 'private' }, 0],
      [{ status: 'publish', ...none }, 0],
      [terms, 1],
      [{ status: 'draft', ...none }, 0],
      [{ status: 'publish', ...terms }, 1],
      [{ hide_from_listings: true }, 1],
      [{ password: 'secret' }, 1],
      ['DELETE', 0],
      [{ status: 'draft' }, 0],
      ['DELETE', 0],
      [{ status: 'publish' }, 1],
      ['DELETE', 0],
      [{ status: 'publish', ...terms }, 1],
      ['FORCE', 0],
    ];
    for (const [index, [step, count]] of steps.entries()) {
      const options = { as: 'editor' } as const;
      if (step === 'DELETE') await calendar.delete(path, options).expect(200);
      else if (step === 'FORCE') await calendar.delete(`${path}?force=true`, options).expect(200);
      else await calendar.patch(path, step, options).expect(200);
      expect([index, step, await counts()]).toEqual([index, step, records.flatMap(() => Array<number>(4).fill(count))]);
    }
  });

  it('do not change if deletions fail, or are permanent out of the trash', async () => {
    const category = await aCategory({ name: 'Counted twice' });
    const events = [await anEvent({ categories: [category.id] }), await anEvent({ categories: [category.id] })];
    const path = `/events/${events[0]!.id}`;
    await calendar.delete(path, { as: 'editor' }).expect(200);
    await calendar.delete(path, { as: 'editor' }).expect(410);
    await calendar.delete(`${path}?force=true`, { as: 'editor' }).expect(200);
    expect((await calendar.get(`/categories/${category.id}`)).body.count).toBe(1);
  });
});

describeEach(publishedResources, 'the status parameter of %s', (kind) => {
  const ids = new Map<string, number>();
  const list = (status: string) => `${kind.path}?per_page=50&include=${[...ids.values()].join()}&${status}`;
  const shown = async (status: string, as?: Role) => {
    const found = new Set(await idsOf(list(status), as));
    return [...ids].filter(([, id]) => found.has(id)).map(([label]) => label);
  };

  beforeAll(async () => {
    for (const owner of ['contributor', 'author'] as const) {
      for (const status of ['publish', 'future', 'draft', 'pending', 'private', 'trash']) {
        const { id, path } = await made(kind, {}, owner);
        ids.set(`${status} of ${owner}`, id);
        const date = status === 'future' ? '2099-01-01' : '2020-01-01';
        if (status === 'trash') await calendar.delete(path, { as: owner }).expect(200);
        else await calendar.patch(path, { status, date }, { as: 'editor' }).expect(200);
      }
    }
  });

  it('is publish by default, for all callers', async () => {
    for (const as of [undefined, 'reader', 'contributor', 'author', 'editor'] as const)
      expect(await shown('', as)).toEqual(['publish of contributor', 'publish of author']);
  });

  it('can only be publish for callers without a key and for readers', async () => {
    for (const [options, refused] of [[{}, 401] as const, [{ as: 'reader' }, 403] as const]) {
      await calendar.get(list('status=publish'), options).expect(200);
      for (const status of ['draft', 'any', 'trash', 'publish,draft', 'future', 'private']) {
        const answer = await calendar.get(list(`status=${status}`), options);
        expect([status, answer.status, answer.body.code]).toEqual([status, refused, 'rest_forbidden']);
      }
    }
  });

  it('accepts several values, in every spelling', async () => {
    const both = ['draft of contributor', 'pending of contributor', 'draft of author', 'pending of author'];
    for (const status of [
      'status=draft,pending',
      'status=pending,%20draft',
      'status=draft&status=pending',
      'status[]=draft&status[]=pending',
    ])
      expect(await shown(status, 'editor')).toEqual(both);
  });

  it('shows the own records of a caller', async () => {
    const own = (owner: string) => ['future', 'draft', 'pending', 'private'].map((status) => `${status} of ${owner}`);
    expect(await shown('status=future,draft,pending,private', 'contributor')).toEqual(own('contributor'));
    expect(await shown('status=future,draft,pending,private', 'author')).toEqual(own('author'));
    expect(await shown('status=any', 'contributor')).toEqual([
      ...['publish of contributor', ...own('contributor')],
      'publish of author',
    ]);
    expect(await shown('status=trash', 'contributor')).toEqual(['trash of contributor']);
    expect(await shown('status=trash', 'author')).toEqual(['trash of author']);
    expect(await shown('status=any', 'editor')).toEqual([...ids.keys()].filter((label) => !label.startsWith('trash')));
    expect(await shown('status=any,trash', 'editor')).toEqual([...ids.keys()]);
  });

  it('is refused if it is empty or unknown', async () => {
    for (const options of [{}, { as: 'editor' as const }]) {
      for (const status of ['', 'published', 'draft,', 'Publish', 'draft,nothing']) {
        const answer = await calendar.get(list(`status=${status}`), options);
        expect([status, answer.status, Object.keys(answer.body.data.params ?? {})]).toEqual([status, 400, ['status']]);
      }
    }
  });
});
