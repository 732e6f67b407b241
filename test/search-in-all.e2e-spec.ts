import { lister } from './support/lists.js';
import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent, aVenue, anOrganizer, aCategory, aTag } = makers(() => calendar);
const { names } = lister(() => calendar, 'events');

beforeAll(async () => {
  calendar = await TestCalendar.start();
  const venue = await aVenue({ venue: 'Œuvre Hall', city: 'Trois-Rivières', translations: { fr: { venue: 'Salle' } } });
  const attic = await aVenue({ venue: 'Attic', city: 'Nowhere', status: 'draft' });
  const organizer = await anOrganizer({ organizer: 'Friends of the River' });
  const category = await aCategory({ name: 'Chamber music' });
  const tag = await aTag({ name: 'candlelight' });
  const links = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
  await anEvent({ title: 'Quartet', ...links });
  await anEvent({ title: 'Guarded', password: 'sesame', ...links });
  await anEvent({ title: 'Upstairs', venue: attic.id });
  await anEvent({ title: 'River walk' });
});

afterAll(() => calendar.stop());

const all = (search: string) => `from=2000-01-01&search_in=all&search=${encodeURIComponent(search)}`;

describe('search_in=all', () => {
  it.each([
    ['oeuvre', ['Quartet']],
    ['trois-riviere', ['Quartet']],
    ['friends', ['Quartet']],
    ['CHAMBER', ['Quartet']],
    ['candle', ['Quartet']],
    ['quartet candle oeuvre', ['Quartet']],
    ['"friends of the river"', ['Quartet']],
    ['river', ['Quartet', 'River walk']],
    ['river -candlelight', ['River walk']],
    ['hall friends nothing', []],
  ])('also searches the names of related records: %s', async (search, found) => {
    expect(await names(all(search))).toEqual(found);
  });

  it('is not the default', async () => {
    expect(await names('from=2000-01-01&search=river')).toEqual(['River walk']);
    expect(await names('from=2000-01-01&search_in=text&search=candle')).toEqual([]);
  });

  it('searches the names in the language of the request', async () => {
    expect(await names(all('salle'), { language: 'fr' })).toEqual(['Quartet']);
    expect([await names(all('salle')), await names(all('oeuvre'), { language: 'fr' })]).toEqual([[], []]);
    expect(await names(all('candlelight'), { language: 'fr' })).toEqual(['Quartet']);
  });

  it('neither finds nor excludes events by records that the caller may not read', async () => {
    expect([await names(all('attic')), await names(all('nowhere'))]).toEqual([[], []]);
    expect(await names(all('upstairs -attic'))).toEqual(['Upstairs']);
    expect(await names(all('attic'), { as: 'editor' })).toEqual(['Upstairs']);
    expect(await names(all('guarded -candlelight'))).toEqual(['Guarded']);
    expect(await names(all('candlelight'), { as: 'editor' })).toEqual(['Quartet', 'Guarded']);
  });

  it('has no effect without words, and accepts no other value', async () => {
    expect(await names('from=2000-01-01&search_in=all')).toHaveLength(4);
    expect((await calendar.get('/events?search_in=venue&search=x')).body.data.params).toHaveProperty('search_in');
  });

  it('finds renamed records', async () => {
    const { id } = await aTag({ name: 'before' });
    const event = await anEvent({ title: 'Tagged', tags: [id] });
    await calendar.patch(`/tags/${id}`, { name: 'afterwards' }, { as: 'editor' }).expect(200);
    expect([await names(all('before')), await names(all('afterwards'))]).toEqual([[], ['Tagged']]);
    await calendar.delete(`/events/${event.id}`, { as: 'editor' }).expect(200);
  });
});
