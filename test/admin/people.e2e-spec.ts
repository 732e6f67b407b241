import { brokenRules, settled } from './accessibility.js';
import { describeInBrowser, type Editor, editorsPage, openEditor, openPage, WORKING_RUNS } from './editor.js';

const PASSWORD = 'a lighthouse in the fog';
const OTHER = 'four boats on one lake';

describeInBrowser('people', () => {
  const service = editorsPage({ environment: { ADMIN_CONTACT: 'web@town.example' } });

  const keep = async (editor: Editor, screen: string) => {
    await settled(editor.page);
    expect([screen, await brokenRules(editor.page)]).toEqual([screen, []]);
    const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect([screen, await editor.page.evaluate(tooWide)]).toEqual([screen, 0]);
  };

  const admin = { as: 'administrator' } as const;

  describe.each(WORKING_RUNS)('$name', ({ name: mark, run }) => {
    const [language, device, means = 'mouse'] = run;
    const inLanguage = (english: string, french: string) => (language === 'en' ? english : french);
    const name = `Marie ${mark}`;
    const email = `marie.${language}.${device}.${means}@town.example`;
    const colours = { colorScheme: language === 'fr' ? 'dark' : 'light' } as const;
    const shot = (screen: string) => `${screen}-${language}-${device}-${means}`;
    let boss: Editor;
    let colleague: Editor;
    let hash = '';

    beforeAll(async () => {
      boss = await openEditor(service, run, service.calendar.keys.administrator, colours);
    });

    afterAll(async () => {
      await boss.page.context().close();
      await colleague.page.context().close();
    });

    const accountOf = async () =>
      (await service.calendar.get(`/accounts?search=${encodeURIComponent(name)}`, admin)).body.accounts[0];

    const alert = (editor: Editor, text: string) => editor.page.getByRole('alert').filter({ hasText: text }).waitFor();

    /** An administrator makes the account, and copies the link. */
    const beInvited = async () => {
      await boss.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await boss.go('/accounts');
      await boss.page.getByRole('heading', { level: 1, name: boss.name('Accounts') }).waitFor();
      await keep(boss, shot('accounts'));
      await boss.press('Invite');
      const dialog = boss.dialog();
      // What is missing, and a name that is taken, are said at the input.
      await boss.press(boss.button('Invite', dialog));
      await dialog
        .getByLabel(boss.name('Name'), { exact: true })
        .and(boss.page.locator('[aria-invalid=true]'))
        .waitFor();
      await boss.fill('Name', 'the EDITOR');
      expect(await boss.send(boss.button('Invite', dialog), 'POST', /\/accounts$/)).toBe(409);
      await dialog.getByText(inLanguage('Another account has this name', 'Un autre compte a ce nom')).waitFor();
      await boss.fill('Name', name);
      await boss.fill('E-mail', email);
      await boss.choose('Role', 'Author');
      await keep(boss, shot('invite'));
      expect(await boss.send(boss.button('Invite', dialog), 'POST', /\/invitation$/)).toBe(201);
      const link = await boss.input('Link of the invitation').inputValue();
      expect(link).toMatch(/\/admin\/#invitation=[\w-]{20,}$/);
      await boss.press('Copy the link');
      await boss.page
        .getByRole('status')
        .filter({ hasText: boss.name('Copied') })
        .waitFor();
      expect(await boss.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await keep(boss, shot('link'));
      await boss.press('Close');
      await boss.page.getByRole('listitem').filter({ hasText: name }).getByText(boss.name('Invited')).waitFor();
      expect(await accountOf()).toMatchObject({ email, role: 'author', sign_in: [] });
      hash = new URL(link).hash;
    };

    /** Password managers keep the password, and the link is of no use a second time. */
    const choosePassword = async () => {
      colleague = await openPage(service, run, hash, colours);
      const { page } = colleague;
      await page.getByRole('heading', { name: colleague.name('Choose a password') }).waitFor();
      expect(page.url()).not.toContain('invitation');
      expect(await page.getByRole('textbox', { name: colleague.name('E-mail') }).count()).toBe(0);
      const password = colleague.input('Password');
      expect(await password.getAttribute('autocomplete')).toBe('new-password');
      await keep(colleague, shot('invitation'));
      await colleague.fill(password, 'too short');
      expect(await colleague.send('Sign in', 'POST', /\/sign-in$/)).toBe(400);
      await page.getByText(inLanguage('at least 12 characters', 'au moins 12 caractères')).waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password');
      await colleague.press('Show the password');
      expect(await password.getAttribute('type')).toBe('text');
      await colleague.fill(password, PASSWORD);
      expect(await colleague.send('Sign in', 'POST', /\/sign-in$/)).toBe(201);
      await page.getByRole('heading', { level: 1, name: inLanguage('Start', 'Accueil') }).waitFor();
      expect(await page.evaluate(() => sessionStorage.length)).toBe(1);
      // What an invitation is not for: a second use.
      const late = await openPage(service, run, hash, colours);
      await alert(late, inLanguage('This link does not work', 'Ce lien ne fonctionne pas'));
      await late.press('Go to the sign-in form');
      await late.input('E-mail').waitFor();
      await late.page.context().close();
    };

    const signOut = async (editor: Editor) => {
      await editor.go('/me');
      expect(await editor.send('Sign out', 'DELETE', /\/me\/sign-in$/)).toBe(200);
      await editor.input('E-mail').waitFor();
    };

    const signIn = async (editor: Editor, password: string) => {
      await editor.fill('E-mail', email);
      await editor.fill('Password', password);
      return editor.send('Sign in', 'POST', /\/sign-in$/);
    };

    const start = () =>
      colleague.page.getByRole('heading', { level: 1, name: inLanguage('Start', 'Accueil') }).waitFor();

    /** The form says what is wrong. */
    const signOutAndIn = async () => {
      await signOut(colleague);
      const { page } = colleague;
      // Nobody who signs out is told that the sign-in has ended.
      expect(
        await page
          .getByRole('alert')
          .filter({ hasText: inLanguage('no longer', 'pris fin') })
          .count(),
      ).toBe(0);
      await page.getByText('web@town.example').waitFor();
      expect(await colleague.input('E-mail').getAttribute('autocomplete')).toBe('username');
      expect(await colleague.input('Password').getAttribute('autocomplete')).toBe('current-password');
      await keep(colleague, shot('sign-in'));
      expect(await signIn(colleague, OTHER)).toBe(401);
      await alert(colleague, inLanguage('The address or the password is wrong', 'L’adresse ou le mot de passe'));
      await page.getByLabel(colleague.name('Stay signed in')).check();
      expect(await signIn(colleague, PASSWORD)).toBe(201);
      await start();
      expect(await page.evaluate(() => localStorage.getItem('calendar.key'))).toMatch(/^cal_/);
    };

    /** They change their name, their language and their password, which ends the other sign-in. */
    const changeAccount = async () => {
      await colleague.go('/me');
      await colleague.page.getByRole('heading', { level: 1, name: colleague.name('My account') }).waitFor();
      await keep(colleague, shot('me'));
      await colleague.fill('Name', `${name} T.`);
      await colleague.press(colleague.input('Language'));
      await colleague.take(colleague.page.getByRole('option', { name: 'Français' }));
      expect(await colleague.send('Save', 'PATCH', /\/me$/)).toBe(200);
      expect(await accountOf()).toMatchObject({ name: `${name} T.`, language: 'fr' });
      // A phone has no room for the name.
      if (device === 'desktop') await colleague.page.getByRole('button', { name: `${name} T.` }).waitFor();
      const elsewhere = await openPage(service, run, '', colours);
      expect(await signIn(elsewhere, PASSWORD)).toBe(201);
      await elsewhere.page.getByRole('heading', { level: 1, name: inLanguage('Start', 'Accueil') }).waitFor();
      await colleague.fill('Current password', OTHER);
      await colleague.fill('New password', OTHER);
      expect(await colleague.send('Change the password', 'POST', /\/me\/password$/)).toBe(400);
      await colleague.input('Current password').and(colleague.page.locator('[aria-invalid=true]')).waitFor();
      await colleague.fill('Current password', PASSWORD);
      expect(await colleague.send('Change the password', 'POST', /\/me\/password$/)).toBe(200);
      // The other browser is signed out, and says why.
      await elsewhere.page.waitForTimeout(1100);
      await elsewhere.page.reload();
      await alert(elsewhere, inLanguage('this sign-in was ended elsewhere', 'cette connexion a été terminée ailleurs'));
      await elsewhere.page.context().close();
    };

    /** They make a key for a program, which is shown once, and delete it. */
    const makeKey = async () => {
      await colleague.go('/me');
      await colleague.press('New key');
      await colleague.fill(colleague.dialog().getByLabel(colleague.name('Name'), { exact: true }), 'website');
      await colleague.choose('May do', 'Read only');
      await keep(colleague, shot('new-key'));
      // This sign-in is younger than ten minutes, so it needs no password.
      expect(await colleague.send('Make the key', 'POST', /\/me\/keys$/)).toBe(201);
      const key = await colleague.input('Key').inputValue();
      await keep(colleague, shot('key'));
      await colleague.press('Close');
      const item = colleague.page.getByRole('listitem').filter({ hasText: 'website' });
      await item.getByText(colleague.name('Read only')).waitFor();
      expect((await service.calendar.get('/me', { key }).expect(200)).body).toMatchObject({ writes: [] });
      await colleague.press(item.getByRole('button'));
      expect(await colleague.send(colleague.button('Delete', colleague.dialog()), 'DELETE', /\/me\/keys\//)).toBe(200);
      await item.waitFor({ state: 'detached' });
    };

    /** An administrator changes the account, and they learn why they are signed out. */
    const beDisabledAndEnabled = async () => {
      const { id } = await accountOf();
      await boss.go('/accounts');
      await boss.fill('Search', name);
      await boss.page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click();
      await boss.page.getByRole('heading', { level: 1, name }).waitFor();
      await boss.page.getByText(boss.name('Signs in with a password.')).waitFor();
      await keep(boss, shot('account'));
      await boss.choose('Role', 'Editor');
      expect(await boss.send('Save', 'PATCH', /\/accounts\/\d+$/)).toBe(200);
      expect(await accountOf()).toMatchObject({ id, role: 'editor' });
      await boss.press('Disable');
      expect(await boss.send(boss.button('Disable', boss.dialog()), 'PATCH', /\/accounts\/\d+$/)).toBe(200);
      await boss.page.getByText(boss.name('Disabled'), { exact: true }).waitFor();
      await colleague.page.waitForTimeout(1100);
      await colleague.go('/venues');
      const dialog = colleague.dialog();
      await dialog.getByText(inLanguage('The account of this key is disabled', 'Le compte de cette clé est')).waitFor();
      expect(await dialog.getByLabel(colleague.name('E-mail')).inputValue()).toBe(email);
      await keep(colleague, shot('signed-out'));
      await colleague.page.reload();
      await alert(colleague, inLanguage('The account of this key is disabled', 'Le compte de cette clé est'));
      expect(await signIn(colleague, OTHER)).toBe(401);
      expect(await boss.send('Enable', 'PATCH', /\/accounts\/\d+$/)).toBe(200);
      await boss.button('Disable').waitFor();
      expect(await signIn(colleague, OTHER)).toBe(201);
      // The screen that was left is open again.
      await colleague.page.getByRole('heading', { level: 1, name: colleague.name('Venues') }).waitFor();
    };

    /** The page asks before an invitation ends the sign-in of somebody else. */
    const beAsked = async () => {
      const { id } = await accountOf();
      const { url } = (await service.calendar.post(`/accounts/${id}/invitation`, {}, admin).expect(201)).body;
      await boss.page.goto(`${boss.root}/admin/`);
      await boss.go(new URL(url).hash.slice(1));
      await boss.dialog().getByText(inLanguage('You are signed in as', 'Vous utilisez le compte')).waitFor();
      await boss.press('Not now');
      await boss.go('/accounts');
      await boss.button('Invite').waitFor();
    };

    it('are invited, choose a password, sign in, and keep their account', async () => {
      await beInvited();
      await choosePassword();
      await signOutAndIn();
      await changeAccount();
      await makeKey();
      await beDisabledAndEnabled();
      await beAsked();
    });

    it('cannot leave the calendar without an administrator', async () => {
      const { accounts } = (await service.calendar.get('/accounts?per_page=50', admin)).body;
      const last = accounts.find(({ role }: { role: string }) => role === 'administrator');
      await boss.go(`/accounts/${last.id}`);
      await boss.choose('Role', 'Editor');
      expect(await boss.send('Save', 'PATCH', /\/accounts\/\d+$/)).toBe(409);
      await alert(boss, inLanguage('This is the last enabled administrator', 'C’est le dernier administrateur actif'));
    });

    it('give their address where the account has none', async () => {
      const { id } = (await service.calendar.post('/accounts', { name: `Luc ${mark}`, role: 'reader' }, admin)).body;
      const taken = { name: `Zoe ${mark}`, role: 'reader', email: `zoe.${email}` };
      await service.calendar.post('/accounts', taken, admin).expect(201);
      const { url } = (await service.calendar.post(`/accounts/${id}/invitation`, {}, admin).expect(201)).body;
      const luc = await openPage(service, run, new URL(url).hash, colours);
      await luc.page.getByRole('heading', { name: luc.name('Choose a password') }).waitFor();
      expect(await luc.input('E-mail').getAttribute('autocomplete')).toBe('username');
      await keep(luc, shot('invitation-with-address'));
      await luc.fill('E-mail', taken.email);
      await luc.fill('Password', OTHER);
      expect(await luc.send('Sign in', 'POST', /\/sign-in$/)).toBe(409);
      await luc.page.getByText(inLanguage('Another account has this', 'Un autre compte a cette')).waitFor();
      await luc.fill('E-mail', `luc.${email}`);
      expect(await luc.send('Sign in', 'POST', /\/sign-in$/)).toBe(201);
      await luc.page.getByRole('heading', { level: 1, name: inLanguage('Start', 'Accueil') }).waitFor();
      expect((await service.calendar.get(`/accounts/${id}`, admin)).body.email).toBe(`luc.${email}`);
      await luc.page.context().close();
    });
  });
});

describeInBrowser('a calendar without passwords', () => {
  const service = editorsPage({ environment: { PASSWORD_SIGN_IN: 'off' } });

  it('asks for a key alone', async () => {
    const editor = await openPage(service, ['en', 'desktop']);
    const key = editor.input('Key');
    await key.waitFor();
    expect(await editor.input('E-mail').count()).toBe(0);
    expect(await editor.button('Use e-mail and password').count()).toBe(0);
    await editor.page.getByText('creates a key for you').waitFor();
    await editor.fill(key, service.calendar.keys.reader);
    await editor.press('Sign in');
    await editor.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await editor.page.context().close();
  });
});
