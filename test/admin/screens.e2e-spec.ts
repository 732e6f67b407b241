import axe from 'axe-core';
import { type Page } from 'playwright-core';
import { describeInBrowser, type Editor, editorsPage, openEditor, RUNS } from './editor.js';

const SCREENS = [
  ...['/', '/events', '/events?filter={"view":"month"}', '/events/create', '/events/25', '/venues', '/venues/1'],
  ...['/organizers', '/categories', '/tags', '/tags/create', '/images', '/translations', '/trash'],
  '/events/25/revisions',
];

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is loading has come, and what is moving has arrived. */
const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === 'finished'));
};

describeInBrowser('every screen', () => {
  const service = editorsPage({ withSample: true });

  it.each(RUNS)('keeps the rules of WCAG 2.2 AA: $name', async ({ run }) => {
    const colours = { colorScheme: run[0] === 'fr' ? 'dark' : 'light' } as const;
    const { page, root } = await openEditor(service, run, service.calendar.keys.editor, colours);
    await page.evaluate(axe.source);
    const found: string[] = [];
    for (const screen of SCREENS) {
      await page.goto(`${root}/admin/#${screen}`);
      await settled(page);
      const violations = await page.evaluate(async (values) => {
        const { axe: checker } = window as unknown as { axe: typeof axe };
        return (await checker.run(document, { runOnly: { type: 'tag', values } })).violations;
      }, RULES);
      for (const { id, nodes } of violations)
        found.push(`${screen}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
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

    const statuses = async (search: string): Promise<string[]> => {
      const { body } = await service.calendar.get(`/events?status=any&from=2027-01-01&search=${search}`, as);
      return body.events.map(({ status }: { status: string }) => status);
    };

    it('asks which dates of a series are meant, and publishes those', async () => {
      const body = { ...days, title: 'Chorale', status: 'draft', recurrence: { rrule: 'FREQ=DAILY;COUNT=3' } };
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
      await editor.press('Cancel the event');
      await editor.page.getByText('It is cancelled once you save.').waitFor();
      await editor.press('Save');
      await editor.dialog().getByText('All dates of this part: from Tue, May 4, 2027.').waitFor();
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
    });

    it('shows the place of each category in the tree', async () => {
      await editor.go('/events/create');
      await editor.find('Categories', 'Music', 'Music › Jazz');
      await editor.page.getByRole('button', { name: /Music › Jazz/ }).waitFor();
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

    it('shows the days of a filter, which the menu forgets and Back finds again', async () => {
      await editor.go('/');
      await editor.press(
        editor.page.getByRole('region', { name: 'This week' }).getByRole('link', { name: 'Show all' }),
      );
      await expectDay(editor.input('To'));
      await editor.press(editor.page.getByRole('menuitem', { name: 'Events' }));
      await editor.input('To').waitFor({ state: 'detached' });
      await expectDay(editor.input('From'));
      await editor.page.goBack();
      await expectDay(editor.input('To'));
      // A screen that is opened begins at its top.
      await editor.go('/events/25');
      await editor.button('Save').waitFor();
      await editor.input('Website').scrollIntoViewIfNeeded();
      expect(await editor.page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      await editor.press(editor.page.getByRole('menuitem', { name: 'Start' }));
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
      const shown = page.locator('.day').filter({ visible: true });
      expect(await shown.locator('.day-head').allTextContents()).toEqual(['Thu 1']);
      await service.calendar.delete(`/events/${event.id}?force=true`, as);
      await page.context().close();
    });

    it('changes the alternative texts of an image in both languages', async () => {
      const image = { url: 'https://example.com/choir.jpg' };
      const translations = { en: { title: 'Sung mass' }, fr: { title: 'Messe chantée' } };
      const { body: event } = await service.calendar.post('/events', { ...days, translations, image }, as);
      await editor.go('/images');
      await editor.press(editor.page.getByRole('button', { name: 'choir.jpg' }));
      await editor.fill(editor.dialog().getByLabel('Alternative text (English)'), 'A choir');
      await editor.fill(editor.dialog().getByLabel('Alternative text (French)'), 'Un chœur');
      expect(await editor.send(editor.button('Save', editor.dialog()), 'PATCH', /\/events\/\d+$/)).toBe(200);
      const { body } = await service.calendar.get(`/events/${event.id}?translations=all`, as);
      expect([body.translations.en.image_alt, body.translations.fr.image_alt]).toEqual(['A choir', 'Un chœur']);
    });
  });
});
