import { type Page } from 'playwright-core';
import sharp from 'sharp';
import { RateLimited } from '../../src/lib/errors/api-error.js';
import { SubmissionLimits } from '../../src/outlets/submissions/submission-limits.js';
import { monitoredPage } from '../support/browser.js';
import { brokenRules } from './accessibility.js';
import { describeInBrowser, type Editor, editorsPage, openEditor, RUNS } from './editor.js';

/** Milliseconds that a form is read before it is sent; a program is quicker. */
const READING = 3100;

const YEAR = new Date().getUTCFullYear() + 1;

describeInBrowser('what a club sends with the form of the site', () => {
  const service = editorsPage({ environment: { SUBMISSIONS: 'on' } });

  describe.each(RUNS)('$name', ({ name: mark, run }) => {
    const [language, device] = run;
    const inLanguage = (english: string, french: string) => (language === 'en' ? english : french);
    const title = `Chess night ${mark}`;
    const hall = `Rook Hall ${mark}`;
    let visitor: Page;
    let editor: Editor;

    beforeAll(async () => {
      editor = await openEditor(service, run);
      const viewport = device === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 900 };
      const locale = language === 'en' ? 'en-CA' : 'fr-CA';
      ({ page: visitor } = await monitoredPage(service.browser, locale, { viewport }));
    });

    afterAll(async () => {
      await visitor.context().close();
      await editor.page.context().close();
    });

    /** The input with a label, which may end with “(optional)”. */
    const input = (english: string, french: string) =>
      visitor.getByRole('main').getByLabel(new RegExp(`^${inLanguage(english, french)}\\s*(?:\\(.+\\))?\\s*$`));

    it('keeps everything where something is wrong, the picture too, and is published with its new venue', async () => {
      await visitor.goto(`${editor.root}/${language}`);
      await visitor
        .getByRole('link', { name: inLanguage('Submit an event', 'Proposer un événement') })
        .last()
        .click();
      await visitor.getByRole('heading', { level: 1 }).waitFor();
      expect(await brokenRules(visitor)).toEqual([]);
      const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await visitor.evaluate(tooWide)).toBe(0);
      await input('Title', 'Titre').fill(title);
      await input('Start', 'Début').fill(`${YEAR}-05-06T19:00`);
      await input('End', 'Fin').fill(`${YEAR}-05-06T22:00`);
      await input('Venue', 'Lieu').fill(hall);
      await input('Website', 'Site web').fill('ftp://no');
      const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#14615c' } })
        .png()
        .toBuffer();
      const file = visitor.locator('input[type=file]');
      await file.setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer: picture });
      await input('Your name', 'Votre nom').fill('Rita Rook');
      await input('Your email address', 'Votre adresse de courriel').fill('rita@rooks.example');
      await visitor.waitForTimeout(READING);
      const send = visitor.getByRole('button', { name: inLanguage('Send the event', 'Envoyer l’événement') });
      await send.click();
      const wrong = visitor.locator('main [aria-invalid=true]');
      await wrong.waitFor();
      expect(await wrong.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await input('Title', 'Titre').inputValue()).toBe(title);
      expect(await file.evaluate((element) => (element as HTMLInputElement).files![0]?.name)).toBe('board.png');
      expect(await brokenRules(visitor)).toEqual([]);
      await wrong.fill('https://rooks.example');
      await visitor.waitForTimeout(READING);
      await send.click();
      await visitor
        .getByRole('heading', {
          level: 1,
          name: inLanguage('Thank you, your event has arrived.', 'Merci, votre événement est arrivé.'),
        })
        .waitFor();
      const [reference] = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await visitor.getByRole('main').innerText())!;

      await editor.go('/');
      await editor.page.reload();
      await editor.press(editor.link(new RegExp(title)).first());
      const id = await editor.openId();
      const review = editor.page.locator('section').filter({ has: editor.button('Refuse') });
      await review.getByRole('link', { name: 'rita@rooks.example' }).waitFor();
      expect(await review.innerText()).toContain(reference);
      // Nobody could edit what is returned.
      expect(await editor.button('Return with a note', editor.page).count()).toBe(0);
      expect(await editor.send('Publish', 'PATCH', /\/events\/\d+$/)).toBe(200);
      const { body } = await service.calendar.get(`/events/${id}`, { language }).expect(200);
      expect(body).toMatchObject({ title, website: 'https://rooks.example', venue: [{ venue: hall }] });
      expect(body.image.sizes.full.url).toMatch(/\.(?:png|webp)$/);
      expect(body).not.toHaveProperty('submission');
    });

    it('is still in the browser of those who go back from the page of a limit, without a script', async () => {
      const spy = jest.spyOn(service.calendar.app.get(SubmissionLimits), 'during');
      spy.mockImplementation(() => Promise.reject(new RateLimited(1800)));
      const locale = language === 'en' ? 'en-CA' : 'fr-CA';
      const { page } = await monitoredPage(service.browser, locale, { javaScriptEnabled: false });
      try {
        await page.goto(`${editor.root}/${language}/${inLanguage('submit', 'proposer')}`);
        const typed = { title, description: 'All levels.', venue: hall, city: 'Perth', contact_name: 'Rita Rook' };
        const others = { start_date: `${YEAR}-05-06T19:00`, end_date: `${YEAR}-05-06T22:00` };
        const fields = { ...typed, ...others, contact_email: 'rita@rooks.example' };
        for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
        await page.locator('[name=all_day]').check();
        await page.locator('main button').click();
        const heading = inLanguage('Your event was not sent', 'Votre événement n’a pas été envoyé');
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await page.goBack();
        for (const [name, value] of Object.entries(fields))
          expect([name, await page.locator(`[name=${name}]`).inputValue()]).toEqual([name, value]);
        expect(await page.locator('[name=all_day]').isChecked()).toBe(true);
      } finally {
        spy.mockRestore();
        await page.context().close();
      }
    });

    it('is refused, several at once, with a note', async () => {
      const dates = { start_date: `${YEAR}-05-07 19:00`, end_date: `${YEAR}-05-07 20:00` };
      const wanted = [1, 2].map((number) => `Advertisement ${number} ${mark}`);
      const ids: number[] = [];
      for (const name of wanted) {
        const { body } = await service.calendar.post(
          '/events',
          { ...dates, title: name, status: 'pending' },
          { as: 'contributor' },
        );
        expect(body.status).toBe('pending');
        ids.push(body.id as number);
      }
      await editor.go('/events?filter={"search":"advertisement","status":"pending"}');
      for (const name of wanted) {
        await editor.page.getByText(name).first().waitFor();
        await editor.page
          .getByText(name)
          .locator('xpath=ancestor::*[.//input[@type="checkbox"]][1]')
          .getByRole('checkbox')
          .first()
          .check();
      }
      await editor.press('Refuse');
      await editor.dialog().getByRole('textbox').fill('We show no advertisements.');
      await editor.dialog().getByRole('button').last().click();
      const stored = async () =>
        Promise.all(ids.map(async (id) => (await service.calendar.get(`/events/${id}`, { as: 'editor' })).body));
      while (!(await stored()).every(({ status }) => status === 'trash')) await editor.page.waitForTimeout(100);
      for (const { review_note: note } of await stored()) expect(note).toBe('We show no advertisements.');
    });
  });
});
