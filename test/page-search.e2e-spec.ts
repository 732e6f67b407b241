import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { anEvent, aVenue, aCategory } = makers(() => calendar);

/** Two pages of a list. */
const MANY = 30;

beforeAll(async () => {
  calendar = await TestCalendar.start({ FRAME_ANCESTORS: 'https://city.example' });
  const day = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };
  const french = { translations: { fr: { title: 'Une soirée de jazz' } } };
  const category = await aCategory({ name: 'Music' });
  await anEvent({ title: 'An evening of jazz', ...day, ...french, categories: [category.id] });
  await aVenue({ venue: 'Jazz cellar' });
  for (let number = 1; number <= MANY; number += 1) {
    const date = `2031-06-${String(number).padStart(2, '0')}`;
    const times = { start_date: `${date} 10:00:00`, end_date: `${date} 11:00:00` };
    const title = number === MANY ? 'Pottery' : `Evening ${number}`;
    await anEvent({ title, description: 'With pottery.', ...times });
  }
});

afterAll(() => calendar.stop());

async function page(path: string): Promise<string> {
  const { text } = await calendar.raw().get(path).set('Accept', 'text/html').expect(200);
  return text.replaceAll(/\s+/g, ' ');
}

const titles = (html: string) => [...html.matchAll(/<h[23]><a href="[^"]*"[^>]*>([^<]+)</g)].map(([, title]) => title);

describe('a mistyped search on the pages', () => {
  it.each([
    ['/en?search=jzaz', 'No results for “jzaz”.', 'Results for “jazz”:', 'An evening of jazz'],
    ['/fr?search=jzaz', 'Aucun résultat pour « jzaz ».', 'Résultats pour « jazz » :', 'Une soirée de jazz'],
    ['/embed?lang=en&view=list&search=jzaz', 'No results for “jzaz”.', 'Results for “jazz”:', 'An evening of jazz'],
    ['/en/categories/music?search=jzaz', 'No results for “jzaz”.', 'Results for “jazz”:', 'An evening of jazz'],
  ])('shows the results of the nearest one at once: %s', async (path, none, found, title) => {
    const html = await page(path);
    expect(html).toContain(`${none} <strong>${found}</strong>`);
    expect(html).toContain(title);
  });

  it('keeps what was typed in the form, and what was found in the links', async () => {
    const html = await page('/en?search=potery');
    expect(html).toMatch(/<input[^>]* name="search" value="potery"/);
    expect(html).toMatch(/<a[^>]* href="\/en\?search=pottery&amp;page=2" rel="next"/);
    expect(html).toContain('/en/cal/events/v1/events.rss?search=pottery');
    expect(titles(await page('/en?search=pottery&page=2')).length).toBe(MANY - 24);
  });

  it('leads from the month view of a frame to what is coming', async () => {
    const html = await page('/embed?lang=en&search=jzaz');
    expect(html).toContain('Results for “jazz”:');
    expect(html).toMatch(/href="\/embed\?lang=en&amp;search=jazz&amp;view=list"/);
  });

  it('says so where nothing is near, and where other filters exclude everything', async () => {
    for (const path of ['/en?search=xylophone', '/en?search=jzaz&from=2031-07-01']) {
      const html = await page(path);
      expect(html).not.toContain('Results for');
      expect(html).toContain('No results for');
    }
  });

  it('shows texts as text', async () => {
    const html = await page(`/en?search=${encodeURIComponent('jzaz "<b>"')}`);
    expect(html).not.toContain('<b>');
  });
});

describe('the order of results', () => {
  it('begins with the best match where there are several pages, and can be that of dates', async () => {
    const html = await page('/en?search=pottery');
    expect(titles(html)[0]).toBe('Pottery');
    expect(html).toMatch(/aria-current="true"[^>]*>Best matches first</);
    expect(html).toMatch(/<a href="\/en\?search=pottery&amp;orderby=start_date"[^>]*>By date</);
    const byDate = await page('/en?search=pottery&orderby=start_date');
    expect(titles(byDate)[0]).toBe('Evening 1');
    expect(byDate).toMatch(/aria-current="true"[^>]*>By date</);
    expect(byDate).toMatch(/orderby=start_date&amp;page=2" rel="next"/);
    const both = [...titles(html), ...titles(await page('/en?search=pottery&page=2'))];
    expect(new Set(both).size).toBe(MANY);
  });

  it('offers no other one for a single page', async () => {
    const html = await page('/en?search=jazz');
    expect(html).not.toContain('Best matches first');
    expect(html).toContain('1 result');
  });

  it('says what is wrong with an order', async () => {
    const asPage = calendar.raw().get('/fr?orderby=relevance').set('Accept', 'text/html');
    expect((await asPage.expect(400)).text).toContain('orderby');
    await calendar.raw().get('/en?search=jazz&orderby=title').set('Accept', 'text/html').expect(400);
  });
});

describe('the form', () => {
  it('names the address of suggestions, and the kinds of records', async () => {
    const html = await page('/fr');
    expect(html).toContain('data-suggestions="/fr/cal/events/v1/search-suggestions"');
    expect(html).toContain('&quot;venue&quot;:&quot;Lieu&quot;');
  });
});
