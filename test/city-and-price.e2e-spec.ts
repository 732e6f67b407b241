import { makers } from './support/makers.js';
import { fixPresent } from './support/present.js';
import { TestCalendar } from './support/test-calendar.js';

fixPresent();

let calendar: TestCalendar;
const { anEvent, aVenue } = makers(() => calendar);

beforeAll(async () => {
  calendar = await TestCalendar.start();
});

afterAll(() => calendar.stop());

const titles = async (query: string, options: object = {}): Promise<string[]> => {
  const { body } = await calendar.get(`/events?from=2000-01-01&per_page=100&${query}`, options).expect(200);
  expect(body.total).toBe(body.events.length);
  return body.events.map(({ title }: { title: string }) => title);
};
const refused = async (query: string): Promise<string[]> => {
  const { status, body } = await calendar.get(`/events?${query}`);
  expect(status).toBe(400);
  return Object.keys(body.data.params);
};

describe('city', () => {
  let hall: number;

  beforeAll(async () => {
    hall = (await aVenue({ venue: 'Hall', city: 'Montréal' })).id;
    const park = await aVenue({ venue: 'Park', city: 'Saint-Jean' });
    const attic = await aVenue({ venue: 'Attic', city: 'Hidden City', status: 'draft' });
    await anEvent({ title: 'In Montréal', venue: hall });
    await anEvent({ title: 'In both', venue: [hall, park.id] });
    await anEvent({ title: 'In Saint-Jean', venue: park.id });
    await anEvent({ title: 'In the attic', venue: attic.id });
    await anEvent({ title: 'Guarded', venue: hall, password: 'sesame' });
    await anEvent({ title: 'Nowhere' });
  });

  it.each([
    ['Montréal', ['In Montréal', 'In both']],
    ['MONTREAL', ['In Montréal', 'In both']],
    ['montreal,saint-jean', ['In Montréal', 'In both', 'In Saint-Jean']],
    ['Nowhere', []],
    ['Mont', []],
    ['Montréal Nord', []],
  ])('finds events at venues in that city, by its whole name: %s', async (city, found) => {
    expect(await titles(`city=${encodeURIComponent(city)}`)).toEqual(found);
  });

  it('may contain commas', async () => {
    const capital = await aVenue({ venue: 'Mall', city: 'Washington, D.C.' });
    const state = await aVenue({ venue: 'Pier', city: 'Washington' });
    await anEvent({ title: 'In the capital', venue: capital.id });
    await anEvent({ title: 'In the state', venue: state.id });
    const city = (name: string) => titles(`city=${encodeURIComponent(name)}`);
    expect(await city('washington, d.c.')).toEqual(['In the capital']);
    expect(await city('Washington,D.C.,Saint-Jean')).toEqual(['In both', 'In Saint-Jean', 'In the capital']);
    expect(await city('Washington, Ottawa')).toEqual(['In the state']);
    const { body } = await calendar.get('/events/counts?from=2000-01-01&by=city').expect(200);
    for (const { value, count } of body.counts) expect(await city(value)).toHaveLength(count);
  });

  it('accepts lists in every spelling', async () => {
    expect(await titles('city[]=Saint-Jean&city[]=Ottawa')).toEqual(['In both', 'In Saint-Jean']);
    expect(await titles('city=')).toContain('Nowhere');
  });

  it('can be combined with other filters', async () => {
    expect(await titles(`city=Saint-Jean&venue=${hall}`)).toEqual(['In both']);
    expect(await titles(`city=Montreal&venue=${hall}`)).toEqual(['In Montréal', 'In both']);
    expect(await titles('city=Montreal&search=both')).toEqual(['In both']);
    expect(await titles('city=Montreal&orderby=title&order=desc')).toEqual(['In Montréal', 'In both']);
  });

  it('ignores venues that the caller may not read, and protected events', async () => {
    expect(await titles('city=hidden%20city')).toEqual([]);
    expect(await titles('city=hidden%20city', { as: 'editor' })).toEqual(['In the attic']);
    expect(await titles('city=montreal', { as: 'editor' })).toContain('Guarded');
  });

  it('follows the venue when it moves, is trashed and restored', async () => {
    const { id } = await aVenue({ venue: 'Tent', city: 'Hull' });
    await anEvent({ title: 'In a tent', venue: id });
    expect(await titles('city=hull')).toEqual(['In a tent']);
    await calendar.patch(`/venues/${id}`, { city: 'Gatineau' }, { as: 'editor' }).expect(200);
    expect([await titles('city=hull'), await titles('city=gatineau')]).toEqual([[], ['In a tent']]);
    await calendar.delete(`/venues/${id}`, { as: 'editor' }).expect(200);
    expect(await titles('city=gatineau')).toEqual([]);
    await calendar.patch(`/venues/${id}`, { status: 'publish' }, { as: 'editor' }).expect(200);
    expect(await titles('city=gatineau')).toEqual(['In a tent']);
    await calendar.patch(`/venues/${id}`, { city: null }, { as: 'editor' }).expect(200);
    expect(await titles('city=gatineau')).toEqual([]);
  });

  it('sorts events of more venues than fit into one statement', async () => {
    const ids: number[] = [];
    for (let number = 0; number < 70; number++) ids.push((await aVenue({ venue: `Booth ${number}`, city: 'Fair' })).id);
    const day = (number: number) => `2028-01-${String(28 - number).padStart(2, '0')}`;
    for (let number = 0; number < 6; number++)
      await anEvent({
        title: String(number),
        start_date: day(number),
        end_date: day(number),
        venue: ids.slice(number, number + 40),
      });
    expect(await titles('city=fair')).toEqual(['5', '4', '3', '2', '1', '0']);
    const { body } = await calendar.get('/events?city=fair&from=2000-01-01&per_page=2&page=2');
    expect([body.events.map(({ title }: { title: string }) => title), body.total]).toEqual([['3', '2'], 6]);
  });

  it('refuses an empty name', async () => {
    expect(await refused('city=Montreal,,Quebec')).toEqual(['city']);
  });
});

