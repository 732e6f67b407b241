import { DataSource } from 'typeorm';
import { fixPresent } from './support/present.js';
import { Random } from './support/random.js';
import { type ApiRecord, makers } from './support/makers.js';
import { statementsDuring } from './support/statements.js';
import { type RequestOptions, TestCalendar } from './support/test-calendar.js';

fixPresent();

/** The radius in km, repeated here because this suite calculates distances by itself. */
const EARTH_RADIUS = 6371.0088;

let calendar: TestCalendar;
const { anEvent, aVenue } = makers(() => calendar);

const TORONTO = { geo_lat: 43.6532, geo_lng: -79.3832 };
const NEAR_TORONTO = 'geoloc_lat=43.6532&geoloc_lng=-79.3832';

describe('the coordinates of a venue', () => {
  beforeAll(async () => void (calendar = await TestCalendar.start()));
  afterAll(() => calendar.stop());

  const venue = async (id: number) => (await calendar.get(`/venues/${id}`)).body as ApiRecord;

  it('are null by default', async () => {
    expect(await aVenue()).toMatchObject({ geo_lat: null, geo_lng: null });
  });

  it('are shown wherever the venue is', async () => {
    const made = await aVenue({ venue: 'Roundhouse', ...TORONTO });
    const event = await anEvent({ venue: made.id });
    const list = (await calendar.get('/venues?search=roundhouse')).body;
    const events = (await calendar.get(`/events?venue=${made.id}`)).body;
    const shown = [made, await venue(made.id), list.venues[0], event.venue![0], events.events[0].venue[0]];
    for (const answer of shown) expect(answer).toMatchObject(TORONTO);
  });

  it('are accepted from a form as well', async () => {
    const sent = calendar.post('/venues', 'venue=Hall&geo_lat=-33.5&geo_lng=%2B151.25', { as: 'editor' });
    expect((await sent).body).toMatchObject({ geo_lat: -33.5, geo_lng: 151.25 });
  });

  it.each([
    [90, 180],
    [-90, -180],
    [0, 0],
    [43.653_225_512_345_678, -79.383_186_000_000_01],
    [1e-7, -5e-324],
  ])('are stored exactly: %p, %p', async (geo_lat, geo_lng) => {
    const { id } = await aVenue({ geo_lat, geo_lng });
    expect(await venue(id)).toMatchObject({ geo_lat, geo_lng });
  });

  it('have no negative zero', async () => {
    const sent = calendar.post('/venues', '{"venue":"Null Island","geo_lat":-0.0,"geo_lng":-0}', { as: 'editor' });
    expect((await sent.set('Content-Type', 'application/json')).text).toContain('"geo_lat":0,"geo_lng":0');
  });

  it.each([
    [{ geo_lat: 43 }, ['geo_lng']],
    [{ geo_lng: -79 }, ['geo_lat']],
    [{ geo_lat: 43, geo_lng: null }, ['geo_lng']],
    [{ geo_lat: '', geo_lng: -79 }, ['geo_lat']],
    [{ geo_lat: null }, ['geo_lng']],
    [{ geo_lat: 90.1, geo_lng: -180.1 }, ['geo_lat', 'geo_lng']],
    [{ geo_lat: 'north', geo_lng: true }, ['geo_lat', 'geo_lng']],
    [{ geo_lat: [1, 2], geo_lng: {} }, ['geo_lat', 'geo_lng']],
    [{ geo_lat: 91 }, ['geo_lat']],
  ])('are refused on create and update: %j', async (fields, names) => {
    const { id } = await aVenue(TORONTO);
    const answers = [
      await calendar.post('/venues', { venue: 'Hall', ...fields }, { as: 'editor' }),
      await calendar.patch(`/venues/${id}`, fields, { as: 'editor' }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, Object.keys(body.data.params).sort()]).toEqual([400, 'rest_invalid_param', names]);
    }
    expect(await venue(id)).toMatchObject(TORONTO);
  });

  it('are required together, in both languages', async () => {
    const message = async (language: string) => {
      const sent = await calendar.post('/venues', { venue: 'Hall', geo_lat: 1 }, { as: 'editor', language });
      return sent.body.data.params.geo_lng as string;
    };
    expect(await message('en')).toBe('Must be given together with geo_lat.');
    expect(await message('fr')).toBe('Doit être donné avec geo_lat.');
  });

  it('are suggested for similar names', async () => {
    const { body } = await calendar.post('/venues', { venue: 'Hall', geo_lta: 1 }, { as: 'editor' });
    expect(body.data.params.geo_lta).toContain('“geo_lat”');
  });

  it('stay if they are not sent, can be changed, and removed', async () => {
    const { id } = await aVenue(TORONTO);
    await calendar.patch(`/venues/${id}`, { city: 'Toronto' }, { as: 'editor' }).expect(200);
    expect(await venue(id)).toMatchObject(TORONTO);
    await calendar.put(`/venues/${id}`, { geo_lat: 45.5, geo_lng: -73.5 }, { as: 'editor' }).expect(200);
    expect(await venue(id)).toMatchObject({ geo_lat: 45.5, geo_lng: -73.5 });
    const cleared = await calendar.patch(`/venues/${id}`, { geo_lat: null, geo_lng: null }, { as: 'editor' });
    expect(cleared.body).toMatchObject({ geo_lat: null, geo_lng: null });
    expect(await venue(id)).toMatchObject({ geo_lat: null, geo_lng: null });
  });

  it('increase the revision of the venue only when they change', async () => {
    const { id } = await aVenue(TORONTO);
    const etag = async () => (await calendar.get(`/venues/${id}`)).headers['etag'] as string;
    const before = await etag();
    const read = await venue(id);
    const written = await calendar.put(`/venues/${id}`, read, { as: 'editor' }).set('If-Match', before).expect(200);
    expect(written.body.modified).toBe(read.modified);
    expect(await etag()).toBe(before);
    await calendar.patch(`/venues/${id}`, { geo_lat: 1, geo_lng: 2 }, { as: 'editor' }).expect(200);
    expect((await etag()).split('-')[0]).not.toBe(before.split('-')[0]);
    const late = calendar.patch(`/venues/${id}`, { geo_lat: 3, geo_lng: 4 }, { as: 'editor' }).set('If-Match', before);
    await late.expect(412);
    expect(await venue(id)).toMatchObject({ geo_lat: 1, geo_lng: 2 });
  });

  it('change the ETag of the events at the venue', async () => {
    const { id } = await aVenue(TORONTO);
    const event = await anEvent({ venue: id });
    const etag = async () => (await calendar.get(`/events/${event.id}`)).headers['etag'];
    const before = await etag();
    await calendar.patch(`/venues/${id}`, { geo_lat: 1, geo_lng: 2 }, { as: 'editor' }).expect(200);
    expect(await etag()).not.toBe(before);
  });

  it('are created with a venue in the body of an event', async () => {
    const event = await anEvent({ venue: [{ venue: 'Brought along', ...TORONTO }] });
    expect(event.venue![0]).toMatchObject({ venue: 'Brought along', ...TORONTO });
    expect(await venue((event.venue![0] as ApiRecord).id)).toMatchObject(TORONTO);
  });

  it('are not stored if the event in whose body they are is refused', async () => {
    const event = { title: 'Concert', start_date: '2027-06-21', end_date: '2027-06-21' };
    const nested = await calendar.post(
      '/events',
      { ...event, venue: { venue: 'Failed', geo_lat: 1 } },
      { as: 'editor' },
    );
    expect([nested.status, Object.keys(nested.body.data.params)]).toEqual([400, ['venue[0].geo_lng']]);
    const venue = [{ venue: 'Failed', ...TORONTO }, 999_999];
    await calendar.post('/events', { ...event, venue }, { as: 'editor' }).expect(400);
    expect((await calendar.get('/venues?search=failed')).body.total).toBe(0);
  });

  it('are in the JSON-LD of the venue and of its events', async () => {
    const geo = { '@type': 'GeoCoordinates', latitude: 43.6532, longitude: -79.3832 };
    const { id, json_ld: place } = await aVenue(TORONTO);
    expect(place).toMatchObject({ '@type': 'Place', geo });
    expect((await anEvent({ venue: id })).json_ld).toMatchObject({ location: { geo } });
    expect((await aVenue()).json_ld).not.toHaveProperty('geo');
  });

  it('survive the trash, and are deleted with the venue', async () => {
    const { id } = await aVenue(TORONTO);
    expect((await calendar.delete(`/venues/${id}`, { as: 'editor' })).body).toMatchObject(TORONTO);
    const restored = await calendar.patch(`/venues/${id}`, { status: 'publish' }, { as: 'editor' });
    expect(restored.body).toMatchObject(TORONTO);
    await calendar.delete(`/venues/${id}?force=true`, { as: 'editor' }).expect(200);
    const rows: unknown[] = await calendar.app
      .get(DataSource)
      .query(`SELECT * FROM venue_locations WHERE venueId = ${id}`);
    expect(rows).toEqual([]);
  });

  it('are in the documentation, in both languages', async () => {
    const schemas = async (language: string) =>
      (await calendar.get('/doc/openapi.json', { language })).body.components.schemas;
    const [en, fr] = [await schemas('en'), await schemas('fr')];
    for (const name of ['Venue', 'CreateVenue', 'UpdateVenue']) {
      expect(en[name].properties.geo_lat.description).toMatch(/^Latitude in degrees/);
      expect(fr[name].properties.geo_lng.description).toMatch(/^Longitude en degrés/);
    }
  });
});

