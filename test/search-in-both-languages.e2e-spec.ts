import { lister } from './support/lists.js';
import { makers } from './support/makers.js';
import { TestCalendar } from './support/test-calendar.js';

let calendar: TestCalendar;
const { anEvent, aVenue, aCategory, aTag } = makers(() => calendar);
const { names, refused } = lister(() => calendar, 'events');
const venues = lister(() => calendar, 'venues');
const tags = lister(() => calendar, 'tags');
const categories = lister(() => calendar, 'categories');

const inBoth = (en: object, fr: object) => ({ ...en, translations: { fr } });

beforeAll(async () => {
  calendar = await TestCalendar.start();
  const venue = await aVenue(inBoth({ venue: 'Old Mill' }, { venue: 'Le Vieux-Moulin' }));
  await aVenue({ venue: 'Arena' });
  await aTag(inBoth({ name: 'outdoors' }, { name: 'plein air' }));
  await aCategory(inBoth({ name: 'Theatre' }, { name: 'Scène' }));
  const texts = inBoth({ title: 'Snow day' }, { title: 'Jour de neige', description: 'Une tempête.' });
  await anEvent({ ...texts, venue: venue.id });
  const secret = inBoth({ title: 'Guarded' }, { title: 'Gardé', description: 'Un trésor.' });
  await anEvent({ ...secret, venue: venue.id, password: 'sesame' });
  await anEvent({ title: 'River walk' });
});

afterAll(() => calendar.stop());

const all = (search: string, more = '') =>
  `from=2000-01-01&search_languages=all${more}&search=${encodeURIComponent(search)}`;

describe('search_languages=all', () => {
  it.each([
    ['neige', ['Snow day']],
    ['tempete snow', ['Snow day']],
    ['day -neige', []],
    ['day -outdoors', ['Snow day']],
    ['jours', ['Snow day']],
  ])('also finds events by their texts in the other language: %s', async (search, found) => {
    expect(await names(all(search))).toEqual(found);
  });

  it('finds other records by either name, in either language', async () => {
    for (const language of ['en', 'fr'] as const) {
      const name = (en: string, fr: string) => [language === 'en' ? en : fr];
      for (const search of ['old mill', 'vieux-moulin'])
        expect(await venues.names(all(search).slice('from=2000-01-01&'.length), { language })).toEqual(
          name('Old Mill', 'Le Vieux-Moulin'),
        );
      for (const search of ['outdoors', 'plein'])
        expect(
          await tags.names(`${all(search).slice('from=2000-01-01&'.length)}&hide_empty=false`, { language }),
        ).toEqual(name('outdoors', 'plein air'));
      expect(
        await categories.names(`${all('scene').slice('from=2000-01-01&'.length)}&hide_empty=false`, { language }),
      ).toEqual(name('Theatre', 'Scène'));
    }
  });

  it('finds events by the names of their venues in both languages, together with search_in=all', async () => {
    expect(await names(all('moulin', '&search_in=all'))).toEqual(['Snow day']);
    expect(await names(all('moulin', '&search_in=all'), { as: 'editor' })).toEqual(['Snow day', 'Guarded']);
  });

  it('finds a protected event by its titles only, for those who see nothing else of it', async () => {
    expect(await names(all('garde'))).toEqual(['Guarded']);
    expect(await names(all('tresor'))).toEqual([]);
    expect(await names(all('guarded -tresor'))).toEqual(['Guarded']);
    expect(await names(all('tresor'), { as: 'editor' })).toEqual(['Guarded']);
  });

  it('is not the default, and accepts no other value', async () => {
    expect(await names('from=2000-01-01&search=neige')).toEqual([]);
    expect(await names('from=2000-01-01&search_languages=shown&search=neige')).toEqual([]);
    expect(await names('from=2000-01-01&search_languages=all')).toHaveLength(3);
    expect(await refused('search_languages=fr&search=x')).toHaveProperty('search_languages');
  });
});
