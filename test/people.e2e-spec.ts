import { AccountsService } from '../src/http/auth/accounts.service.js';
import { processTime } from './support/process-time.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;

const SITE = 'https://www.town.example';
const PASSWORD = 'a lighthouse in the fog';

beforeAll(async () => {
  calendar = await TestCalendar.start({ SITE_URL: SITE, BASE_PATH: '', TRUST_PROXY: 'loopback' });
});

afterAll(() => calendar.stop());

const admin = { as: 'administrator' } as const;

let made = 0;

/** A new account, by default of an editor with an address. */
async function anAccount(fields: object = {}): Promise<{ id: number; name: string; email: string }> {
  made += 1;
  const body = { name: `Person ${made}`, role: 'editor', email: `person${made}@town.example`, ...fields };
  return (await calendar.post('/accounts', body, admin).expect(201)).body;
}

/** The token of an invitation. */
async function invited(id: number): Promise<string> {
  const { url } = (await calendar.post(`/accounts/${id}/invitation`, {}, admin).expect(201)).body;
  return url.split('#invitation=')[1];
}

/** A person with a password, and the key of the sign-in. */
async function aPerson(fields: object = {}) {
  const account = await anAccount(fields);
  const body = { invitation: await invited(account.id), password: PASSWORD };
  const { key } = (await calendar.post('/sign-in', body).expect(201)).body;
  return { ...account, key: key as string };
}

const signIn = (email: string, password = PASSWORD, more: object = {}) =>
  calendar.post('/sign-in', { email, password, ...more });