describe('the list of events', () => {
  beforeAll(async () => void (calendar = await TestCalendar.start()));
  afterAll(() => calendar.stop());

  const titles = async (parameters: string, options: RequestOptions = {}) => {
    const { status, body } = await calendar.get(`/events?${parameters}`, options);
    expect(status).toBe(200);
    return (body.events as { title: string }[]).map(({ title }) => title);
  };

  beforeAll(async () => {
    const at = async (
      title: string,
      lat: number | null,
      lng: number | null,
      fields: object = {},
      event: object = {},
    ) => {
      const venue = await aVenue({ venue: `At ${title}`, geo_lat: lat, geo_lng: lng, ...fields });
      return anEvent({ title, venue: venue.id, ...event });
    };
    await at('Downtown', 43.655, -79.385);
    await at('Airport', 43.6777, -79.6248);
    await at('Hamilton', 43.2557, -79.8711);
    await at('Somewhere', null, null);
    await anEvent({ title: 'Nowhere' });
    await at('Draft', 43.654, -79.384, { status: 'draft' });
    await at('Private', 43.654, -79.384, { status: 'private' });
    await at('Masked', 43.654, -79.384, {}, { password: 'secret' });
    const trashed = (await at('Trashed', 43.654, -79.384)).venue![0] as ApiRecord;
    await calendar.delete(`/venues/${trashed.id}`, { as: 'editor' }).expect(200);
    await at('Earlier downtown', 43.655, -79.385, {}, { start_date: '2027-06-20', end_date: '2027-06-20' });
  });

  it('geoloc=true returns events whose venue has coordinates', async () => {
    expect(await titles('geoloc=true')).toEqual(['Earlier downtown', 'Downtown', 'Airport', 'Hamilton']);
  });

  it('geoloc=false returns events without a venue with coordinates, as far as the caller may see it', async () => {
    expect(await titles('geoloc=false')).toEqual(['Somewhere', 'Nowhere', 'Draft', 'Private', 'Trashed']);
  });

  it('depends on the venues that the caller may see', async () => {
    const seen = ['Earlier downtown', 'Downtown', 'Airport', 'Hamilton', 'Draft', 'Private', 'Masked'];
    expect(await titles('geoloc=yes', { as: 'editor' })).toEqual(seen);
    expect(await titles('geoloc=0', { as: 'editor' })).toEqual(['Somewhere', 'Nowhere', 'Trashed']);
    expect(await titles('geoloc=1', { as: 'contributor' })).toHaveLength(4);
  });

  it('sorts the events within 25 km of a point by distance, then by start', async () => {
    expect(await titles(NEAR_TORONTO)).toEqual(['Earlier downtown', 'Downtown', 'Airport']);
    expect(await titles(NEAR_TORONTO, { as: 'editor' })).toEqual([
      ...['Draft', 'Private', 'Masked'],
      ...['Earlier downtown', 'Downtown', 'Airport'],
    ]);
  });

  it('has a radius that can be set', async () => {
    expect(await titles(`${NEAR_TORONTO}&geoloc_radius=1.5`)).toEqual(['Earlier downtown', 'Downtown']);
    expect(await titles(`${NEAR_TORONTO}&geoloc_radius=100`)).toHaveLength(4);
    expect(await titles(`${NEAR_TORONTO}&geoloc_radius=20016`)).toHaveLength(4);
    expect(await titles('geoloc_lat=43.655&geoloc_lng=-79.385&geoloc_radius=0')).toHaveLength(2);
    expect(await titles(`${NEAR_TORONTO}&geoloc_radius=0`)).toEqual([]);
  });

  it('keeps another requested order', async () => {
    const byTitle = ['Airport', 'Downtown', 'Earlier downtown', 'Hamilton'];
    expect(await titles(`${NEAR_TORONTO}&geoloc_radius=100&orderby=title`)).toEqual(byTitle);
    expect(await titles(`${NEAR_TORONTO}&geoloc_radius=100&orderby=start_date`)).toEqual([
      ...['Earlier downtown', 'Downtown', 'Airport', 'Hamilton'],
    ]);
    expect(await titles(`${NEAR_TORONTO}&geoloc_radius=100&order=desc`)).toEqual([
      ...['Hamilton', 'Airport', 'Downtown', 'Earlier downtown'],
    ]);
  });

  it('can be combined with all other filters', async () => {
    expect(await titles(`${NEAR_TORONTO}&geoloc=true&search=down&start_date=2027-06-21`)).toEqual(['Downtown']);
    expect(await titles(`${NEAR_TORONTO}&geoloc=false`)).toEqual([]);
    expect(await titles('geoloc=true&untranslated=only', { language: 'fr' })).toHaveLength(4);
  });

  it('returns the events within a box, its edges included, by start', async () => {
    expect(await titles('geoloc_bbox=-79.7,43.5,-79.1,43.9')).toEqual(['Earlier downtown', 'Downtown', 'Airport']);
    expect(await titles('geoloc_bbox=-79.385,43.655,-79.385,43.655')).toEqual(['Earlier downtown', 'Downtown']);
    expect(await titles('geoloc_bbox=-180,-90,180,90')).toHaveLength(4);
    expect(await titles('geoloc_bbox=-79.7,43.7,-79.1,43.9')).toEqual([]);
    expect(await titles('geoloc_bbox=-79.4,43.5,-79.1,43.9', { as: 'editor' })).toEqual([
      ...['Earlier downtown', 'Downtown', 'Draft', 'Private', 'Masked'],
    ]);
  });

  it('lets a box cross the 180th meridian if its west is greater than its east', async () => {
    expect(await titles('geoloc_bbox=-79.1,43,-79.7,44')).toEqual(['Hamilton']);
    expect(await titles('geoloc_bbox=170,43,-79.5,44')).toEqual(['Airport', 'Hamilton']);
    expect(await titles('geoloc_bbox=170,43,-170,44')).toEqual([]);
  });

  it('combines a box with a point and other filters', async () => {
    expect(await titles(`${NEAR_TORONTO}&geoloc_bbox=-79.7,43.5,-79.5,43.9`)).toEqual(['Airport']);
    expect(await titles('geoloc_bbox=-79.7,43.5,-79.1,43.9&search=down&geoloc=true')).toHaveLength(2);
    const { body } = await calendar.get('/events?geoloc_bbox=-79.7,43.5,-79.1,43.9&per_page=2');
    expect(new URL(body.next_rest_url).searchParams.get('geoloc_bbox')).toBe('-79.7,43.5,-79.1,43.9');
  });

  it.each([NEAR_TORONTO, 'geoloc_bbox=-79.7,43.5,-79.1,43.9'])(
    'returns nothing for events without a place, and the same with one: ?%s',
    async (place) => {
      expect(await titles(`geoloc=true&${place}`)).toEqual(await titles(place));
      expect(await titles(`geoloc=false&${place}`)).toEqual([]);
    },
  );

  it('has totals, pages and links', async () => {
    const first = (await calendar.get(`/events?${NEAR_TORONTO}&geoloc_radius=100&per_page=2`)).body;
    expect([first.total, first.total_pages, first.events.length]).toEqual([4, 2, 2]);
    const next = new URL(first.next_rest_url as string).searchParams;
    expect(Object.fromEntries(next)).toEqual({
      ...{ geoloc_lat: '43.6532', geoloc_lng: '-79.3832', geoloc_radius: '100', per_page: '2', page: '2' },
    });
    expect(await titles(next.toString())).toEqual(['Airport', 'Hamilton']);
    const gone = await calendar.get(`/events?${NEAR_TORONTO}&page=9`);
    expect([gone.status, gone.body.code]).toEqual([404, 'event-archive-page-not-found']);
  });

  it.each([
    ['geoloc_lat=43', ['geoloc_lng']],
    ['geoloc_lng=43', ['geoloc_lat']],
    ['geoloc_lat=north', ['geoloc_lat', 'geoloc_lng']],
    ['geoloc_lat=91&geoloc_lng=-181', ['geoloc_lat', 'geoloc_lng']],
    ['geoloc_lat=&geoloc_lng=', ['geoloc_lat', 'geoloc_lng']],
    ['geoloc_lat=1&geoloc_lat=2&geoloc_lng=1', ['geoloc_lat']],
    ['geoloc=', ['geoloc']],
    ['geoloc=maybe&per_page=0', ['geoloc', 'per_page']],
    [`${NEAR_TORONTO}&geoloc_radius=-1`, ['geoloc_radius']],
    [`${NEAR_TORONTO}&geoloc_radius=20017`, ['geoloc_radius']],
    [`${NEAR_TORONTO}&geoloc_radius=`, ['geoloc_radius']],
    ['geoloc_radius=far', ['geoloc_radius']],
    ['geoloc_bbox=1,2,3', ['geoloc_bbox']],
    ['geoloc_bbox=1,2,3,4,5', ['geoloc_bbox']],
    ['geoloc_bbox=-181,0,0,1', ['geoloc_bbox']],
    ['geoloc_bbox=0,-91,1,0', ['geoloc_bbox']],
    ['geoloc_bbox=0,2,1,1', ['geoloc_bbox']],
    ['geoloc_bbox=a,b,c,d', ['geoloc_bbox']],
    ['geoloc_bbox=0,,1,1', ['geoloc_bbox']],
  ])('refuses %s', async (parameters, names) => {
    const { status, body } = await calendar.get(`/events?${parameters}`);
    expect([status, body.code, Object.keys(body.data.params).sort()]).toEqual([400, 'rest_invalid_param', names]);
  });

  it('ignores a radius without a point', async () => {
    expect(await titles('geoloc_radius=1&per_page=100')).toEqual(await titles('per_page=100'));
  });

  it('needs no more statements than another list', async () => {
    const count = async (path: string) => {
      // The related records are cached from then on.
      await calendar.get(path, { language: 'fr' }).expect(200);
      return (await statementsDuring(calendar, () => calendar.get(path).expect(200))).length;
    };
    const plain = await count('/events?per_page=2');
    expect(plain).toBeLessThanOrEqual(3);
    expect(await count(`/events?per_page=2&geoloc=true&${NEAR_TORONTO}`)).toBe(plain);
  });

  it('finds a series by its occurrences nearby, wherever the series itself takes place', async () => {
    const [here, there] = [
      await aVenue({ venue: 'Gastown', geo_lat: 49.284, geo_lng: -123.109 }),
      await aVenue({ venue: 'Burnaby', geo_lat: 49.284, geo_lng: -123.0 }),
    ];
    const touring = await anEvent({ title: 'Touring', venue: there.id, recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const homeless = await anEvent({ title: 'Homeless', recurrence: 'FREQ=WEEKLY;COUNT=3' });
    for (const { id } of [touring, homeless]) {
      const { body } = await calendar.get(`/events?post_parent=${id}`);
      await calendar.patch(`/events/${body.events[0].id}`, { venue: here.id }, { as: 'editor' }).expect(200);
    }
    const steady = await anEvent({ title: 'Steady', venue: here.id });
    const near = 'geoloc_lat=49.284&geoloc_lng=-123.11&geoloc_radius=2';
    expect(await titles(`${near}&occurrences=next`)).toEqual(['Steady', 'Touring', 'Homeless']);
    expect(await titles(`${near}&occurrences=series`)).toEqual(['Steady', 'Touring', 'Homeless']);
    expect(await titles(`${near}&occurrences=series&order=desc`)).toEqual(['Homeless', 'Touring', 'Steady']);
    const counts = await calendar.get(`/events/counts?by=venue&occurrences=series&${near}`).expect(200);
    expect(counts.body).toMatchObject({ total: 3, counts: [{ value: here.id, count: 3 }] });
    // The other tests list all events.
    for (const { id } of [touring, homeless, steady])
      await calendar.delete(`/events/${id}?force=true`, { as: 'editor' }).expect(200);
  });
});

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Calculates by vectors; the database uses another formula. */
function kilometres(one: Place, other: Place): number {
  const vector = ({ lat, lng }: Place) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [a, b] = [vector(one), vector(other)];
  const half = Math.hypot(...a.map((part, axis) => part - b[axis]!)) / 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, half));
}

