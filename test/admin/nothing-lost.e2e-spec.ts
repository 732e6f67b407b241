import { spawnSync } from 'node:child_process';
import { AccountsService } from '../../src/http/auth/accounts.service.js';
import { bareEnvironment } from '../support/bare-environment.js';
import { build } from '../support/build.js';
import { TestCalendar } from '../support/test-calendar.js';
import { describeInBrowser, type Editor, editorsPage, openEditor } from './editor.js';

const item = (text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'>
  <span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

/** As Word writes it on the clipboard. */
const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment--><h1>Programme<o:p></o:p></h1>
${item('Bach')}${item('Ravel')}
<table class=MsoTableGrid><tr><td><p class=MsoNormal>19 h 30<o:p></o:p></p></td><td><p class=MsoNormal>Concert</p></td></tr></table>
<!--EndFragment--></body></html>`;

describeInBrowser('what is being entered', () => {
  const service = editorsPage();
  let editor: Editor;

  let shared: Editor;

  beforeAll(async () => {
    shared = await openEditor(service, ['en', 'desktop']);
    editor = shared;
  });

  /** A test leaves unsaved changes, and perhaps French; the next one begins without them. */
  afterEach(async () => {
    editor.page.removeAllListeners('dialog');
    editor.page.once('dialog', (dialog) => void dialog.accept());
    await editor.go('/');
    await editor.page.getByRole('heading', { level: 1, name: /^(Start|Accueil)$/ }).waitFor();
    await editor.page.evaluate(() => {
      for (const name of Object.keys(localStorage)) if (name.startsWith('calendar.copy')) localStorage.removeItem(name);
    });
    editor.page.removeAllListeners('dialog');
    if ((await editor.page.locator('html').getAttribute('lang')) === 'en') return;
    await editor.page.getByRole('button', { name: 'English' }).click();
    await editor.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  });

  const open = async (key?: string) => {
    editor = key ? await openEditor(service, ['en', 'desktop'], key) : shared;
    await editor.go('/events/create');
    await editor.fill('Title (English)', 'A talk');
    await editor.fill('Start', '2027-05-04T18:30');
  };

  const titles = async (): Promise<string[]> => {
    const { body } = await service.calendar.get('/events?status=any&from=2027-05-04&to=2027-05-04', {
      as: 'administrator',
    });
    return body.events.map(({ title }: { title: string }) => title);
  };

  it('is offered again after a reload, inside the form', async () => {
    await open();
    await editor.page.waitForFunction(() => JSON.stringify(localStorage).includes('A talk'));
    editor.page.on('dialog', (dialog) => void dialog.accept());
    await editor.page.reload();
    await editor.button('Continue with them').click();
    expect(await editor.input('Title (English)').inputValue()).toBe('A talk');
    expect(await editor.input('Start').inputValue()).toBe('2027-05-04T18:30');
    expect(await editor.send('Save as draft', 'POST', /\/events$/)).toBe(201);
    await editor.openId();
    // What was saved is not offered any more.
    await editor.go('/');
    await editor.go('/events/create');
    await editor.input('Title (English)').waitFor();
    expect(await editor.button('Continue with them').count()).toBe(0);
  });

  it('asks before it is left', async () => {
    await open();
    const asked = editor.page.waitForEvent('dialog');
    const clicked = editor.entry('Venues').click();
    const dialog = await asked;
    expect(dialog.type()).toBe('confirm');
    expect(dialog.message()).toContain('this browser keeps it and offers it again');
    await dialog.dismiss();
    await clicked;
    expect(await editor.input('Title (English)').inputValue()).toBe('A talk');
  });

  it('is kept to the last key where it is left at once', async () => {
    await open();
    await editor.page.waitForFunction(() => JSON.stringify(localStorage).includes('A talk'));
    editor.page.on('dialog', (dialog) => void dialog.accept());
    await editor.fill('Title (English)', 'A talk on boats');
    // A click of Playwright may come too late to show anything.
    await editor.entry('Venues').evaluate((link: HTMLElement) => link.click());
    await editor.page.getByRole('heading', { level: 1, name: 'Venues' }).waitFor();
    await editor.go('/events/create');
    await editor.button('Continue with them').click();
    expect(await editor.input('Title (English)').inputValue()).toBe('A talk on boats');
  });

  it('asks before an action that leaves it, and not once that is done', async () => {
    await open();
    expect(await editor.send('Save as draft', 'POST', /\/events$/)).toBe(201);
    const id = await editor.openId();
    await editor.fill('Title (English)', 'Not saved');
    // The copy is kept half a second after the last key.
    await editor.page.waitForFunction(() => JSON.stringify(localStorage).includes('Not saved'));
    await editor.press('Preview');
    await editor.dialog().getByText('This is what was saved last.').waitFor();
    await editor.press('Close');
    const writes: string[] = [];
    const answers = ['dismiss', 'dismiss', 'accept'] as const;
    editor.page.on('request', (request) => void (request.method() !== 'GET' && writes.push(request.method())));
    editor.page.on('dialog', (dialog) => {
      writes.push(dialog.type());
      void dialog[answers[writes.length - 1] ?? 'dismiss']();
    });
    await editor.press('Duplicate');
    await editor.press('Move to trash');
    await editor.press('Move to trash');
    await editor.page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    expect(writes).toEqual(['confirm', 'confirm', 'confirm', 'DELETE']);
    // As the question says, the browser has kept it.
    await service.calendar.patch(`/events/${id}`, { status: 'draft' }, { as: 'administrator' });
    await editor.go(`/events/${id}`);
    await editor.button('Continue with them').click();
    expect(await editor.input('Title (English)').inputValue()).toBe('Not saved');
    editor.page.removeAllListeners('request');
  });

  it('is kept among the translations as well', async () => {
    const { body: venue } = await service.calendar.post('/venues', { venue: 'Guild Hall' }, { as: 'editor' });
    editor = shared;
    await editor.go('/translations?into=fr&kind=venues&state=missing');
    // The original has the labels of the form.
    await editor.page.getByText('Name (English)', { exact: true }).waitFor();
    const name = editor.page.getByLabel('Name (French)', { exact: true });
    await name.fill('Salle de la guilde');
    await editor.page.waitForFunction(() => JSON.stringify(localStorage).includes('Salle de la guilde'));
    for (const state of ['Outdated', 'Missing']) {
      await editor.page.getByRole('combobox', { name: 'State' }).click();
      await editor.page.getByRole('option', { name: state }).click();
    }
    await editor.button('Continue with them').click();
    expect(await name.inputValue()).toBe('Salle de la guilde');
    expect(await editor.send('Save and next', 'PATCH', /\/venues\/\d+$/)).toBe(200);
    // The page removes its copy once it has read the response.
    await editor.page.waitForFunction(() => !JSON.stringify(localStorage).includes('guilde'));
    await service.calendar.delete(`/venues/${venue.id}?force=true`, { as: 'editor' });
  });

  it('stays when the key has expired: another one is asked for, and the entry is saved', async () => {
    const accounts = service.calendar.app.get(AccountsService);
    const { text, id } = await accounts.createKey({ name: 'somebody', role: 'editor' });
    await open(text);
    await accounts.revokeKey(id);
    await editor.page.waitForTimeout(1100);
    const saved = editor.page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.status() === 201,
    );
    await editor.button('Save as draft').click();
    const dialog = editor.page.getByRole('dialog');
    await dialog.getByLabel('Key', { exact: true }).fill('cal_nonsense');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Key', { exact: true }).fill(service.calendar.keys.editor);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await saved;
    expect(await titles()).toContain('A talk');
    await editor.page.context().close();
    editor = shared;
  });

  it('stays when the network fails, and is created once', async () => {
    await open();
    await editor.fill('Title (English)', 'Offline talk');
    // The service receives the request, and the answer is lost.
    let isLost = false;
    await editor.page.route(/\/events$/, async (route) => {
      if (route.request().method() !== 'POST' || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await editor.button('Save as draft').click();
    await editor.page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    expect(await editor.input('Title (English)').inputValue()).toBe('Offline talk');
    expect(await editor.send('Save as draft', 'POST', /\/events$/)).toBe(201);
    expect((await titles()).filter((title) => title === 'Offline talk')).toHaveLength(1);
  });

  it('is not replaced by what was saved a moment before', async () => {
    await open();
    expect(await editor.send('Save as draft', 'POST', /\/events$/)).toBe(201);
    await editor.openId();
    await editor.fill('Title (English)', 'A talk, saved');
    await editor.page.route(/\/events\/\d+(?:\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await editor.button('Save').click();
    // Inputs take nothing while a save goes on: the click waits for its end.
    await editor.input('Title (English)').click();
    await editor.page.keyboard.press('End');
    await editor.page.keyboard.type(' twice');
    await editor.page.waitForTimeout(2000);
    expect(await editor.input('Title (English)').inputValue()).toBe('A talk, saved twice');
    await editor.page.unrouteAll({ behavior: 'wait' });
  });

  it('takes nothing more once a new record is saved, until the form of that record is shown', async () => {
    await open();
    const seen = await editor.page.evaluateHandle(() => {
      const form = document.querySelector<HTMLElement>('.record-main')!;
      const states: boolean[] = [];
      new MutationObserver(() => form.isConnected && states.push(form.inert)).observe(form, { attributes: true });
      return states;
    });
    expect(await editor.send('Save as draft', 'POST', /\/events$/)).toBe(201);
    await editor.openId();
    expect(await seen.jsonValue()).toEqual([true]);
  });

  it('shows the reasons of a refusal at the inputs, and focuses the first', async () => {
    await open();
    await editor.fill('Website', 'example');
    // The one of a language alone stands beside it.
    expect(await editor.page.getByLabel('Website (French)', { exact: true }).isVisible()).toBe(true);
    expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(400);
    await editor.page.locator('[name=website][aria-invalid=true]:focus').waitFor();
    await editor.fill('Website', 'https://example.com/');
    await editor.fill('End', '2027-05-03T18:30');
    expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(400);
    await editor.page.locator('[name=end_date][aria-invalid=true]:focus').waitFor();
    // In the words of the page: it has no start_date.
    expect(await errors()).toEqual(['Must not lie before “Start”.']);
    await editor.fill('End', '2027-05-04T19:30');
    expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(201);
  });

  const errors = () => editor.page.locator('main .MuiFormHelperText-root.Mui-error').allInnerTexts();

  it('has a reason for each input that is missing', async () => {
    editor = shared;
    await editor.go('/events/create');
    expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(400);
    await editor.page.locator('[name="translations.en.title"][aria-invalid=true]:focus').waitFor();
    expect(await errors()).toEqual(['Required', 'Required', 'Required']);
    await editor.page.getByText('Some fields need a correction.', { exact: true }).waitFor();
  });

  it('is said of a series: its number of dates, its last one, and days without any', async () => {
    await open();
    await editor.choose('Repeats', 'Every week');
    await editor.choose('Ends', 'On a date');
    const lastDay = editor.input('Last day');
    // Nothing ends by itself on the first day.
    expect(await lastDay.inputValue()).toBe('');
    for (const [day, error] of [
      ['', 'Required'],
      ['2027-05-03', 'The last day is before the first date.'],
    ] as const) {
      await lastDay.fill(day);
      expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(400);
      await lastDay.and(editor.page.locator('[aria-invalid=true]:focus')).waitFor();
      expect(await errors()).toEqual([error]);
    }
    await lastDay.fill('2027-06-30');
    await editor.page.getByText('9 dates, the last on Tuesday, June 29, 2027').waitFor();
    const holiday = editor.page.locator('input').and(editor.input('Not on these days'));
    for (const day of ['2027-05-11', '2027-05-12']) {
      await holiday.fill(day);
      await holiday.press('Enter');
    }
    await editor.page.getByText('8 dates, the last on').waitFor();
    await editor.page.getByText('No date falls on Wednesday, May 12, 2027.').waitFor();
  });

  it('is pasted from Word with its lists, headings and tables', async () => {
    await open();
    const text = editor.page.getByRole('textbox', { name: 'Description (English)' });
    await text.click();
    await text.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, FROM_WORD);
    expect(await text.innerHTML()).toBe(
      '<h2>Programme</h2><ul><li><p>Bach</p></li><li><p>Ravel</p></li></ul><p>19 h 30 Concert</p>',
    );
  });

  it('is offered again when the language of the page is changed', async () => {
    await open();
    await editor.page.getByRole('button', { name: 'Français' }).click();
    await editor.page.getByRole('button', { name: 'Les reprendre' }).click();
    await editor.page
      .getByLabel('Titre (anglais)', { exact: true })
      .and(editor.page.locator('[value="A talk"]'))
      .waitFor();
    expect(await editor.page.locator('html').getAttribute('lang')).toBe('fr');
    expect(await editor.page.getByRole('button', { name: 'Publier' }).isVisible()).toBe(true);
  });

  it('includes the key, which is taken from the address that the command prints, and kept where that is wanted', async () => {
    build();
    const calendar = await TestCalendar.start({ ADMIN_PAGE: 'on', BASE_PATH: '/calendar' });
    const { port } = calendar.app.getHttpServer().address() as { port: number };
    const site = { SITE_URL: `http://127.0.0.1:${port}`, BASE_PATH: '/calendar', DATABASE_URL: calendar.url };
    const create = ['dist/src/commands/cli/keys.js', 'create', '--role', 'author', '--name', 'Jeanne'];
    const { stdout, stderr } = spawnSync(process.execPath, create, {
      env: { ...bareEnvironment(), ...site },
      encoding: 'utf8',
    });
    const key = stdout.trim();
    expect(key).toMatch(/^cal_\w+$/);
    const [address = ''] = /http:\S+/.exec(stderr) ?? [];
    expect(address).toBe(`${site.SITE_URL}/calendar/admin/#key=${key}`);

    const page = await service.browser.newPage({ locale: 'fr-CA' });
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
    expect(page.url()).not.toContain('key');
    const kept = () => page.evaluate(() => [sessionStorage.length, JSON.stringify(localStorage)]);
    expect(await kept()).toEqual([1, expect.not.stringContaining('cal_')]);
    // Nor is it an entry of the history.
    await page.goBack();
    expect(page.url()).not.toContain('key');
    await page.goto(`${site.SITE_URL}/calendar/admin/`);
    await page.getByRole('button', { name: 'Jeanne' }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await page.getByRole('button', { name: 'Se connecter avec une clé' }).click();
    await page.getByLabel('Clé').fill(key);
    await page.getByLabel('Rester connecté').check();
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
    expect(await kept()).toEqual([0, expect.stringContaining(key)]);
    await page.close();
    await calendar.stop();
  });
});
