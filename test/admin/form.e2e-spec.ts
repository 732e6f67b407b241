import sharp from 'sharp';
import { AccountsService } from '../../src/http/auth/accounts.service.js';
import { pause } from '../support/process-time.js';
import { describeInBrowser, type Editor, editorsPage, openEditor } from './editor.js';

/** Of dates that are not over. */
const YEAR = new Date().getUTCFullYear() + 1;

type CalendarRecord = Readonly<Record<string, object>>;

describeInBrowser('the form of an event', () => {
  const service = editorsPage();
  let editor: Editor;
  /** Whether a test has taken something from the browser, which a reload brings back. */
  let isBroken = false;

  beforeAll(async () => {
    editor = await openEditor(service, ['en', 'desktop']);
  });

  /** A test leaves unsaved changes and changed responses; the next one begins without them. */
  afterEach(async () => {
    const { page } = editor;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    page.removeAllListeners('dialog');
    page.once('dialog', (dialog) => void dialog.accept());
    if (isBroken) await page.reload();
    isBroken = false;
    await editor.go('/');
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage)) if (name.startsWith('calendar.copy')) localStorage.removeItem(name);
    });
    page.removeAllListeners('dialog');
  });

  const create = async (kind: string, body: object): Promise<number> => {
    const { status, body: record } = await service.calendar.post(`/${kind}`, body, { as: 'editor' });
    expect(status).toBe(201);
    return record.id;
  };

  const event = (more: object = {}) =>
    create('events', { title: 'A talk', start_date: '2027-02-14 10:00', end_date: '2027-02-14 17:30', ...more });

  const open = async (path: string) => {
    await editor.go(path);
    await editor.page.locator('form.record-form').waitFor();
  };

  const picture = (background = '#14615c') =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();

  const values = async () => [await editor.input('Start').inputValue(), await editor.input('End').inputValue()];

  const errors = () => editor.page.locator('main .MuiFormHelperText-root.Mui-error').allInnerTexts();

  /** Types into the parts of a date, which the Tab key reaches at the first one. */
  const type = async (english: string, keys: string) => {
    await editor.input(english).blur();
    await editor.input(english).focus();
    await editor.page.keyboard.type(keys);
  };

  describe('a start', () => {
    it('keeps the length of the event while it is typed', async () => {
      await open(`/events/${await event()}`);
      await type('Start', '03152027');
      expect(await values()).toEqual(['2027-03-15T10:00', '2027-03-15T17:30']);
    });

    it('keeps it when it was emptied and is filled later', async () => {
      await open(`/events/${await event()}`);
      await editor.input('Start').focus();
      await editor.page.keyboard.press('Delete');
      expect(await values()).toEqual(['', '2027-02-14T17:30']);
      await editor.input('Title (English)').focus();
      await type('Start', '08');
      expect(await values()).toEqual(['2027-08-14T10:00', '2027-08-14T17:30']);
      expect(await editor.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
    });

    it('keeps an end that was entered without it, and has one of its own without', async () => {
      await open('/events/create');
      await editor.fill('End', '2027-05-04T22:00');
      await type('Start', '05042027');
      await editor.page.keyboard.press('ArrowRight');
      await editor.page.keyboard.type('0830PM');
      expect(await values()).toEqual(['2027-05-04T20:30', '2027-05-04T22:00']);
      await type('Start', '06');
      expect(await values()).toEqual(['2027-06-04T20:30', '2027-06-04T22:00']);
    });

    it('that is no date has a sentence at the field, which goes with its cause', async () => {
      await open(`/events/${await event({ recurrence: 'FREQ=WEEKLY;COUNT=3' })}`);
      await type('Start', '021520277');
      await editor.page.locator('[name=start_date][aria-invalid=true]').waitFor();
      expect(await errors()).toEqual(['The year has four digits.']);
      let isSent = false;
      await editor.page.route(/\/events\/\d+$/, (route) => ((isSent = true), route.continue()));
      await editor.press('Save');
      await editor.page.getByText('Some fields need a correction.', { exact: true }).waitFor();
      expect(isSent).toBe(false);
      await type('Start', '02162027');
      await editor.page.locator('[name=start_date][aria-invalid=false]').waitFor();
      expect(await values()).toEqual(['2027-02-16T10:00', '2027-02-16T17:30']);
      await type('Start', '0231');
      await editor.input('Title (English)').focus();
      await editor.page.locator('[name=start_date][aria-invalid=true]').waitFor();
      expect(await errors()).toEqual(['This date is incomplete, or does not exist.']);
    });
  });

  it('keeps the number of dates of a series while another one is typed', async () => {
    await open(`/events/${await event({ recurrence: 'FREQ=WEEKLY;COUNT=5' })}`);
    const times = editor.input('Number of times');
    await times.fill('');
    await editor.page.getByText('5 dates, the last on', { exact: false }).waitFor();
    await times.press('8');
    await editor.page.getByText('8 dates, the last on', { exact: false }).waitFor();
    await times.fill('');
    await times.blur();
    expect(await times.inputValue()).toBe('8');
  });

  describe('the dates of a series', () => {
    const preview = /\/events\/occurrences$/;
    const shown = () => editor.page.locator('.next-dates li').count();
    const sentence = (text: string) => editor.page.getByText(text, { exact: false }).waitFor();

    it('are those of the service, with its reason if it would refuse them', async () => {
      await open(`/events/${await event({ start_date: `${YEAR}-02-14 10:00`, end_date: `${YEAR}-02-14 11:00` })}`);
      await editor.choose('Repeats', 'Every week');
      await editor.choose('Ends', 'After a number of times');
      await editor.fill('Number of times', '3');
      await sentence('3 dates, the last on');
      expect(await shown()).toBe(3);
      const days = editor.page.getByRole('group', { name: 'Not on these days' });
      await editor.fill(days.getByLabel('Not on these days', { exact: true }), `${YEAR}-02-15`);
      await editor.press(editor.button('Add', days));
      await sentence('No date falls on');
      await editor.choose('Ends', 'On a date');
      await editor.fill('Last day', `${YEAR}-02-13`);
      await sentence('The last day is before the first date.');
      expect([await errors(), await shown()]).toEqual([['The last day is before the first date.'], 0]);
      await editor.choose('Repeats', 'Another rule, as calendars write it');
      await editor.fill('Rule, as calendars write it', 'FREQ=HOURLY');
      await editor.page.locator('.series-dates').getByText('FREQ', { exact: false }).waitFor();
    });

    it('are asked for once while an input is typed, and keep all that was entered without the service', async () => {
      const id = await event({ start_date: `${YEAR}-02-14 10:00`, end_date: `${YEAR}-02-14 11:00` });
      await open(`/events/${id}`);
      await editor.choose('Repeats', 'Every week');
      await editor.choose('Ends', 'After a number of times');
      await editor.fill('Number of times', '4');
      await sentence('4 dates, the last on');
      let asked = 0;
      await editor.page.route(preview, (route) => ((asked += 1), route.continue()));
      // On a busy machine more time passes between two keys than the page waits for one.
      const keys = await editor.page.evaluateHandle(() => {
        const times: number[] = [];
        document.addEventListener('input', () => times.push(performance.now()), true);
        return times;
      });
      const times = editor.input('Number of times');
      await times.fill('');
      await times.pressSequentially('123', { delay: 20 });
      await sentence('123 dates, the last on');
      const typed = await keys.jsonValue();
      expect(asked).toBeLessThanOrEqual(
        1 + typed.filter((time, index) => time - (typed[index - 1] ?? time) > 300).length,
      );
      await editor.page.unroute(preview);
      await editor.page.route(preview, (route) => route.abort('connectionrefused'));
      await times.fill('5');
      await sentence('The service cannot be reached.');
      await sentence('123 dates, the last on');
      expect(await times.inputValue()).toBe('5');
      expect(await editor.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect((await service.calendar.get(`/events/${id}`)).body.recurrence).toMatchObject({
        rrule: expect.stringContaining('COUNT=5'),
      });
    });
  });

  it('says of a last day that its year has a digit too many, and keeps what is typed', async () => {
    await open(`/events/${await event({ recurrence: 'FREQ=WEEKLY;UNTIL=20270331' })}`);
    const lastDay = editor.input('Last day');
    await type('Last day', '042120277');
    expect([await lastDay.inputValue(), await errors()]).toEqual(['20277-04-21', ['The year has four digits.']]);
    await type('Last day', '04212027');
    expect([await lastDay.inputValue(), await errors()]).toEqual(['2027-04-21', []]);
    await editor.page.getByText('10 dates, the last on', { exact: false }).waitFor();
  });

  it('takes no day of a series whose year is half typed', async () => {
    await open(`/events/${await event({ recurrence: 'FREQ=WEEKLY;COUNT=3' })}`);
    const days = editor.page.getByRole('group', { name: 'Not on these days' });
    const input = days.getByLabel('Not on these days', { exact: true });
    const enter = async (keys: string) => {
      await input.focus();
      await editor.page.keyboard.type(keys);
      await input.blur();
    };
    for (const [typed, shown] of [
      ['02212', '0002-02-21'],
      ['022120277', '20277-02-21'],
    ] as const) {
      await enter(typed);
      expect([await input.inputValue(), await errors()]).toEqual([shown, ['The year has four digits.']]);
      expect(await days.locator('.MuiChip-root').count()).toBe(0);
    }
    await enter('02212027');
    await days.getByText('Sun, Feb 21, 2027').waitFor();
    expect([await input.inputValue(), await errors()]).toEqual(['', []]);
  });

  /** Changes the record that the form reads, as a fault of the service or of an extension would. */
  const withRecord = (change: (record: CalendarRecord) => object) =>
    editor.page.route(/\/events\/\d+\?/, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const record = await response.json();
      await route.fulfill({ response, json: { ...record, ...change(record) } });
    });

  const failures = () => editor.page.getByRole('alert').filter({ hasText: 'cannot be shown' });

  const failedParts = async () => {
    const texts = await failures().allInnerTexts();
    return texts.map((text) => /“(.+)”/.exec(text)?.[1]);
  };

  describe('an error of a part', () => {
    it('leaves the rest of the form, and what was entered is saved', async () => {
      const id = await event();
      await withRecord(() => ({ image: { id: 7, url: 'https://example.com/a.jpg', sizes: {} } }));
      await open(`/events/${id}`);
      await failures().waitFor();
      expect(await failedParts()).toEqual(['Image']);
      await editor.fill('Title (English)', 'A longer talk');
      expect(await editor.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
    });

    it('leaves the form, whichever part it is', async () => {
      const id = await event({ event_status: 'cancelled' });
      for (const name of ['Music', 'Theatre']) await create('categories', { name });
      const { body: account } = await service.calendar.get('/me', { as: 'editor' });
      const copy = `calendar.copy.${account.id}.events.${id}`;
      await editor.page.evaluate((key) => localStorage.setItem(key, '{"at":"?"}'), copy);
      // What a part calls while it is drawn: the time zones of When, and the order of the categories.
      isBroken = true;
      await editor.page.evaluate('delete Intl.supportedValuesOf, delete String.prototype.localeCompare');
      const texts = { title: 7, slug: 7, event_status_reason: 7 };
      await withRecord(({ translations }) => ({
        ...{ recurrence: { exdates: 7 }, attendance: 'online', online_url: 7, website: 7, modified_by: { name: {} } },
        ...{ image: { sizes: {}, url: 'x' }, translations: { ...translations, en: texts } },
      }));
      await open(`/events/${id}`);
      const parts = [
        ...['Unsaved changes', 'Texts', 'When', 'Repeats', 'Where', 'Image', 'Organizers and subjects'],
        ...['Price and website', 'More', 'Publication', 'Status of the event'],
      ];
      await failures()
        .nth(parts.length - 1)
        .waitFor();
      expect(await failedParts()).toEqual(parts);
      expect(await editor.button('Save').isEnabled()).toBe(true);
      expect(await editor.button('Duplicate').isVisible()).toBe(true);
    });

    it('is tried again', async () => {
      isBroken = true;
      await editor.page.evaluate('Intl.zones = Intl.supportedValuesOf, delete Intl.supportedValuesOf');
      await open(`/events/${await event()}`);
      await failures().waitFor();
      expect(await failedParts()).toEqual(['When']);
      await editor.page.evaluate('Intl.supportedValuesOf = Intl.zones');
      await editor.page.getByRole('button', { name: 'Try again' }).click();
      expect(await values()).toEqual(['2027-02-14T10:00', '2027-02-14T17:30']);
    });
  });

  describe('a picture', () => {
    const choose = (name: string, buffer: Buffer) => editor.upload('Image', name, buffer);

    it('that is on its way is waited for', async () => {
      await open('/events/create');
      await editor.fill('Title (English)', 'A concert with a poster');
      await editor.fill('Start', '2027-02-20T20:00');
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      await editor.page.route(/\/images$/, (route) => arrived.then(() => route.continue()));
      await choose('poster.png', await picture());
      await editor.page.getByText('The picture is still on its way.').waitFor();
      expect(await editor.button('Save as draft').isDisabled()).toBe(true);
      const published = editor.send('Publish', 'POST', /\/events$/);
      arrive();
      expect(await published).toBe(201);
      const { body } = await service.calendar.get(`/events/${await editor.openId()}`);
      expect(body.image.sizes.full.url).toMatch(/\.png$/);
    });

    it('of one language is shown beside that of both, and can go', async () => {
      const at = (name: string) => ({ url: `https://example.com/${name}.jpg` });
      const translations = { fr: { title: 'Deux affiches', image: at('affiche') } };
      const id = await event({ image: at('poster'), translations });
      await open(`/events/${id}`);
      await editor.page.getByText('The French pages show this picture instead.').waitFor();
      await editor.press('Use the same picture in both languages');
      expect(await editor.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
      const { body } = await service.calendar.get(`/events/${id}`, { language: 'fr' });
      expect(body.image.url).toBe(at('poster').url);
      expect(await editor.page.getByText('The French pages show this picture instead.').count()).toBe(0);
    });

    it('that is refused is named, with the reason', async () => {
      await open('/events/create');
      const refused = editor.page.waitForResponse((response) => response.status() === 400);
      await choose('damaged.png', (await picture()).subarray(0, 60));
      const { data } = (await (await refused).json()) as { data: { params: { file: string } } };
      await editor.page.getByText(`damaged.png: ${data.params.file}`, { exact: true }).waitFor();
      // The types are named: an iPhone converts its own one to these.
      expect(await editor.input('Image').getAttribute('accept')).toMatch(/^image\/jpeg,(?:image\/\w+,?)+$/);
      expect(await editor.button('Publish').isEnabled()).toBe(true);
    });
  });

  it('names each of several pictures that are refused', async () => {
    await editor.go('/images');
    const damaged = (await picture('#123456')).subarray(0, 60);
    const files = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: damaged }));
    await editor.input('Upload').setInputFiles(files);
    await editor.page.getByText(/^one\.png: \S/).waitFor();
    await editor.page.getByText(/^two\.png: \S/).waitFor();
  });

  describe('a refused save', () => {
    it('leaves no error at a field that is right again', async () => {
      await open('/events/create');
      expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(400);
      await editor.page.locator('[name="translations.en.title"][aria-invalid=true]').waitFor();
      // The title in one language is enough, and the start brings an end.
      await editor.fill('Title (French)', 'Une causerie');
      await editor.fill('Start', '2027-03-04T18:30');
      expect(await errors()).toEqual([]);
      await editor.fill('Address of an image', 'poster');
      await editor.press(editor.page.getByRole('button', { name: 'Use', exact: true }));
      expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(400);
      await editor.page.getByLabel('Address of an image').and(editor.page.locator('[aria-invalid=true]')).waitFor();
      await editor.press(editor.page.getByRole('button', { name: 'Remove the image' }));
      expect(await errors()).toEqual([]);
      await editor.fill('End', '2027-03-03T18:30');
      expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(400);
      await editor.page.locator('[name=end_date][aria-invalid=true]').waitFor();
      // The end follows, and is not before the start any more once it is moved by hand.
      await editor.fill('Start', '2027-03-01T18:30');
      await editor.fill('End', '2027-03-01T20:30');
      expect(await errors()).toEqual([]);
      expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(201);
      await editor.openId();
    });
  });

  describe('who signs in', () => {
    /** A browser of its own, in which a test signs in and out. */
    const withBrowser = async (key: string, work: (own: Editor) => Promise<void>) => {
      const own = await openEditor(service, ['en', 'desktop'], key);
      await work(own);
      await own.page.context().close();
    };

    const kept = (own: Editor) => own.page.evaluate(() => JSON.stringify(localStorage));

    const enter = async (own: Editor) => {
      await own.go('/events/create');
      await own.fill('Title (English)', 'Not for everyone');
      await own.page.waitForFunction(() => JSON.stringify(localStorage).includes('Not for everyone'));
    };

    const signOut = async (own: Editor) => {
      await own.page.getByRole('button', { name: 'the editor' }).click();
      await own.page.getByRole('menuitem', { name: 'Sign out' }).click();
    };

    it('drops what was being entered when signing out, after a question', () =>
      withBrowser(service.calendar.keys.editor, async (own) => {
        await enter(own);
        await own.page.getByRole('button', { name: 'More', exact: true }).click();
        await own.fill('Password', 'hush');
        await signOut(own);
        await own.dialog().getByText('What you were entering in 1 form is not saved').waitFor();
        expect(await kept(own)).not.toContain('hush');
        await own.press('Cancel');
        expect(await own.input('Title (English)').inputValue()).toBe('Not for everyone');
        await signOut(own);
        await own.press(own.dialog().getByRole('button', { name: 'Sign out' }));
        await own.button('Sign in with a key').waitFor();
        expect(await kept(own)).not.toContain('Not for everyone');
        expect(await own.page.getByRole('alert').count()).toBe(0);
      }));

    it('is asked before the key of an address replaces that of another account, and is offered only what is their own', () =>
      withBrowser(service.calendar.keys.editor, async (own) => {
        const openAddress = async (key: string, answer: string) => {
          await own.go(`key=${key}`);
          await own.press(own.dialog().getByRole('button', { name: answer }));
        };
        own.page.on('dialog', (dialog) => void dialog.accept());
        await enter(own);
        await openAddress(service.calendar.keys.author, 'Keep my key');
        await own.page.getByRole('button', { name: 'the editor' }).waitFor();
        await openAddress(service.calendar.keys.author, 'Use the other key');
        await own.page.getByRole('button', { name: 'the author' }).waitFor();
        await own.go('/events/create');
        await own.input('Title (English)').waitFor();
        expect(await own.page.getByRole('button', { name: 'Continue with them' }).count()).toBe(0);
        await openAddress(service.calendar.keys.editor, 'Use the other key');
        await own.page.getByRole('button', { name: 'the editor' }).waitFor();
        await own.go('/events/create');
        await own.press('Continue with them');
        expect(await own.input('Title (English)').inputValue()).toBe('Not for everyone');
      }));

    const alert = (own: Editor, text: string) => own.page.getByRole('alert').filter({ hasText: text }).waitFor();

    it('learns from an old address why its key is refused, in the language of the page', async () => {
      const accounts = service.calendar.app.get(AccountsService);
      const { id, text } = await accounts.createKey({ name: 'who left', role: 'editor' });
      await accounts.revokeKey(id);
      await withBrowser(text, async (own) => {
        await alert(own, 'You are no longer signed in. This key is not valid: it is unknown, mistyped or revoked.');
        await own.page.getByRole('button', { name: 'Français' }).click();
        await alert(own, 'Votre connexion a pris fin. Cette clé');
        await own.page.getByRole('button', { name: 'Se connecter avec une clé' }).click();
        await own.page.getByLabel('Clé', { exact: true }).fill(service.calendar.keys.editor);
        await own.page.getByRole('button', { name: 'Se connecter' }).click();
        await own.page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
        expect(await own.page.getByRole('alert').count()).toBe(0);
      });
    });

    it('learns while working that the account was disabled', async () => {
      const accounts = service.calendar.app.get(AccountsService);
      const { text } = await accounts.createKey({ name: 'who was disabled', role: 'editor' });
      await withBrowser(text, async (own) => {
        const [account] = (await accounts.listAccounts()).filter(({ name }) => name === 'who was disabled');
        await accounts.changeAccount(account!.id, { isDisabled: true });
        await own.page.waitForTimeout(1100);
        await own.go('/venues');
        await own.dialog().getByText('The account of this key is disabled.').waitFor();
        await own.page.reload();
        await alert(own, 'You are no longer signed in. The account of this key is disabled.');
      });
    });
  });

  const says = (text: string | RegExp) => editor.page.getByText(text, { exact: true }).first().waitFor();

  const count = (text: string) => editor.page.getByText(text, { exact: true }).count();

  describe('what may be a mistake is said', () => {
    it('of a start in the past, and not of an event that has taken place', async () => {
      await open('/events/create');
      await editor.fill('Start', '2020-01-05T10:00');
      await says('This start is in the past.');
      await editor.fill('Start', '2098-01-05T10:00');
      expect(await count('This start is in the past.')).toBe(0);
      await open(`/events/${await event({ start_date: '2020-01-05 10:00', end_date: '2020-01-05 11:00' })}`);
      await editor.input('Start').waitFor();
      expect(await count('This start is in the past.')).toBe(0);
      await editor.fill('Start', '2020-01-06T10:00');
      await says('This start is in the past.');
    });

    it('of a text near its limit, of which nothing is cut', async () => {
      await open('/events/create');
      await editor.fill('Title (English)', 'é'.repeat(203));
      expect(await editor.page.getByText(/ of 255 characters/).count()).toBe(0);
      await editor.fill('Title (English)', '🎷'.repeat(204));
      await says('204 of 255 characters');
      await editor.fill('Title (English)', 'é'.repeat(260));
      await says('260 characters: 5 more than the 255 that can be saved');
      expect(await editor.input('Title (English)').inputValue()).toHaveLength(260);
    });

    it('of a venue in use that goes to the trash', async () => {
      const venue = await create('venues', { venue: 'Mill Hall' });
      const events = [await event({ venue }), await event({ venue, status: 'draft' })];
      await open(`/venues/${venue}`);
      await editor.press('Move to trash');
      await editor.dialog().getByText('2 events are linked to this, and are shown without it.').waitFor();
      await editor.press('Cancel');
      expect((await service.calendar.get(`/venues/${venue}`)).status).toBe(200);
      await editor.press('Move to trash');
      const confirmation = editor.dialog().getByRole('button', { name: 'Move to trash' });
      expect(await editor.send(confirmation, 'DELETE', /\/venues\/\d+$/)).toBe(200);
      // As the question says, they show it again once it is restored.
      await editor.press('Undo');
      await says('Restored');
      const { body } = await service.calendar.get(`/events/${events[0]}`);
      expect(body.venue).toMatchObject([{ id: venue }]);
    });

    it('of a picture that nothing shows, which can be kept', async () => {
      await editor.go('/images');
      await says('An uploaded picture that nothing shows is removed after 30 days, unless you keep it.');
      await editor.upload('Upload', 'unused.png', await picture('#5c1461'));
      const stored = editor.page.getByRole('button', { name: /unused\.png/ });
      await stored.getByText(/^Not used, removed on \w+day, \w+ \d+, \d{4}$/).waitFor();
      await stored.click();
      await says(/^It will be removed on \w+day, \w+ \d+, \d{4} unless something shows it by then\.$/);
      expect(await editor.send(editor.button('Keep', editor.dialog()), 'PATCH', /\/images\/\d+$/)).toBe(200);
      await says('It is kept although nothing shows it.');
      await editor.press('Close');
      await stored.getByText('Not used, kept').waitFor();
      await stored.click();
      expect(await editor.send(editor.button('Do not keep', editor.dialog()), 'PATCH', /\/images\/\d+$/)).toBe(200);
      await says(/^It will be removed on /);
      await editor.press('Close');
    });
  });

  describe('the screens around it', () => {
    it('count the translations that were skipped, and offer them again', async () => {
      for (const organizer of ['Ensemble Nord', 'Ensemble Sud']) await create('organizers', { organizer });
      await editor.go('/translations?into=fr&kind=organizers&state=missing');
      for (const left of ['2 records', '1 record · 1 skipped']) {
        await says(left);
        await editor.press('Next');
      }
      await says('2 skipped');
      expect(await count('Nothing to translate here.')).toBe(0);
      await editor.press('Go through them again');
      await says('2 records');
    });

    it('say when a scheduled event will be public', async () => {
      await event({ title: 'Announced later', status: 'publish', date: '2090-01-02 12:00' });
      await editor.go('/venues');
      await editor.page.getByRole('heading', { level: 1, name: 'Venues' }).waitFor();
      await editor.go('/');
      const link = editor.page.getByRole('link', { name: /^Announced later.*Publication: Mon, Jan 2, 2090, / });
      await link.waitFor();
    });

    it('name events of the same title or venue at an overlapping time, and no others', async () => {
      const venue = await create('venues', { venue: 'Choir Hall' });
      const dates = { start_date: '2031-05-04 19:00', end_date: '2031-05-04 21:00' };
      const title = { title: 'Choir evening', translations: { fr: { title: 'Soirée de la chorale' } } };
      const first = await create('events', { ...dates, ...title, status: 'draft' });
      const second = await create('events', { ...dates, title: 'Rehearsal', venue: [venue] });
      const exhibition = { start_date: '2031-04-01 10:00', end_date: '2031-06-01 18:00' };
      await create('events', { ...exhibition, title: 'Choirs of the past', venue: [venue] });
      await open('/events/create');
      await editor.fill('Title (English)', 'choir EVENING');
      await editor.fill('Start', '2031-05-04T20:30');
      const found = editor.page.getByText('At this time there is another event of this title:');
      await found.getByRole('link', { name: 'Choir evening' }).waitFor();
      expect(await found.getByRole('link').getAttribute('href')).toBe(`#/events/${first}`);
      await editor.find('Venue', 'Choir Hall');
      const taken = editor.page.getByText('At this time and venue there is:');
      await taken.waitFor();
      expect(await taken.getByRole('link').allInnerTexts()).toEqual(['Rehearsal']);
      await editor.fill('Start', '2031-05-04T21:00');
      for (const sentence of [found, taken]) await sentence.waitFor({ state: 'detached' });
      // By its French title, and not by its own.
      await open(`/events/${second}`);
      expect(await taken.count()).toBe(0);
      await editor.fill('Title (French)', 'Soirée de la chorale');
      await found.getByRole('link').waitFor();
    });

    it('suggest records while one types, and the spelling of what is not found', async () => {
      const id = await event({
        title: 'Xylophone night',
        start_date: '2090-01-02 10:00',
        end_date: '2090-01-02 11:00',
      });
      await editor.go('/events');
      await editor.page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
      const box = editor.page.getByRole('combobox', { name: 'Search', exact: true });
      await box.fill('xylo');
      const option = editor.page.getByRole('option', { name: /^Xylophone night Mon, Jan 2, 2090$/ });
      await option.waitFor();
      await box.fill('xylohpone');
      await editor.press(editor.page.getByRole('button', { name: 'Search for “xylophone”' }));
      await editor.page.getByRole('row', { name: /Xylophone night/ }).waitFor();
      expect(await box.inputValue()).toBe('xylophone');
      await box.fill('xylophone n');
      await option.waitFor();
      await box.press('ArrowDown');
      await box.press('Enter');
      expect(await editor.openId()).toBe(id);
      // The code of the screen comes after the list would have followed.
      await editor.page.route(/record-screen/, async (route) => {
        await pause(1_000);
        await route.continue();
      });
      await editor.go('/events');
      await editor.page.reload();
      await box.fill('xylophone n');
      await option.click();
      expect(await editor.openId()).toBe(id);
    });

    it('name the other part of a series that was divided before it is lengthened into it', async () => {
      const dates = { start_date: `${YEAR}-03-03 10:00`, end_date: `${YEAR}-03-03 12:00` };
      const id = await create('events', { ...dates, title: 'Seed swap', recurrence: 'FREQ=WEEKLY;COUNT=6' });
      const { body } = await service.calendar.get(`/events?search=swap&from=${YEAR}-03-01`, { as: 'editor' });
      const fourth = body.events[3].id as number;
      const path = `/events/${fourth}?apply=following`;
      await service.calendar.patch(path, { start_date: `${YEAR}-03-24 11:00` }, { as: 'editor' }).expect(200);
      await open(`/events/${id}`);
      const found = editor.page.getByText('At this time there is another event of this title:');
      await editor.page.getByText('the last on').waitFor();
      expect(await found.count()).toBe(0);
      const last = editor.page.getByLabel('Last day');
      if ((await last.count()) > 0) await last.fill(`${YEAR}-04-30`);
      else await editor.fill('Number of times', '8');
      await found.getByRole('link').first().waitFor();
    });

    it('create a venue that becomes public with its event', async () => {
      await open('/events/create');
      await editor.fill('Title (English)', 'A talk at the wharf');
      await editor.fill('Start', '2027-02-20T20:00');
      await editor.page.getByRole('combobox', { name: 'Venue', exact: true }).fill('The xebec wharf');
      await editor.page.getByRole('option', { name: 'Create “The xebec wharf”' }).click();
      expect(await editor.send(editor.button('Add', editor.dialog()), 'POST', /\/venues$/)).toBe(201);
      const venue = async () => {
        const { body } = await service.calendar.get('/venues?search=xebec&status=any', { as: 'editor' });
        return body.venues.map(({ status }: { status: string }) => status);
      };
      expect(await venue()).toEqual(['draft']);
      expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(201);
      await editor.openId();
      expect(await venue()).toEqual(['publish']);
    });

    it('offer to create only what does not exist, below a parent either', async () => {
      const parent = await create('categories', { name: 'Arts' });
      await create('categories', { name: 'Musique', parent });
      await create('tags', { name: 'Jazz' });
      await open('/events/create');
      const offered = async (input: string, text: string, option: string) => {
        const box = editor.page.getByRole('combobox', { name: input, exact: true });
        await box.fill(text);
        await editor.page.getByRole('option', { name: option, exact: true }).waitFor();
        const options = await editor.page.getByRole('option').allInnerTexts();
        await box.fill('');
        return options.filter((name) => name.startsWith('Create'));
      };
      expect(await offered('Categories', 'musique', 'Arts › Musique')).toEqual([]);
      expect(await offered('Categories', 'Musi', 'Arts › Musique')).toEqual(['Create “Musi”']);
      expect(await offered('Tags', 'jazz', 'Jazz')).toEqual([]);
      expect(await offered('Tags', 'jaz', 'Jazz')).toEqual(['Create “jaz”']);
    });

    it('have no button that takes the focus unseen', async () => {
      await create('venues', { venue: 'Focus Hall' });
      await editor.go('/venues');
      const row = editor.page.getByRole('row', { name: /Focus Hall/ }).getByRole('checkbox');
      await row.waitFor();
      expect(await editor.page.getByRole('button', { name: 'Unselect' }).count()).toBe(0);
      await row.check();
      await editor.page.getByRole('button', { name: 'Unselect' }).click();
    });

    it('name the date of a series that is open in the heading', async () => {
      const series = await event({ recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const { body } = await service.calendar.get('/events?from=2027-02-21&to=2027-02-21', { as: 'editor' });
      const { id } = body.events.find(({ occurrence }: { occurrence?: { series: number } }) => {
        return occurrence?.series === series;
      });
      await open(`/events/${id}`);
      await editor.page.getByRole('heading', { level: 1, name: 'A talk · Sun, Feb 21, 2027', exact: true }).waitFor();
    });
  });
});