describe('random points on earth', () => {
  const random = new Random(20_270_621);
  const between = (min: number, max: number) => Math.round((min + random.next() * (max - min)) * 1e5) / 1e5;
  const anyPlace = (): Place =>
    random.pick<() => Place>([
      () => ({ lat: between(-90, 90), lng: between(-180, 180) }),
      () => ({ lat: between(43, 44), lng: between(-80, -79) }),
      () => ({ lat: between(89, 90), lng: between(-180, 180) }),
      () => ({ lat: between(-90, -89), lng: between(-180, 180) }),
      () => ({ lat: between(-2, 2), lng: between(179, 180) }),
      () => ({ lat: between(-2, 2), lng: between(-180, -179) }),
      // One spelling of each place: rounding would otherwise decide which is nearer.
      () =>
        random.pick([
          { lat: 90, lng: 0 },
          { lat: -90, lng: 0 },
          { lat: 0, lng: 180 },
        ]),
    ])();
  const events: { id: number; places: Place[]; start: string }[] = [];

  beforeAll(async () => {
    calendar = await TestCalendar.start();
    const venues: { id: number; place: Place }[] = [];
    for (let number = 0; number < 60; number += 1) {
      const place = anyPlace();
      const { id } = await aVenue({ venue: `V${number}`, geo_lat: place.lat, geo_lng: place.lng });
      venues.push({ id, place });
    }
    for (let number = 0; number < 80; number += 1) {
      const linked = [...new Set([...Array(number % 4)].map(() => random.pick(venues)))];
      const start = `2027-0${1 + (number % 9)}-10 10:00:00`;
      const { id } = await anEvent({ venue: linked.map((venue) => venue.id), start_date: start, end_date: start });
      events.push({ id, start, places: linked.map(({ place }) => place) });
    }
  });
  afterAll(() => calendar.stop());

  const expected = (point: Place, radius: number) =>
    events
      .map((event) => ({ ...event, away: Math.min(...event.places.map((place) => kilometres(point, place))) }))
      .filter(({ away }) => away <= radius)
      .sort((one, other) =>
        Math.abs(one.away - other.away) > 1e-6
          ? one.away - other.away
          : one.start.localeCompare(other.start) || one.id - other.id,
      )
      .map(({ id }) => id);

  it('have the same nearby events as a comparison with every event, in the same order', async () => {
    for (let round = 0; round < 60; round += 1) {
      const point = anyPlace();
      const radius = random.pick([10, 50, 120, 500, 3000, 10_000, 20_016]);
      const given = `geoloc_lat=${point.lat}&geoloc_lng=${point.lng}&geoloc_radius=${radius}`;
      const { body } = await calendar.get(`/events?${given}&per_page=100`).expect(200);
      const found = (body.events as ApiRecord[]).map(({ id }) => id);
      expect({ given, found, total: body.total }).toEqual({
        given,
        found: expected(point, radius),
        total: expected(point, radius).length,
      });
    }
  });

  it('have the same events page by page', async () => {
    const found: number[] = [];
    let path: string | undefined = '/events?geoloc_lat=89.9&geoloc_lng=0&geoloc_radius=12000&per_page=7';
    while (path !== undefined) {
      const { body }: { body: { events: ApiRecord[]; next_rest_url?: string } } = await calendar.get(path).expect(200);
      found.push(...body.events.map(({ id }) => id));
      path = body.next_rest_url?.replace(/.*\/events\/v1/, '');
    }
    expect(found.length).toBeGreaterThan(14);
    expect(found).toEqual(expected({ lat: 89.9, lng: 0 }, 12_000));
  });
});

