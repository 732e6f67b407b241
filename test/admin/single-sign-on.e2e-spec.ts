import { Database } from '../../src/database/database.js';
import { run as change } from '../../src/database/sql/statements.js';
import { freePort } from '../support/free-port.js';
import { OidcProvider } from '../support/oidc.js';
import { type Environment } from '../support/test-calendar.js';
import { brokenRules, settled } from './accessibility.js';
import { describeInBrowser, type Editor, editorsPage, openEditor, openPage, type Run } from './editor.js';

const admin = { as: 'administrator' } as const;

const RUNS = (
  [
    ['en', 'desktop'],
    ['fr', 'phone'],
  ] as const satisfies Run[]
).map((run) => ({ name: run.join(', '), run }));

/** A service with the page, beside a provider that knows its address. */
function signInPage(more: Environment = {}) {
  const held: { provider?: OidcProvider } = {};
  const service = editorsPage({
    environment: async () => {
      const PORT = String(await freePort());
      const SITE_URL = `http://127.0.0.1:${PORT}`;
      held.provider = await OidcProvider.start(`${SITE_URL}/admin/oidc/callback`);
      const people = RUNS.flatMap(({ run: [language] }) =>
        ['marie', 'luc'].map((name) => [`${name}-${language}`, { name: `${name} ${language}` }]),
      );
      await held.provider.set({ accounts: Object.fromEntries(people) });
      return { PORT, SITE_URL, ...held.provider.settings, OIDC_DEFAULT_ROLE: 'editor', ...more };
    },
  });
  afterAll(() => held.provider?.stop());
  return service;
}

/** A page in one of the languages, and what its person does at the provider. */
class Person {
  constructor(
    readonly editor: Editor,
    private readonly language: 'en' | 'fr',
  ) {}

  inLanguage = (english: string, french: string): string => (this.language === 'en' ? english : french);

  get button() {
    const name = this.inLanguage('Sign in with Town', 'Se connecter avec Town');
    return this.editor.page.getByRole('button', { name, exact: true });
  }

  /** Goes to the provider, and signs in there. */
  async signIn(name: string): Promise<void> {
    await this.button.click();
    await this.atProvider(name);
    await this.untilStart();
  }

