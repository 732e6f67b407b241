import { setTimeout as sleep } from 'node:timers/promises';
import { AccountsService } from '../src/http/auth/accounts.service.js';
import { type Role } from '../src/http/role.js';
import { itEach, resources, relatedResources } from './support/resources.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { aRecord } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start({ TRUST_PROXY: 'loopback' });
});

afterAll(() => calendar.stop());

type Limits = Parameters<AccountsService['createKey']>[1];

const accounts = () => calendar.app.get(AccountsService);
const aKey = async (limits: Limits, role: Role = 'administrator') =>
  accounts().createKey({ name: `a narrow ${role}`, role }, limits);

const EVENT = { title: 'Concert', start_date: '2027-06-21 19:30', end_date: '2027-06-21 22:00' };

describe('a read-only key', () => {
  itEach(resources, 'is refused every write of %s, in words, and reads what its account may', async (kind) => {
    const { text: key } = await aKey({ scope: 'read' });
    const record = await aRecord(kind, kind.isPublished ? { status: 'draft' } : { name: `Kept ${kind.plural}` });
    const item = `${kind.path}/${record.id}`;
    for (const asked of [
      calendar.post(kind.path, kind.minimalBody, { key }),
      calendar.post(kind.path, {}, { key }),
      calendar.post(item, kind.change, { key }),
      calendar.put(item, kind.change, { key }),
      calendar.patch(item, kind.change, { key }),
      calendar.patch(`${kind.path}/999999`, kind.change, { key }),
      calendar.delete(item, { key }),
    ]) {
      const { status, body } = await asked;
      expect([status, body.code]).toEqual([403, 'rest_forbidden']);
      expect(body.message).toBe('This key is read-only.');
    }
    expect((await calendar.get(item, { key }).expect(200)).body.id).toBe(record.id);
  });
});

describe('a key that may write some resources', () => {
  itEach(resources, 'writes %s, and nothing else', async (kind) => {
    const { text: key } = await aKey({ scope: kind.plural });
    const made = await calendar.post(kind.path, { ...kind.minimalBody, slug: `by-a-key-of-${kind.plural}` }, { key });
    expect([201, 409]).toContain(made.status);
    for (const other of resources.filter(({ plural }) => plural !== kind.plural)) {
      const { status, body } = await calendar.post(other.path, other.minimalBody, { key, language: 'fr' });
      expect([status, body.code]).toEqual([403, 'rest_forbidden']);
      expect(body.message).toBe(`Cette clé ne permet d’écrire que ceci\u00a0: ${kind.plural}.`);
    }
  });

  itEach(
    relatedResources,
    'makes no %s by bringing them along with an event, and names those that are there',
    async (kind) => {
      const { text: key } = await aKey({ scope: 'events' });
      const name = `Only brought along ${kind.plural}`;
      const brought = kind.isPublished ? [{ ...kind.minimalBody, [kind.nameField]: name }] : [name];
      const bringing = { ...EVENT, [kind.field]: brought };
      const refused = await calendar.post('/events', bringing, { key });
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining('by their IDs or exact names'),
      ]);
      const { id } = await aRecord(kind, { [kind.nameField]: name });
      const { body } = await calendar.post('/events', bringing, { key }).expect(201);
      expect(body[kind.field]).toMatchObject([{ id }]);
      const { text: ofContributor } = await aKey({ scope: 'events' }, 'contributor');
      const named = await calendar.post('/events', bringing, { key: ofContributor }).expect(201);
      expect(named.body[kind.field]).toMatchObject([{ id }]);
      const { text: both } = await aKey({ scope: `events,${kind.plural}` });
      const more = kind.isPublished ? [{ ...kind.minimalBody, [kind.nameField]: `${name} 2` }] : [`${name} 2`];
      await calendar.post('/events', { ...bringing, [kind.field]: more }, { key: both }).expect(201);
    },
  );

  it('grants no more than its account may do', async () => {
    const { text: key } = await aKey({ scope: 'events,tags' }, 'contributor');
    const { body } = await calendar.post('/events', EVENT, { key }).expect(201);
    expect(body.status).toBe('draft');
    const refused = await calendar.post('/tags', { name: 'Not for contributors' }, { key }).expect(403);
    expect(refused.body.message).toBe('Your role does not allow this.');
  });
});

describe('a key for some addresses', () => {
  const from = (key: string, address: string, language = 'en') =>
    calendar.get('/me', { key, language }).set('X-Forwarded-For', address);

  it('is accepted from them', async () => {
    const { text } = await aKey({ from: '192.0.2.7,198.51.100.0/24,2001:db8::/32' });
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.99', '2001:db8:1::2', '192.0.2.7:4711'])
      expect([address, (await from(text, address)).status]).toEqual([address, 200]);
  });

  it('is refused from other addresses, with the reason', async () => {
    const { text } = await aKey({ from: '192.0.2.7' });
    const answer = await from(text, '192.0.2.8').expect(401);
    expect([answer.body.code, answer.body.message]).toEqual([
      'rest_forbidden',
      'This key may not be used from your address.',
    ]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    const french = await from(text, '2001:db8::1', 'fr').expect(401);
    expect(french.body.message).toBe('Cette clé ne peut pas servir depuis votre adresse.');
    expect((await calendar.get('/events', { key: text })).status).toBe(401);
  });
});

it('an expired key is refused with the reason', async () => {
  const { text: key } = await aKey({ expires: new Date(Date.now() - 1000) });
  expect((await calendar.get('/events', { key }).expect(401)).body.message).toBe('This key has expired.');
  const french = await calendar.get('/events', { key, language: 'fr' }).expect(401);
  expect(french.body.message).toBe('Cette clé a expiré.');
});

describe('the last use of a key', () => {
  const lastUse = async (id: string) => (await accounts().listKeys()).find((key) => key.id === id)!.lastUsedAt;

  it('is stored to the hour', async () => {
    const { id, text: key } = await aKey({ keyName: 'noted' });
    expect(await lastUse(id)).toBeNull();
    const before = Date.now();
    await calendar.get('/me', { key }).expect(200);
    let used = await lastUse(id);
    for (; used === null; used = await lastUse(id)) await sleep(10);
    expect(used.getTime() % 3_600_000).toBe(0);
    expect(before - used.getTime()).toBeLessThan(3_600_000);
  });

  it('is not updated by refused requests', async () => {
    const { id, text: key } = await aKey({ from: '192.0.2.7' });
    await calendar.get('/me', { key }).expect(401);
    await calendar.get('/me', { key: (await aKey({})).text }).expect(200);
    expect(await lastUse(id)).toBeNull();
  });
});

it.each([
  [{ from: 'localhost' }, '"localhost" is neither an address nor a network'],
  [{ keyName: ' ' }, 'The name of a key must be one line'],
])('a key cannot be created with %j', async (limits, why) => {
  await expect(aKey(limits)).rejects.toThrow(why);
});
