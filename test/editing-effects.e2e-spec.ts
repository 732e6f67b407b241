import { itEach, publishedResources, relatedResources, resources, type TestedResource } from './support/resources.js';
import { type ApiRecord, makers } from './support/makers.js';
import { Receiver } from './support/receiver.js';
import { pause } from './support/process-time.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';
import { until } from './support/until.js';

/** What others learn of restored revisions, copies and merges: by webhooks, and by the list of changes. */
let calendar: TestCalendar;
let receiver: Receiver;
const { aRecord, anEvent } = makers(() => calendar);

const admin: RequestOptions = { as: 'administrator' };
const editor: RequestOptions = { as: 'editor' };

beforeAll(async () => {
  calendar = await TestCalendar.start({ WEBHOOK_ALLOW: '127.0.0.1' });
  receiver = await Receiver.start();
  await calendar.post('/webhooks', { url: receiver.url, events: ['*'] }, admin).expect(201);
});

afterAll(async () => {
  await calendar.stop();
  await receiver.close();
});

interface Change {
  readonly kind: string;
  readonly id: number;
  readonly change: string;
}

/** All changes since a token, without a key. */
async function changesSince(since?: string): Promise<{ readonly changes: string[]; readonly next: string }> {
  const changes: string[] = [];
  for (let next = since; ;) {
    const { body } = await calendar.get(`/changes?limit=500${next === undefined ? '' : `&since=${next}`}`).expect(200);
    changes.push(...(body.changes as Change[]).map(({ kind, id, change }) => `${kind} ${id} ${change}`));
    next = body.next as string;
    if (!body.more) return { changes: changes.sort(), next };
  }
}

/** Waits until all messages have arrived that earlier writes have caused. */
async function settle(): Promise<string[]> {
  const marker = await calendar.post('/tags', { name: `Marker ${Math.random()}` }, admin).expect(201);
  const last = `tag.published ${marker.body.id as number}`;
  await until(() => receiver.summaries.includes(last), 20_000);
  await pause(300);
  const summaries = receiver.received.splice(0).map(({ type, data }) => `${type} ${data.id}`);
  return summaries.filter((one) => one !== last).sort();
}

/** The messages and the changes that a write causes. */
async function effectsOf(write: () => Promise<unknown>): Promise<{ messages: string[]; changes: string[] }> {
  await settle();
  const { next } = await changesSince();
  await write();
  const { changes } = await changesSince(next);
  return { messages: await settle(), changes };
}

let named = 0;
const aName = () => `Effect ${(named += 1)}`;

const first = async (path: string) =>
  ((await calendar.get(`${path}/revisions?per_page=100`, editor)).body.revisions as { revision: number }[]).at(-1)!
    .revision;

const merged = (kind: TestedResource, from: { id: number }, into: { id: number }) =>
  calendar.post(`${kind.path}/${from.id}/merge`, { into: into.id }, editor).expect(200);

describe('webhooks and changes', () => {
  itEach(
    resources,
    'report a restored revision as an update, once, and none that changes nothing: %s',
    async (kind) => {
      const { nameField, singular, plural } = kind;
      const { id } = await aRecord(kind, { [nameField]: aName() });
      const path = `${kind.path}/${id}`;
      await calendar
        .patch(path, { [nameField]: aName(), translations: { fr: { [nameField]: aName() } } }, editor)
        .expect(200);
      const route = `${path}/revisions/${await first(path)}/restore`;
      const restore = () => calendar.post(route, undefined, editor).expect(200);
      expect(await effectsOf(restore)).toEqual({
        messages: [`${singular}.updated ${id}`],
        changes: [`${plural} ${id} upsert`],
      });
      expect(await effectsOf(restore)).toEqual({ messages: [], changes: [] });
    },
  );

  itEach(
    publishedResources,
    'report a record that leaves the trash as published, and a draft not: %s',
    async (kind) => {
      const { nameField, singular, plural } = kind;
      for (const status of ['publish', 'draft']) {
        const { id } = await aRecord(kind, { [nameField]: aName(), status });
        const path = `${kind.path}/${id}`;
        await calendar.delete(path, editor).expect(200);
        const effects = await effectsOf(async () =>
          calendar.post(`${path}/revisions/${await first(path)}/restore`, undefined, editor).expect(200),
        );
        expect(effects).toEqual(
          status === 'draft'
            ? { messages: [], changes: [] }
            : { messages: [`${singular}.published ${id}`], changes: [`${plural} ${id} upsert`] },
        );
      }
    },
  );

  itEach(publishedResources, 'report a copy if it is public: %s', async (kind) => {
    const { singular, plural } = kind;
    const { id } = await aRecord(kind, { [kind.nameField]: aName() });
    let copy = 0;
    const duplicate = (body: object) => async () => {
      const answer = await calendar.post(`${kind.path}/${id}/duplicate`, body, editor).expect(201);
      copy = answer.body.id as number;
    };
    expect(await effectsOf(duplicate({}))).toEqual({ messages: [], changes: [] });
    const effects = await effectsOf(duplicate({ status: 'publish' }));
    expect(effects).toEqual({ messages: [`${singular}.published ${copy}`], changes: [`${plural} ${copy} upsert`] });
  });

  itEach(relatedResources, 'report a merge once for each record, also to callers without a key: %s', async (kind) => {
    const { nameField, singular, plural, field } = kind;
    const [from, into] = [await aRecord(kind, { [nameField]: aName() }), await aRecord(kind, { [nameField]: aName() })];
    const shown = [await anEvent({ [field]: [from.id] }), await anEvent({ [field]: [from.id, into.id] })];
    await anEvent({ [field]: [from.id], status: 'draft' });
    await anEvent({ [field]: [into.id] });
    const effects = await effectsOf(() => merged(kind, from, into));
    const ids = shown.map(({ id }) => id);
    expect(effects.messages).toEqual(
      [...ids.map((id) => `event.updated ${id}`), `${singular}.deleted ${from.id}`].sort(),
    );
    expect(effects.changes).toEqual([...ids.map((id) => `events ${id} upsert`), `${plural} ${from.id} delete`].sort());
  });

  it('report a merge of categories to the children that move', async () => {
    const kind = relatedResources.find(({ plural }) => plural === 'categories');
    if (!kind) return;
    const [from, into] = [await aRecord(kind, { name: aName() }), await aRecord(kind, { name: aName() })];
    const child: ApiRecord = await aRecord(kind, { name: aName(), parent: from.id });
    const effects = await effectsOf(() => merged(kind, from, into));
    expect(effects.messages).toEqual([`category.deleted ${from.id}`, `category.updated ${child.id}`]);
    expect(effects.changes).toEqual([`categories ${child.id} upsert`, `categories ${from.id} delete`].sort());
  });
});