  async atProvider(name: string): Promise<void> {
    const { page } = this.editor;
    await page.getByRole('heading', { name: 'Town', exact: true }).waitFor();
    await page.getByLabel('Login').fill(`${name}-${this.language}`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  untilStart = () =>
    this.editor.page.getByRole('heading', { level: 1, name: this.inLanguage('Start', 'Accueil') }).waitFor();

  async untilCodeIsRefused(): Promise<void> {
    const text = this.inLanguage('This sign-in does not work any more', 'Cette connexion n’est plus valable');
    await this.editor.page.getByRole('alert').filter({ hasText: text }).waitFor();
    expect(this.editor.page.url()).not.toContain('sign-in=');
    // What is needed to begin again is there.
    await this.button.waitFor();
    expect(await this.stored()).toEqual([]);
  }

  /** The names of what the tab keeps. */
  stored = () => this.editor.page.evaluate(() => Object.keys(sessionStorage));

  /** The addresses of the history of the tab. */
  async history(): Promise<string[]> {
    const session = await this.editor.page.context().newCDPSession(this.editor.page);
    return (await session.send('Page.getNavigationHistory')).entries.map(({ url }) => url);
  }

  async keep(screen: string): Promise<void> {
    const { page } = this.editor;
    await settled(page);
    expect([screen, await brokenRules(page)]).toEqual([screen, []]);
    const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect([screen, await page.evaluate(tooWide)]).toEqual([screen, 0]);
  }

  close = () => this.editor.page.context().close();
}

describeInBrowser('the service of the organization', () => {
  const service = signInPage();

  describe.each(RUNS)('$name', ({ run }) => {
    const [language] = run;
    const open = async (hash = '') => new Person(await openPage(service, run, hash), language);
    const accountOf = async (name: string) =>
      (await service.calendar.get(`/accounts?search=${name}+${language}`, admin)).body.accounts[0];

    it('has a button, which leads there and back: the person is signed in, and no code is left', async () => {
      const marie = await open();
      await marie.button.waitFor();
      await marie.editor.input('E-mail').waitFor();
      await marie.keep('sign-in');
      const codes: string[] = [];
      marie.editor.page.on('response', (response) => {
        const { location = '' } = response.headers();
        if (location.includes('#sign-in=')) codes.push(location.split('#')[1]!);
      });
      await marie.signIn('marie');
      expect(codes).toHaveLength(1);
      expect(marie.editor.page.url()).toBe(`${marie.editor.root}/admin/#/`);
      expect((await marie.history()).filter((url) => url.includes('sign-in='))).toEqual([]);
      expect(await marie.stored()).toEqual(['calendar.key']);
      const key = await marie.editor.page.evaluate(() => sessionStorage.getItem('calendar.key')!);
      const me = await service.calendar.get('/me', { key }).expect(200);
      expect(me.body).toMatchObject({ name: `marie ${language}`, role: 'editor', sign_in: ['organization'] });

      // The code works once: neither another browser nor the same tab gets in with it.
      const other = await open(`#${codes[0]}`);
      await other.untilCodeIsRefused();
      await other.keep('refused');
      await other.close();
      const refused = marie.editor.page.waitForResponse((response) => response.url().endsWith('/sign-in'));
      await marie.editor.go(codes[0]!);
      expect((await refused).status()).toBe(410);
      await marie.untilStart();
      expect(marie.editor.page.url()).not.toContain('sign-in=');
      expect(await marie.stored()).toEqual(['calendar.key']);
      await marie.editor.go('/me');
      expect(await marie.editor.send('Sign out', 'DELETE', /\/me\/sign-in$/)).toBe(200);
      await marie.editor.input('E-mail').waitFor();
      expect(await marie.editor.page.getByRole('alert').count()).toBe(0);
      await marie.editor.go(codes[0]!);
      await marie.untilCodeIsRefused();
      await marie.close();
    });

    it('signs nobody in with a code that another browser has begun, which is then used up', async () => {
      const luc = await open();
      await luc.button.click();
      // The address with the code stays until the page takes it.
      await luc.editor.page.route('**/admin/assets/*.js', (route) => route.abort());
      await luc.atProvider('luc');
      await luc.editor.page.waitForURL(/#sign-in=/);
      const { hash } = new URL(luc.editor.page.url());
      const other = await open(hash);
      await other.untilCodeIsRefused();
      await other.close();
      await luc.editor.page.unroute('**/admin/assets/*.js');
      await luc.editor.page.reload();
      await luc.untilCodeIsRefused();
      // The provider still knows the person.
      await luc.button.click();
      await luc.untilStart();
      await luc.close();
    });

    it('is what an account that signs in so begins with when its key has ended, and keeps what is entered', async () => {
      const marie = await open();
      await marie.signIn('marie');
      const { editor } = marie;
      await editor.go('/venues/create');
      await editor.show('English');
      await editor.fill('Name (English)', `Guild ${language}`);
      await editor.page.waitForFunction(() => JSON.stringify(localStorage).includes('Guild'));
      const { id } = await accountOf('marie');
      const { keys } = (await service.calendar.get(`/accounts/${id}/keys`, admin).expect(200)).body;
      for (const key of keys) await service.calendar.delete(`/accounts/${id}/keys/${key.id}`, admin).expect(200);
      await editor.page.waitForTimeout(1100);
      const questions: string[] = [];
      editor.page.on('dialog', (dialog) => {
        questions.push(dialog.type());
        void dialog.accept();
      });
      // The last words are kept as well.
      await editor.fill('Name (English)', `Guild Hall ${language}`);
      await editor.press('Save as draft');
      const dialog = editor.dialog();
      await dialog
        .getByText(marie.inLanguage('This browser keeps the record', 'Ce navigateur garde la fiche'))
        .waitFor();
      await editor.page.waitForFunction(
        (text) => document.activeElement?.textContent === text,
        await marie.button.innerText(),
      );
      expect(await dialog.getByRole('textbox').count()).toBe(0);
      await marie.keep('ended');
      // Other ways stay possible.
      await editor.press('Sign in with a key');
      await dialog.getByLabel(editor.name('Key'), { exact: true }).waitFor();
      await editor.press('Use e-mail and password');
      await dialog.getByLabel(editor.name('E-mail'), { exact: true }).waitFor();
      await marie.button.click();
      await editor.button('Continue with them').click();
      expect(editor.page.url()).toBe(`${editor.root}/admin/#/venues/create`);
      await editor.show('English');
      expect(await editor.input('Name (English)').inputValue()).toBe(`Guild Hall ${language}`);
      expect(await editor.send('Save as draft', 'POST', /\/venues$/)).toBe(201);
      expect(questions).toEqual([]);
      await marie.close();
    });

    it('opens the screen that somebody without a key wanted', async () => {
      const marie = await open('#/venues');
      await marie.button.click();
      await marie.atProvider('marie');
      await marie.editor.page.getByRole('heading', { level: 1, name: marie.editor.name('Venues') }).waitFor();
      await marie.close();
    });

    it('is asked again before a key is made, if the sign-in is older than ten minutes', async () => {
      const marie = await open();
      await marie.signIn('marie');
      const { id } = await accountOf('marie');
      const before = new Date(Date.now() - 11 * 60_000);
      const sql = 'UPDATE application_keys SET createdAt = ? WHERE accountId = ?';
      await service.calendar.app.get(Database).write((manager) => change(manager, sql, [before, id]));
      await marie.editor.page.waitForTimeout(1100);
      await marie.editor.go('/me');
      await marie.editor.press('New key');
      const dialog = marie.editor.dialog();
      await marie.editor.fill(dialog.getByLabel(marie.editor.name('Name'), { exact: true }), 'website');
      expect(await marie.editor.send('Make the key', 'POST', /\/me\/keys$/)).toBe(400);
      await dialog.getByText(marie.inLanguage('or sign in again', 'ou connectez-vous de nouveau')).waitFor();
      await marie.close();
    });

    it('is named on the screen of an account', async () => {
      const luc = await open();
      await luc.signIn('luc');
      await luc.close();
      const boss = new Person(await openEditor(service, run, service.calendar.keys.administrator), language);
      const says = (english: string, french: string) =>
        boss.editor.page.getByText(boss.inLanguage(english, french)).waitFor();
      const { id } = await accountOf('luc');
      await boss.editor.go(`/accounts/${id}`);
      await says('Signs in with Town, without a password.', 'Se connecte avec Town, sans mot de passe.');
      // An invitation may give it a password as well.
      const { url } = (await service.calendar.post(`/accounts/${id}/invitation`, {}, admin).expect(201)).body;
      await boss.editor.page.reload();
      await says('password. An invitation is valid until', 'passe. Une invitation est valable jusqu’au');
      const body = {
        invitation: url.split('=')[1],
        password: 'a lighthouse in the fog',
        email: `luc.${language}@town.example`,
      };
      await service.calendar.post('/sign-in', body).expect(201);
      await boss.editor.page.reload();
      await says('Signs in with a password, or with Town.', 'Se connecte avec un mot de passe ou avec Town.');
      await boss.close();

      // Through the organization, another invitation ends both, which the page says before it leads there.
      await service.calendar.post(`/accounts/${id}/keys`, { name: 'website' }, admin).expect(201);
      const another = (await service.calendar.post(`/accounts/${id}/invitation`, {}, admin).expect(201)).body;
      const invited = await open(new URL(another.url).hash);
      const dialog = invited.editor.dialog();
      await invited.button.click();
      await dialog
        .getByText(
          invited.inLanguage(
            'The password of the account stops working. A key of the account stops working',
            'Le mot de passe du compte ne sera plus valable. Une clé du compte ne sera plus valable',
          ),
        )
        .waitFor();
      await invited.keep('question');
      await invited.editor.press('Cancel');
      await dialog.waitFor({ state: 'detached' });
      expect((await accountOf('luc')).sign_in).toEqual(['password', 'organization']);
      await invited.button.click();
      await dialog
        .getByRole('button', { name: invited.inLanguage('Sign in with Town', 'Se connecter avec Town') })
        .click();
      await invited.atProvider('luc');
      await invited.untilStart();
      expect((await accountOf('luc')).sign_in).toEqual(['organization']);
      await invited.close();
    });
  });
});

describeInBrowser('the service of the organization alone', () => {
  const service = signInPage({ PASSWORD_SIGN_IN: 'off', ADMIN_CONTACT: 'Robin, 555-0100' });

  it.each(RUNS)('is offered first, and accepts invitations ($name)', async ({ run }) => {
    const [language] = run;
    const guest = new Person(await openPage(service, run), language);
    await guest.button.waitFor();
    const { page } = guest.editor;
    await page
      .getByText(guest.inLanguage('If that does not work, ask: Robin', 'demandez de l’aide\u00a0: Robin'))
      .waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await guest.editor.button('Use e-mail and password').count()).toBe(0);
    await guest.keep('sign-in');
    await guest.editor.press('Sign in with a key');
    await guest.editor.input('Key').waitFor();
    await guest.close();

    const account = { name: `Invited ${language}`, role: 'author' };
    const { id } = (await service.calendar.post('/accounts', account, admin).expect(201)).body;
    const { url } = (await service.calendar.post(`/accounts/${id}/invitation`, {}, admin).expect(201)).body;
    const invited = new Person(await openPage(service, run, new URL(url).hash), language);
    await invited.editor.page
      .getByText(invited.editor.name('Accept the invitation with the account of your organization.'))
      .waitFor();
    await invited.keep('invitation');
    await invited.signIn('luc');
    expect(await invited.stored()).toEqual(['calendar.key']);
    const { body } = await service.calendar.get(`/accounts/${id}`, admin);
    expect(body).toMatchObject({ role: 'author', sign_in: ['organization'], invited_until: null });
    await invited.close();
  });
});
