import { AccountsService } from '../../src/http/auth/accounts.service.js';
import { describeInBrowser, type Editor, editorsPage, openEditor, RUNS } from './editor.js';

/** The screens that show many records at once: the month, the lists, the start, the trash, translations. */
describeInBrowser('what an editor sees of many records', () => {
  const service = editorsPage({ withSample: true });
  const as = { as: 'editor' } as const;

  const make = async (kind: string, body: object): Promise<{ id: number }> =>
    (await service.calendar.post(`/${kind}`, body, as).expect(201)).body;

  const removeAll = async (kind: string, records: readonly { id: number }[]) => {
    for (const { id } of records) await service.calendar.delete(`/${kind}/${id}?force=true`, as).expect(200);
  };

  describe('a month', () => {
    const month = (search: string) => `/events?filter=${JSON.stringify({ view: 'month', month: '2027-06', search })}`;

    const show = async (editor: Editor, title: string) => {
      await editor.go(month(title));
      await editor.link(title).first().waitFor();
    };

    it.each(RUNS)('shows an event of many days as one bar in each week: $name', async ({ run }) => {
      const exhibition = { title: 'Harbour faces', start_date: '2027-05-10 10:00', end_date: '2027-08-20 17:00' };
      const fair = { title: 'Harbour fair', all_day: true, start_date: '2027-06-08', end_date: '2027-06-10' };
      const dance = { title: 'Harbour dance', start_date: '2027-06-12 21:00', end_date: '2027-06-13 02:00' };
      const made = await Promise.all([exhibition, fair, dance].map((body) => make('events', body)));
      const editor = await openEditor(service, run);
      await show(editor, 'Harbour faces');
      const isPhone = run[1] === 'phone';
      // June 2027 has five weeks; a phone has one list of days.
      expect(await editor.link(/Harbour faces/).count()).toBe(isPhone ? 1 : 5);
      await show(editor, 'Harbour fair');
      expect(await editor.link(/Harbour fair/).count()).toBe(1);
      await show(editor, 'Harbour dance');
      expect(await editor.link(/Harbour dance/).count()).toBe(1);
      await editor.go(month('Harbour'));
      await editor.link(/Harbour fair/).waitFor();
      if (!isPhone) {
        const box = async (title: RegExp, nth = 0) => (await editor.link(title).nth(nth).boundingBox())!;
        const week = (await editor.page.locator('.week').nth(1).boundingBox())!;
        const [bar, days] = [await box(/Harbour faces/, 1), await box(/Harbour fair/)];
        expect(bar.width / week.width).toBeCloseTo(1, 1);
        expect(days.width / week.width).toBeCloseTo(3 / 7, 1);
        expect(days.y).toBeGreaterThanOrEqual(bar.y + bar.height);
        // Where the bar crosses other days, it still opens the event.
        await editor.page.mouse.click(bar.x + bar.width * 0.8, bar.y + bar.height / 2);
        await editor.page.waitForURL(new RegExp(`/events/${made[0]!.id}$`));
      }
      await editor.page.context().close();
      await removeAll('events', made);
    });

    it.each(RUNS)('makes a new event on the day that is chosen: $name', async ({ run }) => {
      const [language] = run;
      const title = language === 'en' ? 'Lantern walk' : 'Marche aux lanternes';
      const editor = await openEditor(service, run);
      await editor.go(month(''));
      const day = editor.link(
        language === 'en' ? 'New event on Thu, Jun 17, 2027' : 'Nouvel événement, jeu. 17 juin 2027',
      );
      await day.focus();
      await editor.page.keyboard.press('Enter');
      await editor.input('Start').waitFor();
      expect(await editor.input('Start').inputValue()).toMatch(/^2027-06-17T19:00/);
      expect(await editor.input('End').inputValue()).toMatch(/^2027-06-17T21:00/);
      await editor.fill(language === 'en' ? 'Title (English)' : 'Title (French)', title);
      expect(await editor.send('Save as draft', 'POST', /\/events$/)).toBe(201);
      const id = await editor.openId();
      const { body } = await service.calendar.get(`/events/${id}`, { ...as, language });
      expect([body.title, body.start_date, body.end_date]).toEqual([
        title,
        '2027-06-17 19:00:00',
        '2027-06-17 21:00:00',
      ]);
      await removeAll('events', [{ id }]);
      await editor.page.context().close();
    });

    it('shows states as signs with names, and counts what a day has no room for', async () => {
      const days = { start_date: '2027-06-23 18:00', end_date: '2027-06-23 19:00' };
      const made = [
        await make('events', { ...days, title: 'Sign draft', status: 'draft' }),
        await make('events', { ...days, title: 'Sign off', event_status: 'cancelled' }),
      ];
      for (const title of ['Sign 1', 'Sign 2', 'Sign 3', 'Sign 4']) made.push(await make('events', { ...days, title }));
      const editor = await openEditor(service, ['en', 'desktop']);
      await show(editor, 'Sign');
      await editor.link(/^Draft.*Sign draft$/).waitFor();
      await editor.link(/^Cancelled.*Sign off$/).waitFor();
      await editor.press(editor.link('2 more'));
      await editor.page.getByRole('row', { name: 'Sign 4' }).waitFor();
      expect(await editor.page.getByRole('row', { name: /Sign/ }).count()).toBe(6);
      // A reader has no days to press.
      const reader = await openEditor(service, ['en', 'desktop'], service.calendar.keys.reader);
      await reader.go(month('Sign'));
      await reader.link(/Sign 1/).waitFor();
      expect(await reader.link(/^New event on/).count()).toBe(0);
      await reader.page.context().close();
      await editor.page.context().close();
      await removeAll('events', made);
    });
  });

  describe('lists', () => {
    let editor: Editor;

    beforeAll(async () => {
      editor = await openEditor(service, ['en', 'desktop']);
    });

    afterAll(() => editor.page.context().close());

    it.each([
      ['venues', 'venue', 'A cellar'],
      ['organizers', 'organizer', 'A choir'],
    ])('counts the events of %s, and leads to them', async (kind, field, name) => {
      const [used, unused] = [await make(kind, { [field]: name }), await make(kind, { [field]: `${name} 2` })];
      const days = { start_date: '2020-05-04 18:00', end_date: '2020-05-04 19:00', [field]: used.id };
      const made = [
        await make('events', { ...days, title: 'Cellar tunes' }),
        await make('events', { ...days, title: 'Cellar tones', status: 'draft' }),
      ];
      await editor.go(`/${kind}?filter=${JSON.stringify({ search: name })}`);
      await editor.page.getByRole('row', { name: new RegExp(`${name} 2 .*\\b0\\b`) }).waitFor();
      await editor.press(editor.link(/^2$/));
      await editor.page.getByRole('row', { name: 'Cellar tunes' }).waitFor();
      await editor.page.getByRole('row', { name: 'Cellar tones' }).waitFor();
      await removeAll('events', made);
      await removeAll(kind, [used, unused]);
    });

    it('offers venues in the order of their names', async () => {
      const made = [await make('venues', { venue: 'Aa hall' }), await make('venues', { venue: 'Zz hall' })];
      await editor.go('/events/create');
      await editor.page.getByRole('combobox', { name: 'Venue', exact: true }).click();
      await editor.page.getByRole('option', { name: 'Zz hall' }).waitFor();
      const names = await editor.page.getByRole('option').allTextContents();
      expect(names[0]).toBe('Aa hall');
      expect(names).toEqual(names.toSorted((one, two) => one.localeCompare(two, 'en')));
      await removeAll('venues', made);
    });

    it('shows categories below their parents, also in the choice of a parent', async () => {
      const top = await make('categories', { name: 'Crafts' });
      const middle = await make('categories', { name: 'Yarn', parent: top.id });
      const low = await make('categories', { name: 'Knitting', parent: middle.id });
      await editor.go('/categories');
      await editor.page.getByRole('row', { name: 'Crafts › Yarn › Knitting' }).waitFor();
      const rows = await editor.page.locator('tbody tr').allTextContents();
      const at = (text: string) => rows.findIndex((row) => row.includes(text));
      expect([at('Yarn') - at('Crafts'), at('Knitting') - at('Crafts')]).toEqual([1, 2]);
      await editor.go('/categories?filter={"search":"knitting"}');
      await editor.page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
      await editor.page.getByRole('row', { name: 'Crafts › Yarn › Knitting' }).waitFor();
      // A category is not below itself.
      await editor.go(`/categories/${middle.id}`);
      const parent = editor.page.getByRole('combobox', { name: 'Parent category' });
      await parent.click();
      await editor.page.getByRole('option').first().waitFor();
      expect(await editor.page.getByRole('option', { name: /Yarn/ }).count()).toBe(0);
      // What is chosen is among the choices, and marked.
      const chosen = editor.page.getByRole('option', { name: 'Crafts', exact: true });
      expect(await chosen.getAttribute('aria-selected')).toBe('true');
      expect(await editor.page.getByRole('option').count()).toBeGreaterThan(1);
      editor.page.once('dialog', (dialog) => void dialog.accept());
      await removeAll('categories', [low, middle, top]);
    });
  });

  describe('the start, the trash and translations', () => {
    let editor: Editor;
    const days = { start_date: '2027-05-04 18:00', end_date: '2027-05-04 20:00' };

    beforeAll(async () => {
      editor = await openEditor(service, ['en', 'desktop']);
    });

    afterAll(() => editor.page.context().close());

    it('says who has sent an event for approval, also after another account has changed it', async () => {
      const { body } = await service.calendar
        .post(
          '/events',
          { title: 'Regatta', all_day: true, start_date: '2020-05-02', end_date: '2020-05-05' },
          { as: 'contributor' },
        )
        .expect(201);
      await service.calendar.patch(`/events/${body.id}`, { status: 'pending' }, { as: 'contributor' }).expect(200);
      await service.calendar.patch(`/events/${body.id}`, { cost: '5' }, as).expect(200);
      await editor.go('/');
      await editor.page.reload();
      const item = editor.page.getByRole('region', { name: /^Waiting/ }).getByRole('link', { name: /Regatta/ });
      await item.getByText('May 2–5, 2020').waitFor();
      await item.getByText(/Sent by the contributor, waiting since \w+, \w+ \d+, \d{4} at \d/).waitFor();
      await removeAll('events', [body]);
    });

    it('restores several records at once, says who moved them, and names what it deletes', async () => {
      const made = [];
      for (const title of ['Bin one', 'Bin two', 'Bin three', 'Bin four'])
        made.push(await make('events', { ...days, title }));
      for (const { id } of made) await service.calendar.delete(`/events/${id}`, as).expect(200);
      await editor.go('/trash');
      const events = editor.page.getByRole('region', { name: /^Events/ });
      await events
        .getByText(/Moved here by the editor on/)
        .nth(3)
        .waitFor();
      await events.getByRole('checkbox', { name: 'Bin one' }).check();
      await events.getByRole('checkbox', { name: 'Bin two' }).check();
      await events.getByText('Selected: 2').waitFor();
      await editor.press(events.getByRole('button', { name: 'Restore' }).first());
      await events.getByText('Bin two').waitFor({ state: 'detached' });
      for (const { id } of made.slice(0, 2))
        expect((await service.calendar.get(`/events/${id}`)).body.status).toBe('publish');
      // What comes back to the trash is not chosen, nor what was restored with its own button.
      const [first, , , fourth] = made;
      await service.calendar.delete(`/events/${first!.id}`, as).expect(200);
      await events.getByRole('checkbox', { name: 'Bin four' }).check();
      const restored = events.getByRole('listitem').filter({ hasText: 'Bin four' });
      await editor.press(restored.getByRole('button', { name: 'Restore' }));
      await events.getByRole('checkbox', { name: 'Bin one' }).waitFor();
      await service.calendar.delete(`/events/${fourth!.id}?force=true`, as).expect(200);
      await events.getByText('Selected: 0').waitFor();
      expect(await events.getByRole('checkbox', { name: 'Bin one' }).isChecked()).toBe(false);
      const last = events.getByRole('listitem').filter({ hasText: 'Bin three' });
      await editor.press(last.getByRole('button', { name: 'Delete for good' }));
      await editor.dialog().getByText('Bin three · Tue, May 4, 2027').waitFor();
      const confirm = editor.dialog().getByRole('button', { name: 'Delete for good' });
      expect(await editor.send(confirm, 'DELETE', /\/events\/\d+$/)).toBe(200);
      await removeAll('events', made.slice(0, 2));
    });

    it.each(['following', 'all'])('gives the dates of a series their status back: %s', async (apply) => {
      const title = `Bells ${apply}`;
      const times = { start_date: '2027-05-03 18:00', end_date: '2027-05-03 19:00' };
      const series = await make('events', { ...times, title, recurrence: 'FREQ=DAILY;COUNT=4' });
      const listed = async (status: string) => {
        const path = `/events?from=2027-05-01&per_page=50&status=${status}&search="${title}"`;
        return ((await service.calendar.get(path, as)).body as { events: { id: number }[] }).events;
      };
      const dates = await listed('publish');
      expect(dates).toHaveLength(4);
      await service.calendar.delete(`/events/${dates[1]!.id}?apply=${apply}`, as).expect(200);
      await editor.go('/trash');
      await editor.page.reload();
      const events = editor.page.getByRole('region', { name: /^Events/ });
      const boxes = events.getByRole('checkbox', { name: title });
      await boxes.first().waitFor();
      for (const box of await boxes.all()) await box.check();
      await editor.press(events.getByRole('button', { name: 'Restore' }).first());
      await boxes.first().waitFor({ state: 'detached' });
      expect([(await listed('draft')).length, (await listed('publish')).map(({ id }) => id)]).toEqual([
        0,
        dates.map(({ id }) => id),
      ]);
      await removeAll('events', [series]);
    });

    it('marks what has changed since a translation was made', async () => {
      const translations = { en: { title: 'Choir in the park' }, fr: { title: 'Chorale au parc' } };
      const event = await make('events', { ...days, translations });
      const write = (body: object) => service.calendar.patch(`/events/${event.id}`, body, as).expect(200);
      await write({ title: 'Choir in the garden' });
      await write({ translations: { fr: { title: 'Chorale au jardin' } } });
      await write({ title: 'Choir in the walled garden' });
      // The service does not count these as a translation.
      await write({ translations: { fr: { website: 'https://choeur.example/', slug: 'au-jardin' } } });
      await editor.go('/translations?into=fr&kind=events&state=outdated');
      const original = editor.page.getByRole('region', { name: 'Original' });
      await original.waitFor();
      while (!(await original.textContent())?.includes('Choir')) {
        const answered = editor.page.waitForResponse((response) => /\/events\/\d+\?/.test(response.url()));
        await editor.press('Next');
        await answered;
        await original.waitFor();
      }
      await original.getByText(/^What has changed since the translation of /).waitFor();
      expect(await original.locator('ins').allTextContents()).toEqual(['walled ']);
      expect(await original.locator('del').count()).toBe(0);
      await removeAll('events', [event]);
    });

    it('has the recipe in the language of the page, with its pictures', async () => {
      // In a browser of its own, which keeps the language.
      const reader = await openEditor(service, ['en', 'desktop']);
      await reader.press(reader.entry('Help'));
      await reader.page.getByRole('heading', { level: 1, name: 'Your first week as an editor' }).waitFor();
      const picture = reader.page.getByRole('img', { name: /A new event with its texts/ });
      await picture.scrollIntoViewIfNeeded();
      await reader.page.waitForFunction(() => {
        const shown = document.querySelector<HTMLImageElement>('.help img');
        return shown !== null && shown.naturalWidth > 0;
      });
      expect(await reader.page.locator('.help').innerText()).not.toMatch(/\*\*|\]\(/);
      await reader.press(reader.page.getByRole('button', { name: 'Français' }));
      await reader.page.getByRole('heading', { level: 1, name: 'Votre première semaine à la rédaction' }).waitFor();
      await reader.page.context().close();
    });
  });
});