describe('accounts', () => {
  it('are created, listed, read and changed by administrators', async () => {
    const body = { name: '  Marie Tremblay ', role: 'author', email: ' Marie@Town.example ', language: 'fr' };
    const created = await calendar.post('/accounts', body, admin).expect(201);
    const { id } = created.body;
    expect(created.headers.location).toBe(`${SITE}/en/cal/events/v1/accounts/${id}`);
    const shown = {
      ...{ id, name: 'Marie Tremblay', email: 'marie@town.example', language: 'fr', role: 'author' },
      ...{ disabled: false, created_utc: expect.stringMatching(/^\d{4}-/), last_used_utc: null },
      ...{ sign_in: [], invited_until: null, rest_url: `${SITE}/en/cal/events/v1/accounts/${id}` },
    };
    expect(created.body).toEqual(shown);
    expect((await calendar.get(`/accounts/${id}`, admin).expect(200)).body).toEqual(shown);
    const list = await calendar.get('/accounts?search=TRÉMBLAY&per_page=1', admin).expect(200);
    expect(list.body).toMatchObject({ accounts: [shown], total: 1, total_pages: 1 });
    expect(list.headers['x-cal-total']).toBe('1');
    const changed = await calendar.patch(`/accounts/${id}`, { ...shown, role: 'editor', email: null }, admin);
    expect(changed.body).toEqual({ ...shown, role: 'editor', email: null });
  });

  it('are listed by name, in pages', async () => {
    const { total, accounts, next_rest_url } = (await calendar.get('/accounts?per_page=2', admin).expect(200)).body;
    expect(accounts).toHaveLength(2);
    expect(next_rest_url).toContain('page=2');
    const names: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 3); page += 1)
      names.push(
        ...(await calendar.get(`/accounts?per_page=3&page=${page}`, admin)).body.accounts.map(
          ({ name }: { name: string }) => name.toLowerCase(),
        ),
      );
    expect(names).toHaveLength(total);
    const folded = names.map((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, ''));
    expect(folded).toEqual(folded.toSorted());
    const beyond = await calendar.get('/accounts?page=99', admin);
    expect([beyond.status, beyond.body.code]).toEqual([404, 'account-archive-page-not-found']);
  });

  it('have names that are unique without case and accents, and addresses that are unique', async () => {
    const { name, email } = await anAccount({ name: 'Éloïse Fortin' });
    for (const taken of [{ name: 'eloise  FORTIN' }, { name: 'Other', email: email.toUpperCase() }]) {
      const refused = await calendar.post('/accounts', { role: 'editor', ...taken }, { ...admin, language: 'fr' });
      const field = 'email' in taken ? 'email' : 'name';
      expect([refused.status, refused.body.code]).toEqual([409, 'account-exists']);
      expect(refused.body.data.params).toEqual({ [field]: expect.stringContaining('Un autre compte') });
    }
    const other = await anAccount();
    const renamed = await calendar.patch(`/accounts/${other.id}`, { name: name.toLowerCase() }, admin);
    expect(renamed.body.code).toBe('account-exists');
    await expect(
      calendar.app.get(AccountsService).createKey({ name: 'ELOISE FORTIN', role: 'editor' }),
    ).rejects.toThrow('There is an account "Éloïse Fortin"');
  });

  it('name every wrong field', async () => {
    const bad = { name: '', role: 'boss', email: 'nobody', language: 'de', disabled: 'maybe', colour: 'red' };
    const { body } = await calendar.post('/accounts', bad, admin).expect(400);
    expect(Object.keys(body.data.params).sort()).toEqual(['colour', 'email', 'language', 'name', 'role']);
    const missing = await calendar.post('/accounts', {}, admin).expect(400);
    expect(missing.body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['name', 'role'] } });
    const unknown = await calendar.patch('/accounts/999999', { name: 'x' }, admin);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'rest-account-not-found']);
  });

  it('keep the last enabled administrator, also if two are changed at once', async () => {
    const others: number[] = (await calendar.get('/accounts?per_page=100', admin)).body.accounts
      .filter(
        ({ role, name }: { role: string; name: string }) => role === 'administrator' && name !== 'the administrator',
      )
      .map(({ id }: { id: number }) => id);
    for (const id of others) await calendar.patch(`/accounts/${id}`, { disabled: true }, admin).expect(200);
    const first = (await calendar.get('/me', admin)).body.id;
    for (const change of [{ disabled: true }, { role: 'editor' }]) {
      const refused = await calendar.patch(`/accounts/${first}`, change, admin);
      expect([refused.status, refused.body.code]).toEqual([409, 'last-administrator']);
    }
    const second = await anAccount({ role: 'administrator' });
    const service = calendar.app.get(AccountsService);
    const outcomes = await Promise.allSettled([
      service.changeAccount(first, { role: 'editor' }),
      service.changeAccount(second.id, { isDisabled: true }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    // The other of the two puts it right.
    if (outcomes[0].status === 'fulfilled') await service.changeAccount(first, { role: 'administrator' });
    else await service.changeAccount(second.id, { isDisabled: false });
  });
});

describe('an invitation', () => {
  it('lets a person set a password once, and is valid for seven days', async () => {
    const account = await anAccount();
    const before = Date.now();
    const invitation = await calendar
      .post(`/accounts/${account.id}/invitation`, {}, admin)
      .set('Host', 'evil.example')
      .set('X-Forwarded-Host', 'evil.example')
      .expect(201);
    expect(invitation.body).toMatchObject({ mail: 'off', url: expect.stringMatching(`^${SITE}/admin/#invitation=`) });
    const days = (Date.parse(`${invitation.body.expires_utc.replace(' ', 'T')}Z`) - before) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect((await calendar.get(`/accounts/${account.id}`, admin)).body.invited_until).toBe(invitation.body.expires_utc);
    const token = invitation.body.url.split('=')[1];
    const asked = await calendar.post('/sign-in', { invitation: token }).expect(400);
    expect(asked.body.data.params).toEqual(['password']);
    const accepted = await calendar.post('/sign-in', { invitation: token, password: PASSWORD }).expect(201);
    expect(accepted.headers['cache-control']).toBe('private, no-store');
    const { key } = accepted.body;
    expect(accepted.body.account).toEqual({
      ...{ id: account.id, name: account.name, role: 'editor', email: account.email, language: null },
      sign_in: ['password'],
      notify: [],
    });
    expect((await calendar.get('/me', { key }).expect(200)).body).toEqual({ ...accepted.body.account, returned: 0 });
    const again = await calendar.post('/sign-in', { invitation: token, password: PASSWORD });
    const unknown = await calendar.post('/sign-in', { invitation: 'x'.repeat(43), password: PASSWORD });
    for (const { status, body } of [again, unknown]) expect([status, body.code]).toEqual([410, 'invitation-expired']);
    expect(again.body).toEqual(unknown.body);
    await signIn(account.email).expect(201);
  });

  it('asks for the address if the account has none, and may change the name', async () => {
    const { id } = await anAccount({ email: null });
    const invitation = await invited(id);
    const asked = await calendar.post('/sign-in', { invitation }).expect(400);
    expect(asked.body.data.params.toSorted()).toEqual(['email', 'password']);
    const taken = await anAccount();
    const body = { invitation, password: PASSWORD, email: taken.email };
    expect((await calendar.post('/sign-in', body).expect(409)).body.code).toBe('account-exists');
    const own = { ...body, email: 'Own@town.example', name: 'Chosen by herself' };
    const { account } = (await calendar.post('/sign-in', own).expect(201)).body;
    expect(account).toMatchObject({ id, email: 'own@town.example', name: 'Chosen by herself' });
  });

  it('is accepted by one of several at once', async () => {
    const { id } = await anAccount();
    const body = { invitation: await invited(id), password: PASSWORD };
    const answers = await Promise.all([1, 2, 3].map(() => calendar.post('/sign-in', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
  });

  it('ends with the next one, and when the account is disabled', async () => {
    const { id } = await anAccount();
    const first = await invited(id);
    const second = await invited(id);
    const accept = (invitation: string) => calendar.post('/sign-in', { invitation, password: PASSWORD });
    await accept(first).expect(410);
    await calendar.patch(`/accounts/${id}`, { disabled: true }, admin).expect(200);
    await accept(second).expect(410);
    const refused = await calendar.post(`/accounts/${id}/invitation`, {}, admin);
    expect([refused.status, refused.body.code]).toEqual([409, 'account-disabled']);
    await calendar.patch(`/accounts/${id}`, { disabled: false }, admin).expect(200);
    await accept(second).expect(410);
  });

  it.each([
    ['short', 'eleven char'],
    ['your name', 'person name is long'],
    ['common', 'passwordpassword'],
    ['longer than 200', 'ab'.repeat(101)],
  ])('refuses a password: %s', async (_what, password) => {
    const { id } = await anAccount({ name: `PERSON NAME is long`, email: `long${made}@town.example` }).catch(
      async () => (await calendar.get('/accounts?search=person name is long', admin)).body.accounts[0],
    );
    const { body } = await calendar.post('/sign-in', { invitation: await invited(id), password }).expect(400);
    expect(body.data.params).toEqual({ password: expect.any(String) });
  });
});

describe('signing in', () => {
  it('gives a key for 12 hours, or for 30 days', async () => {
    const { email, name, id } = await aPerson();
    const hoursOf = ({ expires_utc }: { expires_utc: string }) =>
      (Date.parse(`${expires_utc.replace(' ', 'T')}Z`) - Date.now()) / 3_600_000;
    const short = (await signIn(` ${email.toUpperCase()}`).expect(201)).body;
    const long = (await signIn(email, PASSWORD, { stay: true }).expect(201)).body;
    expect(hoursOf(short)).toBeCloseTo(12, 1);
    expect(hoursOf(long)).toBeCloseTo(720, 0);
    expect((await calendar.get('/me', { key: long.key }).expect(200)).body).toMatchObject({ id, name });
    const { keys } = (await calendar.get('/me/keys', { key: short.key }).expect(200)).body;
    expect(keys.map(({ kind, name }: { [_: string]: unknown }) => [kind, name])).toEqual(
      Array.from({ length: 3 }, () => ['sign-in', 'sign-in']),
    );
    expect(keys.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  });

  it('answers alike for a wrong password, and for accounts that nobody can sign in to', async () => {
    const person = await aPerson();
    const disabled = await aPerson();
    await calendar.patch(`/accounts/${disabled.id}`, { disabled: true }, admin).expect(200);
    const invitedOnly = await anAccount();
    const answers = await Promise.all([
      signIn(person.email, 'another long password'),
      signIn(disabled.email),
      signIn(invitedOnly.email),
      signIn('nobody@town.example'),
    ]);
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([401, 'sign-in-failed']);
      expect(body).toEqual(answers[0].body);
    }
  });

  it('ends by signing out, which other keys cannot', async () => {
    const { key } = await aPerson();
    await calendar.delete('/me/sign-in', { key }).expect(200);
    const ended = processTime();
    let answer = await calendar.get('/me', { key });
    for (; answer.status === 200; answer = await calendar.get('/me', { key }))
      expect(processTime() - ended).toBeLessThan(1000);
    expect(answer.body.data).toEqual({ status: 401, reason: 'sign-in-ended' });
    const other = await calendar.delete('/me/sign-in', { as: 'editor' });
    expect([other.status, other.body.code]).toEqual([409, 'not-signed-in']);
    await calendar.get('/me', { as: 'editor' }).expect(200);
  });
});
