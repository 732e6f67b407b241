import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenRules, settled } from './accessibility.js';
import { describeInBrowser, type Editor, editorsPage, openEditor, RUNS } from './editor.js';

const SCREENS = [
  ...['/', '/events', '/events?filter={"view":"month"}', '/events/create', '/events/25', '/venues', '/venues/1'],
  ...['/organizers', '/categories', '/tags', '/tags/create', '/images', '/translations', '/trash'],
  '/events/25/revisions',
];

/** The texts of a catalogue of the page that have no value in them, with each number. */
const textsOf = (language: 'en' | 'fr'): string[] =>
  [...readFileSync(join('admin', 'src', `texts.${language}.ts`), 'utf8').matchAll(/: '([^'\n]+)'/g)].flatMap(
    ([, text = '']) => text.split(' |||| ').filter((one) => !one.includes('%{')),
  );

describeInBrowser('every screen', () => {
  const service = editorsPage({ withSample: true });

  it.each(RUNS)('keeps the rules of WCAG 2.2 AA: $name', async ({ run }) => {
    const colours = { colorScheme: run[0] === 'fr' ? 'dark' : 'light' } as const;
    const { page, root } = await openEditor(service, run, service.calendar.keys.editor, colours);
    const found: string[] = [];
    for (const screen of SCREENS) {
      await page.goto(`${root}/admin/#${screen}`);
      await settled(page);
      found.push(...(await brokenRules(page)).map((broken) => `${screen}: ${broken}`));
      // Nothing needs scrolling sideways, and nobody sees markup.
      const [width, text] = await page.evaluate(() => [
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        [document.body.innerText, ...[...document.querySelectorAll('textarea')].map(({ value }) => value)].join('\n'),
      ]);
      if (Number(width) > 0) found.push(`${screen}: ${width} px too wide`);
      if (/<\/?[a-z]+>/.test(String(text))) found.push(`${screen}: markup`);
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  describe('for several records at once', () => {
    let editor: Editor;

    const as = { as: 'editor' } as const;
    const days = { start_date: '2027-05-04 18:00', end_date: '2027-05-04 20:00' };

    beforeAll(async () => {
      editor = await openEditor(service, ['en', 'desktop']);
    });

    afterAll(() => editor.page.context().close());

    const select = async (search: string) => {
      await editor.go(`/events?filter=${JSON.stringify({ search })}`);
      await editor.page.getByRole('row', { name: search }).first().waitFor();
      await editor.page.getByRole('checkbox').first().check();
    };

    const found = async (search: string): Promise<{ status: string; date: string }[]> =>
      (await service.calendar.get(`/events?status=any&from=2027-01-01&search=${search}`, as)).body.events;

    const statuses = async (search: string) => (await found(search)).map(({ status }) => status);

    it('asks which dates of a series are meant, and publishes those', async () => {
      const recurrence = { rrule: 'FREQ=DAILY;COUNT=3' };
      const body = { ...days, title: 'Chorale', status: 'draft', date: '2020-05-04 18:00', recurrence };
      const { body: series } = await service.calendar.post('/events', body, as);
      await select('Chorale');
      await editor.page.getByRole('checkbox').nth(3).uncheck();
      await editor.press('Publish');
      await editor.press(editor.dialog().getByRole('button', { name: 'Back' }));
      expect(await statuses('Chorale')).toEqual(['draft', 'draft', 'draft']);
      await editor.press('Publish');
      await editor.press(editor.dialog().getByRole('button', { name: 'These dates only' }));
      await editor.page.getByText('2 records changed').waitFor();
      expect(await statuses('Chorale')).toEqual(['publish', 'publish', 'draft']);
      // They are public as of now, as one that its form publishes.
      expect((await found('Chorale')).map(({ date }) => date.startsWith('2020'))).toEqual([false, false, true]);

      await select('Chorale');
      const sent = editor.page.waitForResponse((response) => response.request().method() === 'DELETE');
      await editor.press('Move to trash');
      await editor.page.getByRole('dialog', { name: 'Move which dates to the trash?' }).waitFor();
      await editor.press('All dates');
      expect((await sent).url()).toMatch(/\/events\/\d+\?apply=all$/);
      await editor.button('Undo').waitFor();
      expect(await statuses('Chorale')).toEqual([]);
      expect(await editor.send('Undo', 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect(await statuses('Chorale')).toHaveLength(3);
      await service.calendar.delete(`/events/${series.id}?force=true`, as);
    });

    it('says what a choice of dates means, and what saving will do', async () => {
      const body = { ...days, title: 'Fair', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } };
      const { body: series } = await service.calendar.post('/events', body, as);
      await editor.go(`/events/${series.id}`);
      await editor.button('Cancel the event').press('Enter');
      await editor.page.getByText('It is cancelled once you save.').waitFor();
      // Who has no mouse is still there.
      await editor.page.locator('button:focus', { hasText: 'It takes place after all' }).waitFor();
      await editor.press('Save');
      await editor.dialog().getByText('All dates: those from Tuesday, May 4, 2027 on.').waitFor();
      await editor.press('All dates');
      await editor.page.getByText('It is cancelled once you save.').waitFor({ state: 'detached' });
      expect((await service.calendar.get(`/events/${series.id}`, as)).body.event_status).toBe('cancelled');
      await service.calendar.delete(`/events/${series.id}?force=true`, as);
    });

    it('asks before anything is deleted for good', async () => {
      const { body: tag } = await service.calendar.post('/tags', { name: 'Fleeting' }, as);
      await editor.go(`/tags/${tag.id}`);
      await editor.press(editor.page.getByRole('button', { name: 'Delete for good' }));
      await editor.press(editor.button('Cancel', editor.dialog()));
      await service.calendar.get(`/tags/${tag.id}`).expect(200);
      await editor.press(editor.page.getByRole('button', { name: 'Delete for good' }));
      const confirm = editor.dialog().getByRole('button', { name: 'Delete for good' });
      expect(await editor.send(confirm, 'DELETE', /\/tags\/\d+$/)).toBe(200);
      await editor.page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    });

    it('shows the place of each category in the tree', async () => {
      await editor.go('/events/create');
      await editor.find('Categories', 'Music', 'Music › Jazz');
      await editor.page.getByRole('button', { name: /Music › Jazz/ }).waitFor();
      await editor.find('Categories', 'theatre', 'Theatre');
      await editor.find('Categories', 'marchés', 'Markets');
      editor.page.once('dialog', (dialog) => void dialog.accept());
    });

    it('finds records by their names in the other language, and shows both', async () => {
      const found = 'Old Mill Theatre, Belle-Rive (Théâtre du Vieux-Moulin)';
      await editor.go('/events/create');
      await editor.find('Venue', 'vieux-moulin', found);
      editor.page.once('dialog', (dialog) => void dialog.accept());
      await editor.go('/venues?filter={"search":"vieux-moulin"}');
      await editor.page.getByRole('row', { name: 'Old Mill Theatre Théâtre du Vieux-Moulin' }).waitFor();
    });

    it('offers a series once for translation, beside its original, and asks which dates are meant', async () => {
      const recurrence = { rrule: 'FREQ=DAILY;COUNT=3' };
      const { body: series } = await service.calendar.post('/events', { ...days, title: 'Plainsong', recurrence }, as);
      await editor.go('/translations?into=fr&kind=events&state=missing');
      const original = editor.page.getByRole('region', { name: 'Original' });
      await original.waitFor();
      while (!(await original.textContent())?.includes('Plainsong')) {
        const answered = editor.page.waitForResponse((response) => /\/events\/\d+\?/.test(response.url()));
        await editor.press('Next');
        await answered;
        await original.waitFor();
      }
      await original.getByText('May 4, 2027').waitFor();
      // Nothing is confirmed or saved where nothing is written.
      expect(await editor.button('Is current').count()).toBe(0);
      expect(await editor.button('Save and next').isDisabled()).toBe(true);
      const [top, title] = [await original.boundingBox(), await editor.input('Title (French)').boundingBox()];
      expect(title!.y - top!.y).toBeLessThan(100);
      await editor.fill('Title (French)', 'Plain-chant');
      await editor.press('Save and next');
      expect(await editor.send('All dates', 'PATCH', /\/events\/\d+$/)).toBe(200);
      const { body } = await service.calendar.get('/events?from=2027-05-01&search=plain-chant', {
        ...as,
        language: 'fr',
      });
      expect(body.total).toBe(3);
      await service.calendar.delete(`/events/${series.id}?force=true`, as);
    });

    it('counts a series once at the start, as the lists that open from there do', async () => {
      const body = { ...days, title: 'Compline', status: 'draft', recurrence: { rrule: 'FREQ=DAILY;COUNT=20' } };
      const { body: series } = await service.calendar.post('/events', body, as);
      const drafts = ['Lauds', 'Prime', 'Terce', 'Sext', 'None'].map((title) => ({ ...days, title, status: 'draft' }));
      const made = await Promise.all(drafts.map((draft) => service.calendar.post('/events', draft, as)));
      await editor.go('/');
      await editor.page.reload();
      const region = editor.page.getByRole('region', { name: /^Drafts/ });
      const number = Number(await region.locator('.number').textContent());
      expect(await region.getByRole('link', { name: /^Compline/ }).count()).toBe(1);
      const toTranslate = await editor.link(/^Events French: \d+ records/).textContent();
      await editor.press(region.getByRole('link', { name: 'Show all' }));
      await editor.page.getByRole('row', { name: 'Compline' }).waitFor();
      expect(await editor.page.getByRole('row').count()).toBe(number + 1);
      await editor.page.getByRole('combobox', { name: 'Series' }).getByText('One date of each').waitFor();
      await editor.go('/');
      await editor.press(editor.link(/^Events French/));
      await editor.page.getByText(/^\d+ records?$/).waitFor();
      const left = await editor.page.getByText(/^\d+ records?$/).textContent();
      expect(toTranslate).toBe(`EventsFrench: ${left}`);
      for (const { id } of [series, ...made.map(({ body: event }) => event)])
        await service.calendar.delete(`/events/${id}?force=true`, as);
    });

    it('tells a value for both languages from that of the language of the page', async () => {
      const french = await openEditor(service, ['fr', 'desktop']);
      const [both, own, own2] = ['both', 'fr', 'en'].map((name) => `https://example.com/${name}`);
      const body = {
        ...days,
        title: 'Matins',
        website: both,
        translations: { fr: { title: 'Matines', website: own } },
      };
      const { body: event } = await service.calendar.post('/events', body, as);
      const websites = async () => {
        const { body: record } = await service.calendar.get(`/events/${event.id}?translations=all`, as);
        return [record.website, record.translations.en.website, record.translations.fr.website];
      };
      // It can be saved again once it has been read again.
      const save = async () => {
        expect(await french.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
        await french.page.getByRole('button', { name: french.name('Save'), disabled: false }).waitFor();
      };
      await french.go(`/events/${event.id}`);
      expect(await french.input('Website').inputValue()).toBe(both);
      expect(await french.page.getByLabel('Site web (français)').inputValue()).toBe(own);
      await french.fill('Website', `${both}/2`);
      await save();
      expect(await websites()).toEqual([`${both}/2`, null, own]);
      // What neither language shows has no input.
      await french.fill(french.page.getByLabel('Site web (anglais)'), own2!);
      await save();
      await french.input('Website').waitFor({ state: 'detached' });
      await french.fill(french.page.getByLabel('Site web (anglais)'), '');
      await save();
      await french
        .input('Website')
        .and(french.page.locator(`[value="${both}/2"]`))
        .waitFor();
      await french.page.context().close();
    });

    it('has a price of each language beside the one for both', async () => {
      const { body: event } = await service.calendar.post('/events', { ...days, title: 'Potluck', cost: '20' }, as);
      await editor.go(`/events/${event.id}`);
      await editor.page.getByLabel('Title').last().fill('Repas-partage');
      await editor.fill(editor.page.getByLabel('Price (French)'), 'Contribution volontaire');
      expect(await editor.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
      const french = await openEditor(service, ['fr', 'phone']);
      await french.go(`/events/${event.id}`);
      expect(await french.page.getByLabel('Prix (français)').inputValue()).toBe('Contribution volontaire');
      await french.fill('Price', '15');
      expect(await french.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
      await french.page.context().close();
      const shown = await Promise.all(
        ['en', 'fr'].map((language) => service.calendar.get(`/events/${event.id}`, { language })),
      );
      expect(shown.map(({ body }) => body.cost as string)).toEqual(['$15', 'Contribution volontaire']);
      await service.calendar.delete(`/events/${event.id}?force=true`, as);
    });

    it('has the buttons of a form in one line each on a phone, and marks the screen that is open', async () => {
      for (const role of ['editor', 'contributor'] as const) {
        const phone = await openEditor(service, ['fr', 'phone'], service.calendar.keys[role]);
        await phone.go('/events/create');
        await phone.button('Save as draft').waitFor();
        for (const button of await phone.page.locator('.save-bar').getByRole('button').all())
          expect((await button.boundingBox())!.height).toBeLessThan(44);
        await phone.page.context().close();
      }
      await editor.go('/venues');
      const weights = await editor
        .entry(/./)
        .evaluateAll((items) =>
          items.filter((item) => Number(getComputedStyle(item).fontWeight) > 500).map((item) => item.textContent),
        );
      expect(weights).toEqual(['Venues']);
    });

    it('shows the revision that is chosen from a list longer than a phone', async () => {
      const { body: talk } = await service.calendar.post('/events', { ...days, title: 'Talk' }, as);
      for (const cost of [...'123456789'].concat('10', '11', '12'))
        await service.calendar.patch(
          `/events/${talk.id}`,
          { cost, title: 'Causerie', excerpt: `${cost} $` },
          { ...as, language: 'fr' },
        );
      const phone = await openEditor(service, ['fr', 'phone']);
      await phone.go(`/events/${talk.id}/revisions`);
      const list = phone.page.getByRole('navigation', { name: 'Historique' });
      // A text of the language of the page is named with it, like that of the other one.
      await list.getByText('Extrait (français)').first().waitFor();
      await list.getByRole('button').nth(1).click();
      await phone.page.waitForFunction(() => {
        const restore = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Restaurer');
        return restore && restore.getBoundingClientRect().bottom <= innerHeight;
      });
      await phone.page.context().close();
      await service.calendar.delete(`/events/${talk.id}?force=true`, as);
    });

    it('shows the days of a filter, which the menu forgets and Back finds again', async () => {
      await editor.go('/');
      await editor.press(
        editor.page.getByRole('region', { name: 'This week' }).getByRole('link', { name: 'Show all' }),
      );
      await expectDay(editor.input('To'));
      await editor.press(editor.entry('Events'));
      await editor.input('To').waitFor({ state: 'detached' });
      await expectDay(editor.input('From'));
      await editor.page.goBack();
      await expectDay(editor.input('To'));
      // A screen that is opened begins at its top.
      await editor.go('/events/25');
      await editor.button('Save').waitFor();
      await editor.input('Website').scrollIntoViewIfNeeded();
      expect(await editor.page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await editor.press(editor.entry('Start'));
      await editor.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
      expect(await editor.page.evaluate(() => window.scrollY)).toBe(0);
    });

    const expectDay = async (input: ReturnType<Editor['input']>) =>
      expect(await input.inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);

    it('names the weekday of each day of a month on a phone, and only days of this month', async () => {
      const phone = await openEditor(service, ['en', 'phone']);
      const { page } = phone;
      const body = { title: 'Vespers', start_date: '2027-06-28', end_date: '2027-07-02', all_day: true };
      const { body: event } = await service.calendar.post('/events', body, as);
      await phone.go('/events?filter={"view":"month","month":"2027-07","search":"Vespers"}');
      await page.getByRole('link', { name: 'Vespers' }).first().waitFor();
      const heads = await page.locator('.day-head').allTextContents();
      expect([heads[0], heads[1], heads.length]).toEqual(['Thu 1', 'Fri 2', 31]);
      await page.getByRole('link', { name: /Jun 28 . Jul 2, 2027 Vespers/ }).waitFor();
      expect(await page.getByRole('link', { name: /Vespers/ }).count()).toBe(1);
      await service.calendar.delete(`/events/${event.id}?force=true`, as);
      await page.context().close();
    });

    it('has no English words in its controls in French', async () => {
      const french = await openEditor(service, ['fr', 'desktop']);
      const { page } = french;
      await french.go('/events');
      await page.getByRole('button', { name: 'Ajouter un filtre' }).click();
      const filters = await page.getByRole('menu').locator('[role^=menuitem]').allInnerTexts();
      expect(filters).toEqual(expect.arrayContaining(['Catégories', 'Lieu', 'Statut de l’événement']));
      await page.keyboard.press('Escape');
      await french.go('/events/create');
      const venue = page.getByRole('combobox', { name: 'Lieu', exact: true });
      await venue.fill('nulle part au monde');
      await page
        .getByText(/^(?:Pas de résultats|Créer .*)$/)
        .first()
        .waitFor();
      const words = await page
        .locator('[aria-label], [title]')
        .evaluateAll((all) => all.flatMap((one) => [one.getAttribute('aria-label'), one.getAttribute('title')]));
      expect(words).toContain('Ouvrir');
      expect(words.filter((word) => /^(?:Open|Close|Clear|Loading|No options)\b/.test(word ?? ''))).toEqual([]);
      await page.context().close();
    });

    it('has no text of the English catalogue on a French screen', async () => {
      const french = textsOf('fr');
      const english = new Set(textsOf('en').filter((text) => !french.includes(text)));
      // The switch of the language has its own name.
      english.delete('English');
      for (const word of ['No options', 'Open', 'Close', 'Clear', 'Loading', 'Rows per page:', 'Add filter', 'Columns'])
        english.add(word);
      const editorInFrench = await openEditor(service, ['fr', 'desktop']);
      const found: string[] = [];
      for (const screen of [...SCREENS, '/help']) {
        await editorInFrench.go(screen);
        await settled(editorInFrench.page);
        const more = editorInFrench.button('More');
        if ((await more.count()) > 0) await more.click();
        const shown = await editorInFrench.page.evaluate(() => [
          ...document.body.innerText.split('\n'),
          ...[...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((one) =>
            ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''),
          ),
        ]);
        found.push(...shown.filter((text) => english.has(text.trim())).map((text) => `${screen}: ${text}`));
        if (shown.some((text) => /RRULE|npm run (?!--silent)/.test(text))) found.push(`${screen}: jargon`);
      }
      expect(found).toEqual([]);
      await editorInFrench.page.context().close();
    });

    it('names the people whom an event can belong to', async () => {
      const { body: event } = await service.calendar.post('/events', { ...days, title: 'Owned' }, { as: 'author' });
      await editor.go(`/events/${event.id}`);
      await editor.press('More');
      const author = editor.page.getByRole('combobox', { name: 'Author' });
      await author.and(editor.page.locator('[value="the author"]')).waitFor();
      await author.fill('the editor');
      await editor.page.getByRole('option', { name: 'the editor', exact: true }).click();
      expect(await editor.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
      const { body } = await service.calendar.get(`/events/${event.id}`, as);
      expect(body.author).toBe((await service.calendar.get('/me', as)).body.id);
      await service.calendar.delete(`/events/${event.id}?force=true`, as);
    });

    it('keeps alternative texts with an image, and offers them where a record has none of its own', async () => {
      const image = { url: 'https://example.com/choir.jpg' };
      const translations = { en: { title: 'Sung mass' }, fr: { title: 'Messe chantée' } };
      const { body: event } = await service.calendar.post('/events', { ...days, translations, image }, as);
      await editor.go('/images');
      await editor.press(editor.page.getByRole('button', { name: 'choir.jpg' }));
      await editor.fill(editor.dialog().getByLabel('Alternative text (English)'), 'A choir');
      await editor.fill(editor.dialog().getByLabel('Alternative text (French)'), 'Un chœur');
      expect(await editor.send(editor.button('Save', editor.dialog()), 'PATCH', /\/images\/\d+$/)).toBe(200);
      const { body } = await service.calendar.get(`/events/${event.id}`, { ...as, language: 'fr' });
      expect(body.image.alt).toBe('Un chœur');
      await editor.go(`/events/${event.id}`);
      await editor.page.getByPlaceholder('From the picture: A choir').waitFor();
    });

    it('keeps what is typed beside what others change of an image meanwhile, and tells of a change of the same', async () => {
      const image = { url: 'https://example.com/brass.jpg' };
      const { body: event } = await service.calendar.post('/events', { ...days, title: 'Brass', image }, as);
      const path = `/images/${event.image.id as number}`;
      await editor.go('/images');
      await editor.press(editor.page.getByRole('button', { name: 'brass.jpg' }));
      const [english, french] = ['English', 'French'].map((language) =>
        editor.dialog().getByLabel(`Alternative text (${language})`),
      );
      await editor.fill(english!, 'A brass band');
      await service.calendar.patch(path, { alt: { fr: 'Une fanfare' } }, as).expect(200);
      // What is shown is read again, as when the window is entered.
      const again = editor.page.waitForResponse((answer) => answer.url().endsWith(path) && answer.ok());
      await editor.page.evaluate(() => document.dispatchEvent(new window.Event('visibilitychange', { bubbles: true })));
      await again;
      expect(await english!.inputValue()).toBe('A brass band');
      const sent: unknown[] = [];
      editor.page.on('request', (request) => {
        if (request.method() === 'PATCH') sent.push(request.postDataJSON());
      });
      await editor.press(editor.button('Save', editor.dialog()));
      await editor.button('Save', editor.dialog()).waitFor({ state: 'detached' });
      expect(sent).toEqual([{ alt: { en: 'A brass band' } }, { alt: { en: 'A brass band' } }]);
      await expect(french!.inputValue()).resolves.toBe('Une fanfare');
      await editor.fill(french!, 'Des cuivres');
      await service.calendar.patch(path, { alt: { fr: 'Les cuivres' } }, as).expect(200);
      expect(await editor.send(editor.button('Save', editor.dialog()), 'PATCH', /\/images\/\d+$/)).toBe(412);
      await editor.page.getByText('Save again to replace it with yours.').waitFor();
      expect(await french!.inputValue()).toBe('Des cuivres');
      expect(await editor.send(editor.button('Save', editor.dialog()), 'PATCH', /\/images\/\d+$/)).toBe(200);
      const { body } = await service.calendar.get(path, as);
      expect(body.alt).toEqual({ en: 'A brass band', fr: 'Des cuivres' });
      // The next list of images is read again.
      await editor.go('/events');
      await editor.page.reload();
    });

    it('sets the focal point of an image by a click and with the arrow keys', async () => {
      const shape =
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200"/></svg>';
      await editor.page.route('https://example.com/crowd.svg', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: shape }),
      );
      const image = { url: 'https://example.com/crowd.svg' };
      const { body: event } = await service.calendar.post('/events', { ...days, title: 'Crowd', image }, as);
      await editor.go('/images');
      await editor.press(editor.page.getByRole('button', { name: 'crowd.svg' }));
      const point = editor.dialog().getByRole('slider', { name: 'Focal point' });
      await point.waitFor();
      const box = (await editor.dialog().locator('.focal-picture').boundingBox())!;
      await editor.page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
      expect(await point.getAttribute('aria-valuetext')).toBe('25% from the left, 50% from the top');
      await editor.page.keyboard.press('ArrowRight');
      await editor.page.keyboard.press('Shift+ArrowUp');
      expect(await point.getAttribute('aria-valuetext')).toBe('27% from the left, 40% from the top');
      const crop = editor.dialog().locator('.focal-crops img').first();
      expect(await crop.evaluate((shown) => getComputedStyle(shown).objectPosition)).toBe('27% 40%');
      expect(await editor.send(editor.button('Save', editor.dialog()), 'PATCH', /\/images\/\d+$/)).toBe(200);
      const { body } = await service.calendar.get(`/events/${event.id}`, as);
      expect(body.image.focus).toEqual({ x: 0.27, y: 0.4 });
    });
  });
});