describeInBrowser('an empty calendar', () => {
  const service = editorsPage();

  it('says what to do first, until there is an event', async () => {
    const editor = await openEditor(service, ['en', 'desktop']);
    const steps = editor.page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    expect(await steps.getByRole('link').count()).toBe(3);
    const stepsWith = async (scope: string) => {
      const account = { name: `limited to ${scope}`, role: 'editor' } as const;
      const { text } = await service.calendar.app.get(AccountsService).createKey(account, { scope });
      const { page } = await openEditor(service, ['en', 'desktop'], text);
      await page.getByRole('region', { name: 'Drafts 0' }).waitFor();
      const links = await page.getByRole('region', { name: 'First steps' }).getByRole('link').allTextContents();
      await page.context().close();
      return links.map((link) => /event|place|week/.exec(link)?.[0]);
    };
    expect(await stepsWith('events')).toEqual(['event', 'week']);
    expect(await stepsWith('venues')).toEqual(['place', 'week']);
    expect(await stepsWith('tags')).toEqual([]);
    await editor.press(steps.getByRole('link', { name: /first event/ }));
    await editor.page.getByRole('heading', { level: 1, name: 'New event' }).waitFor();
    await service.calendar.post(
      '/events',
      { title: 'First', start_date: '2027-05-04 18:00', end_date: '2027-05-04 20:00' },
      { as: 'editor' },
    );
    await editor.go('/');
    await editor.page.reload();
    await editor.page.getByRole('region', { name: 'Drafts 0' }).waitFor();
    expect(await steps.count()).toBe(0);
    await editor.page.context().close();
  });
});