describe('the disabled extension', () => {
  let on: TestCalendar;

  beforeAll(async () => {
    on = await TestCalendar.start();
    calendar = on;
    await anEvent({ venue: (await aVenue(TORONTO)).id });
    calendar = await TestCalendar.start({ EXTENSIONS: '' }, on.url);
  });
  afterAll(async () => {
    await calendar.stop();
    await on.stop();
  });

  it.each([
    ['geoloc=true', 'geoloc'],
    ['geoloc=', 'geoloc'],
    ['geoloc=maybe', 'geoloc'],
    ['geoloc[]=1', 'geoloc'],
    ['geoloc_lat=43.65', 'geoloc_lat'],
    ['geoloc_lng=nonsense', 'geoloc_lng'],
    ['geoloc_bbox=0,0,1,1', 'geoloc_bbox'],
    ['geoloc_radius=5', 'geoloc_radius'],
    [`${NEAR_TORONTO}&geoloc=1`, 'geoloc, geoloc_lat, geoloc_lng'],
  ])('GET /events?%s returns that it is not installed', async (parameters, names) => {
    const { status, body } = await calendar.get(`/events?${parameters}`);
    expect([status, body.code]).toEqual([400, 'rest_extension_not_installed']);
    expect(body.message).toBe(`An extension that is not installed is needed for: ${names}.`);
    expect(body.data).toEqual({ status: 400 });
    await calendar.send('head', `/events?${parameters}`).expect(400);
  });

  it('returns the error in French', async () => {
    const { body } = await calendar.get('/events?geoloc=true', { language: 'fr' });
    expect(body.message).toMatch(/^Une extension qui n’est pas installée est nécessaire pour\u00a0: geoloc\.$/);
  });

  it('reports this before other errors, and before missing rights', async () => {
    const codes = async (parameters: string) => (await calendar.get(`/events?${parameters}`)).body.code as string;
    expect(await codes('geoloc=true&status=draft')).toBe('rest_extension_not_installed');
    expect(await codes('geoloc=true&per_page=0&start_date=never')).toBe('rest_extension_not_installed');
  });

  it('has no coordinates in bodies, responses and JSON-LD', async () => {
    for (const fields of [TORONTO, { geo_lat: null }]) {
      const { status, body } = await calendar.post('/venues', { venue: 'Hall', ...fields }, { as: 'editor' });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([
        ...[400, 'rest_invalid_param', Object.keys(fields)],
      ]);
    }
    const venue = (await calendar.get('/venues/1')).body as ApiRecord;
    const event = (await calendar.get('/events/1')).body as ApiRecord;
    for (const answer of [venue, event.venue![0]]) expect(answer).not.toHaveProperty('geo_lat');
    expect(venue.json_ld).not.toHaveProperty('geo');
    await calendar.put('/venues/1', venue, { as: 'editor' }).expect(200);
  });

  it('documents only the parameters of the specification', async () => {
    const { body } = await calendar.get('/doc/openapi.json');
    expect(JSON.stringify(body)).not.toMatch(/geo_lat|geoloc_radius|x-extension/);
    expect(JSON.stringify((await on.get('/doc/openapi.json')).body)).toMatch(/geoloc_radius/);
  });

  it('keeps stored coordinates for when it is enabled again, also beside it in one process', async () => {
    expect((await on.get('/venues/1')).body).toMatchObject(TORONTO);
    expect((await on.get(`/events?${NEAR_TORONTO}`)).body.total).toBe(1);
  });
});
