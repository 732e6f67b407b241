import { DateTime } from 'luxon';
import sharp from 'sharp';
import { describeInBrowser, type Editor, editorsPage, openEditor, WORKING_RUNS } from './editor.js';

/** The day so many days from now, in the time zone of the site. */
const dayFromNow = (days: number): string => DateTime.now().setZone('America/Toronto').plus({ days }).toISODate()!;

describeInBrowser('the work of a week', () => {
  const service = editorsPage({ withSample: true });
  let editor: Editor;

  const event = async (id: number) =>
    (await service.calendar.get(`/events/${id}?translations=all`, { as: 'editor' })).body;

  const create = async (body: object, kind = 'events') => {
    const dates =
      kind === 'events' ? { start_date: `${dayFromNow(30)} 19:00`, end_date: `${dayFromNow(30)} 21:00` } : {};
    const { body: record, status } = await service.calendar.post(`/${kind}`, { ...dates, ...body }, { as: 'editor' });
    expect(status).toBe(201);
    return record;
  };

  describe.each(WORKING_RUNS)('$name', ({ name: mark, run }) => {
    const [language] = run;

    beforeAll(async () => {
      editor = await openEditor(service, run);
    });

    beforeEach(() => editor.go('/'));

    // Images have the address of SITE_URL, where no service is; requests of the preview are not intercepted. Its links are
    // refused, and a change of its language ends what is being loaded.
    const isExpected = (problem: string) =>
      /http:\/\/localhost:3000\/images\/|^Blocked opening|\/assets\/pages-\w+\.css: net::ERR_ABORTED$/.test(problem);

    afterEach(() => expect(editor.problems.splice(0).filter((problem) => !isExpected(problem))).toEqual([]));

    afterAll(() => editor.page.context().close());

    it('1. enters a concert with a poster, at a new venue, with a new tag, and publishes it for tomorrow', async () => {
      const poster = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#14615c' } })
        .png()
        .toBuffer();
      await editor.press(editor.link(editor.name('New event')));
      await editor.show('English');
      await editor.fill('Title (English)', `A concert, ${mark}`);
      await editor.fill('Description (English)', 'Songs by the river.');
      await editor.show('French');
      await editor.fill('Title (French)', `Un concert, ${mark}`);
      await editor.fill('Description (French)', 'Des chansons au bord du fleuve.');
      await editor.fill('Start', `${dayFromNow(40)}T19:30`);
      // The end follows the start.
      expect(await editor.input('End').inputValue()).toBe(`${dayFromNow(40)}T21:30`);
      await editor.find('Venue', `Hall ${mark}`, /“|«/);
      const dialog = editor.dialog();
      expect(await dialog.getByRole('textbox').first().inputValue()).toBe(`Hall ${mark}`);
      expect(await dialog.locator('input[required]').count()).toBe(1);
      await editor.send(editor.button('Add', dialog), 'POST', /\/venues$/);
      await dialog.waitFor({ state: 'hidden' });
      // The list of venues does not open again over what comes next.
      expect(await editor.page.getByRole('option').count()).toBe(0);
      const uploaded = editor.page.waitForResponse((response) => response.url().includes('/images') && response.ok());
      await editor.upload('Image', 'poster.png', poster);
      await uploaded;
      await editor.find('Tags', `river ${mark}`, /“|«/);
      await editor.page.getByText(`river ${mark}`).waitFor();
      expect(await editor.send('Save as draft', 'POST', /\/events$/)).toBe(201);

      const id = await editor.openId();
      expect(await event(id)).toMatchObject({
        status: 'draft',
        start_date: `${dayFromNow(40)} 19:30:00`,
        image: { extension: 'png', width: 640 },
        venue: [{ venue: `Hall ${mark}` }],
        tags: [{ name: `river ${mark}` }],
        translations: {
          en: { title: `A concert, ${mark}`, description: '<p>Songs by the river.</p>' },
          fr: { title: `Un concert, ${mark}`, description: '<p>Des chansons au bord du fleuve.</p>' },
        },
      });

      // As visitors will see it, in both languages.
      await editor.press('Preview');
      const shown = editor.page.frameLocator('iframe');
      const first = editor.dialog().getByRole('button').first();
      // The style writes it with a capital letter.
      expect(await first.innerText()).toBe(editor.name(language === 'en' ? 'English' : 'French'));
      for (const [name, title] of [
        ['French', `Un concert, ${mark}`],
        ['English', `A concert, ${mark}`],
      ] as const) {
        await editor.press(editor.dialog().getByRole('button', { name: editor.name(name) }));
        await shown.getByRole('heading', { level: 1, name: title }).waitFor();
      }
      await shown.getByRole('link').last().click();
      await shown.getByRole('heading', { level: 1, name: `A concert, ${mark}` }).waitFor();
      const [close, within] = await Promise.all([editor.button('Close').boundingBox(), editor.dialog().boundingBox()]);
      expect(close!.y + close!.height).toBeLessThan(within!.y + within!.height - 4);
      await editor.press('Close');

      // A draft has no time of publication.
      expect(await editor.input('Publication').inputValue()).toBe('');
      await editor.fill('Publication', `${dayFromNow(1)}T08:00`);
      expect(await editor.send('Publish', 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect(await event(id)).toMatchObject({ status: 'future', date: `${dayFromNow(1)} 08:00:00` });
      // Emptied, it is public at once.
      await editor.button('Publish').waitFor({ state: 'detached' });
      await editor.fill('Publication', '');
      expect(await editor.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect(await event(id)).toMatchObject({ status: 'publish', date: expect.stringContaining(dayFromNow(0)) });
    });

    it('2. makes a weekly market without the holidays, and changes single dates and those from July on', async () => {
      const year = Number(dayFromNow(0).slice(0, 4)) + 1;
      await editor.go('/events/create');
      await editor.show('English');
      await editor.fill('Title (English)', `Market ${mark}`);
      // 5 June is the first date; the weekday does not matter.
      await editor.fill('Start', `${year}-06-05T08:00`);
      await editor.choose('Repeats', 'Every week');
      await editor.choose('Ends', 'On a date');
      await editor.fill('Last day', `${year}-08-07`);
      for (const day of [`${year}-07-24`, `${year}-07-31`]) {
        // The last one is taken without "Add" as well.
        const group = editor.page.getByRole('group', { name: editor.name('Not on these days') });
        await editor.fill(group.getByLabel(editor.name('Not on these days'), { exact: true }).last(), day);
        if (day.endsWith('24')) await editor.press(editor.button('Add', group));
      }
      expect(await editor.send('Publish', 'POST', /\/events$/)).toBe(201);
      const series = await editor.openId();
      const dates = async (): Promise<{ id: number; start_date: string; title: string; event_status: string }[]> => {
        const query = `start_date=${year}-06-01&end_date=${year}-08-31&per_page=50&search=${encodeURIComponent(mark)}`;
        return (await service.calendar.get(`/events?${query}`, { as: 'editor' })).body.events;
      };
      const made = await dates();
      expect(made.map(({ start_date: start }) => start.slice(5, 10))).toEqual([
        '06-05',
        '06-12',
        '06-19',
        '06-26',
        '07-03',
        '07-10',
        '07-17',
        '08-07',
      ]);

      await editor.go(`/events/${made[1]!.id}`);
      await editor.press('Cancel the event');
      await editor.show('English', 1);
      await editor.fill('Reason (English)', 'A storm.');
      await editor.press('Save');
      expect(await editor.send('This date', 'PATCH', /\/events\/\d+$/)).toBe(200);

      // One date is found in its month, and moved.
      await editor.go(`/events?filter=${JSON.stringify({ view: 'month', month: `${year}-06`, search: mark })}`);
      await editor.press(editor.link(`Market ${mark}`).nth(2));
      await editor.page.waitForURL(`**/events/${made[2]!.id}`);
      await editor.fill('Start', `${year}-06-20T08:00`);
      await editor.press('Save');
      expect(await editor.send('This date', 'PATCH', /\/events\/\d+$/)).toBe(200);

      await editor.go(`/events/${made[4]!.id}`);
      await editor.show('English');
      await editor.fill('Title (English)', `Summer market ${mark}`);
      await editor.press('Save');
      expect(await editor.send('This and following', 'PATCH', /\/events\/\d+$/)).toBe(200);

      const changed = await dates();
      expect(
        changed.map(({ start_date: start, title, event_status: status }) => [start.slice(5, 10), title, status]),
      ).toEqual([
        ['06-05', `Market ${mark}`, 'scheduled'],
        ['06-12', `Market ${mark}`, 'cancelled'],
        ['06-20', `Market ${mark}`, 'scheduled'],
        ['06-26', `Market ${mark}`, 'scheduled'],
        ...['07-03', '07-10', '07-17', '08-07'].map((day) => [day, `Summer market ${mark}`, 'scheduled']),
      ]);
      expect((await event(made[1]!.id)).translations.en.event_status_reason).toBe('A storm.');
      await editor.page.getByRole('heading', { level: 1, name: `Summer market ${mark}` }).waitFor();
      await service.calendar.delete(`/events/${series}?force=true`, { as: 'editor' });
      await service.calendar.delete(`/events/${made[4]!.id}?force=true`, { as: 'editor' });
    });

    it('3. corrects the address of a venue in French only', async () => {
      const name = `Arena ${mark}`;
      const venue = await create(
        { translations: { en: { venue: name }, fr: { venue: `Aréna ${mark}` } }, address: '1 Main Street' },
        'venues',
      );
      await editor.go(`/venues/${venue.id}`);
      await editor.show('French');
      await editor.fill('Street address (French)', '1, rue Principale');
      expect(await editor.send('Save', 'PATCH', /\/venues\/\d+$/)).toBe(200);
      const read = (await service.calendar.get(`/venues/${venue.id}?translations=all`, { as: 'editor' })).body;
      expect([read.translations.en.address, read.translations.fr.address]).toEqual([null, '1, rue Principale']);
      expect(read.address).toBe('1 Main Street');
    });

    it('3. merges two venues that are the same', async () => {
      const [kept, double] = [
        await create({ venue: `Gym ${mark}` }, 'venues'),
        await create({ venue: `Gymnasium ${mark}`, translations: { fr: { venue: `Gymnase ${mark}` } } }, 'venues'),
      ];
      const held = await create({ title: `A match, ${mark}`, venue: double.id });
      await editor.go(`/venues/${double.id}`);
      await editor.press('Merge into another');
      await editor.find('Keep', `Gym ${mark}`);
      // What is not taken over can be read before.
      await editor.dialog().getByText(`Gymnase ${mark}`, { exact: true }).waitFor();
      expect(await editor.send('Merge', 'POST', /\/merge$/)).toBe(200);
      await editor.page.waitForURL(`**/venues/${kept.id}`);
      await editor.press('Open the trash');
      await editor.page.getByRole('listitem').filter({ hasText: mark }).first().waitFor();
      expect((await event(held.id)).venue).toMatchObject([{ id: kept.id }]);
    });

    it('4. translates five records one after another, and confirms one as current', async () => {
      const into = language === 'en' ? 'fr' : 'en';
      const counts = async () => {
        const { body } = await service.calendar.get('/translations', { as: 'editor' });
        return body.translations.find(
          (one: { kind: string; language: string }) => one.kind === 'events' && one.language === into,
        );
      };
      for (let index = 0; index < 6; index += 1)
        await create({ title: `To translate ${index}, ${mark}`, translation_language: language });
      const before = await counts();
      await editor.go(`/translations?into=${into}&kind=events&state=missing`);
      const title = editor.input(into === 'fr' ? 'Title (French)' : 'Title (English)');
      for (let index = 0; index < 5; index += 1) {
        await title.waitFor();
        await editor.fill(title, `Translated ${index}, ${mark}`);
        expect(await editor.send('Save and next', 'PATCH', /\/events\/\d+$/)).toBe(200);
        await expectEmpty(title);
      }
      expect(await counts()).toMatchObject({ missing: before.missing - 5 });

      const outdated = await create({ title: `Old ${mark}`, translation_language: language });
      await service.calendar.patch(
        `/events/${outdated.id}`,
        { translations: { [into]: { title: `Ancien ${mark}` } } },
        { as: 'editor' },
      );
      await service.calendar.patch(
        `/events/${outdated.id}`,
        { translations: { [language]: { title: `New ${mark}` } } },
        { as: 'editor' },
      );
      const late = await counts();
      expect(late.outdated).toBeGreaterThan(0);
      await editor.go(`/translations?into=${into}&kind=events&state=outdated`);
      expect(await editor.send('Is current', 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect((await counts()).outdated).toBe(late.outdated - 1);
    });

    /** The next record is there, with an input of its own. */
    const expectEmpty = async (input: ReturnType<Editor['input']>) => {
      await input.and(editor.page.locator('[value=""]')).waitFor();
    };

    it('5. undoes: an event comes back from the trash, at once and later', async () => {
      const made = await create({ title: `Before ${mark}` });
      await editor.go(`/events/${made.id}`);
      expect(await editor.send('Move to trash', 'DELETE', /\/events\/\d+$/)).toBe(200);
      const undo = editor.button('Undo', editor.page.getByRole('alert'));
      expect(await editor.send(undo, 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect((await event(made.id)).status).toBe('publish');

      await service.calendar.delete(`/events/${made.id}`, { as: 'editor' });
      await editor.go('/trash');
      const item = editor.page.getByRole('listitem').filter({ hasText: `Before ${mark}` });
      expect(await editor.send(editor.button('Restore', item), 'POST', /\/restore$/)).toBe(200);
      // With the status that it had, which its revisions know.
      expect((await event(made.id)).status).toBe('publish');
      await item.waitFor({ state: 'hidden' });
    });

    it('5. undoes: a text that was overwritten comes back', async () => {
      const made = await create({ title: `Well written ${mark}`, description: 'The long story.', cost: '12' });
      await service.calendar.patch(`/events/${made.id}`, { title: 'Oops', description: 'Gone.' }, { as: 'editor' });
      await editor.go(`/events/${made.id}`);
      await editor.press(editor.link(editor.name('History')));
      // The newest is first, and is the present state.
      const list = editor.page.getByRole('navigation', { name: editor.name('History') }).getByRole('button');
      await editor.press(list.first());
      await editor.page.getByText(language === 'en' ? 'Nothing differs' : 'Rien ne diffère').waitFor();
      expect(await editor.button('Restore').count()).toBe(0);
      await editor.press(list.last());
      await editor.page.getByText('The long story.').waitFor();
      expect(await editor.send('Restore', 'POST', /\/revisions\/\d+\/restore$/)).toBe(200);
      await editor.page.getByRole('heading', { level: 1, name: `Well written ${mark}` }).waitFor();
      expect(await event(made.id)).toMatchObject({
        title: `Well written ${mark}`,
        description: 'The long story.',
        cost: '$12',
      });
    });

    it('6. copies the festival of last year to this year, with its picture and links', async () => {
      const festival = await create({
        title: `Festival ${mark}`,
        start_date: `${dayFromNow(-340)} 10:00`,
        end_date: `${dayFromNow(-338)} 18:00`,
        venue: { venue: `Park ${mark}` },
        organizer: { organizer: `Friends of the park ${mark}` },
        image: { url: 'https://example.com/festival.jpg', width: 800, height: 600 },
        website: 'https://example.com/festival',
      });
      // The list begins with today; what is over is found once the day is removed.
      await editor.go(`/events?filter=${JSON.stringify({ from: 'today' })}`);
      await editor.fill('From', '');
      await editor.fill('Search', `Festival ${mark}`);
      await editor.press(editor.page.getByRole('row', { name: `Festival ${mark}` }).getByRole('link'));
      expect(await editor.send('Duplicate', 'POST', /\/duplicate$/)).toBe(201);
      await editor.page.waitForURL((url) => /\/events\/\d+$/.test(url.hash) && !url.hash.endsWith(`/${festival.id}`));
      const id = await editor.openId();
      // The address changes before the form does.
      await editor.page.getByRole('heading', { level: 1, name: /\(cop/ }).waitFor();
      await editor.show('English');
      await editor.fill('Title (English)', `Festival ${mark}, again`);
      await editor.fill('Start', `${dayFromNow(25)}T10:00`);
      expect(await editor.send('Publish', 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect(await event(id)).toMatchObject({
        status: 'publish',
        title: `Festival ${mark}, again`,
        slug: expect.not.stringContaining('cop'),
        start_date: `${dayFromNow(25)} 10:00:00`,
        end_date: `${dayFromNow(27)} 18:00:00`,
        venue: [{ id: festival.venue[0].id }],
        organizer: [{ id: festival.organizer[0].id }],
        image: { url: 'https://example.com/festival.jpg' },
        website: 'https://example.com/festival',
      });
    });

    it('7. reviews what contributors have sent: changes and publishes one, sends another to the trash', async () => {
      const dates = { start_date: `${dayFromNow(20)} 18:00`, end_date: `${dayFromNow(20)} 20:00` };
      const [good, bad] = await Promise.all(
        ['Good', 'Bad'].map(async (word) => {
          const body = { ...dates, title: `${word} idea, ${mark}`, status: 'pending' };
          return (await service.calendar.post('/events', body, { as: 'contributor' })).body;
        }),
      );
      await editor.go('/venues');
      await editor.go('/');
      await editor.press(editor.link(`Good idea, ${mark}`));
      await editor.show('English');
      await editor.fill('Title (English)', `A good idea, ${mark}`);
      expect(await editor.send('Publish', 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect(await event(good.id)).toMatchObject({ status: 'publish', title: `A good idea, ${mark}` });
      await editor.go('/');
      await editor.press(editor.link(`Bad idea, ${mark}`));
      expect(await editor.send('Move to trash', 'DELETE', /\/events\/\d+$/)).toBe(200);
      expect((await event(bad.id)).status).toBe('trash');
    });

    it('8. loses nothing of what two people enter at once', async () => {
      const made = await create({ title: `Shared ${mark}`, website: 'https://example.com/' });
      const colleague = await openEditor(service, run, service.calendar.keys.administrator);
      for (const person of [editor, colleague]) {
        await person.go(`/events/${made.id}`);
        await person.show('English');
      }
      // Different fields are put together without a question.
      await editor.fill('Title (English)', `Mine ${mark}`);
      await colleague.fill('Price', '12');
      expect(await colleague.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
      await editor.press('Save');
      await editor.page.getByRole('heading', { level: 1, name: `Mine ${mark}` }).waitFor();
      expect(await event(made.id)).toMatchObject({ title: `Mine ${mark}`, cost: '$12' });

      // The same field is a choice.
      await colleague.go('/');
      await colleague.go(`/events/${made.id}`);
      await colleague.show('English');
      await colleague.fill('Title (English)', `Theirs ${mark}`);
      await editor.fill('Title (English)', `Mine again ${mark}`);
      expect(await colleague.send('Save', 'PATCH', /\/events\/\d+$/)).toBe(200);
      await editor.press('Save');
      const dialog = editor.dialog();
      await dialog.getByText(`Theirs ${mark}`).waitFor();
      await dialog.getByText(`Mine again ${mark}`).waitFor();
      await dialog.getByLabel(`${editor.name('Theirs')} (the administrator)`).waitFor();
      await editor.press(dialog.getByLabel(editor.name('Yours')));
      expect(await editor.send('Save this choice', 'PATCH', /\/events\/\d+$/)).toBe(200);
      expect((await event(made.id)).title).toBe(`Mine again ${mark}`);
      await colleague.page.context().close();
      // The refusals were expected.
      editor.problems.splice(0);
    });
  });
});