describe('price', () => {
  beforeAll(async () => {
    const costs = ['free', 'Gratuit', '0', '0 €', '12', '0 - 10', '20 EUR', 'De 6 à 25 €', 'Pay what you can'];
    for (const cost of costs) await anEvent({ title: cost, cost, tags: ['priced'] });
    await anEvent({ title: 'unknown', tags: ['priced'] });
    await anEvent({ title: 'Guarded', cost: '5', tags: ['priced'], password: 'sesame' });
  });

  it('is free if all amounts are zero', async () => {
    expect(await titles('price=free&tags=priced')).toEqual(['free', 'Gratuit', '0', '0 €']);
  });

  it('is paid if one amount is greater', async () => {
    expect(await titles('price=paid&tags=priced')).toEqual(['12', '0 - 10', '20 EUR', 'De 6 à 25 €']);
  });

  it('does not reveal the price of protected events', async () => {
    expect(await titles('price=paid&search=guarded')).toEqual([]);
    expect(await titles('price=paid&search=guarded', { as: 'editor' })).toEqual(['Guarded']);
  });

  it('follows the cost', async () => {
    const { id } = await anEvent({ title: 'Changing', cost: '5' });
    for (const [cost, free, paid] of [
      ['free', 1, 0],
      [null, 0, 0],
      ['Ask', 0, 0],
      ['7', 0, 1],
    ] as const) {
      await calendar.patch(`/events/${id}`, { cost }, { as: 'editor' }).expect(200);
      expect((await titles(`include=${id}&price=free`)).length).toBe(free);
      expect((await titles(`include=${id}&price=paid`)).length).toBe(paid);
    }
  });

  it.each(['price=cheap', 'price=', 'price=free,paid'])('refuses %s', async (query) => {
    expect(await refused(query)).toEqual(['price']);
  });
});
